import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, prose, reason } from '../../shared/values/resources.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { messagesOf } from '../support/issues.ts';

const DIRECTIONS = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];

describe('a text of several lines', () => {
  it.each(['', 'Satu\r\n\tdua\n\n三', 'a\u200bb', 'शर्\u200dमा', ' '])('is %j as it was given', (text) =>
    expect(prose(500).parse(text)).toBe(text),
  );

  it.each(DIRECTIONS)('is stored without a directional mark that was pasted: %j', (mark) =>
    expect(prose(500).parse(`${mark}BP 120${mark}/80`)).toBe('BP 120/80'),
  );

  it.each([...'\u000b\u000c\u0085\u2028\u2029'])(
    'gets a line break for another sign that ends a line: %j',
    (sign) => expect(prose(500).parse(`Satu${sign}dua`)).toBe('Satu\ndua'),
  );

  it.each([...'\u0000\u0008\u001b\u007f\u0090'])('holds no other control character: %j', (text) =>
    expect(messagesOf(prose(500), `a\u202bb${text}`)).toEqual([
      `must not contain control characters other than tabs and line breaks: character 3 is U+00${text.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    ]),
  );

  it('holds no half of a surrogate pair', () =>
    expect(messagesOf(prose(500), '👟\ud800')).toEqual([
      'must not contain half of a surrogate pair: character 2 is U+D800',
    ]));

  it('is counted as it is stored, so a text of marks alone is empty', () => {
    expect(prose(3, 1).parse('\u2068abc\u2069')).toBe('abc');
    expect(messagesOf(prose(3, 1), '\u2068\u2069')).toEqual(['must have at least 1 character']);
    expect(messagesOf(reason(), '\u2068\u200b\u2069')).toEqual(['must hold something that can be seen']);
  });

  it('does not change when it is parsed again, and takes whatever else is written', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 100 });
    fc.assert(
      fc.property(text, fc.constantFrom(...DIRECTIONS, '\v', ''), (value, more) => {
        const once = prose(5000).parse(value + more);
        return prose(5000).parse(once) === once;
      }),
    );
  });
});

it('a text is checked in no time, however long what was sent is', () => {
  for (const text of [' ', 'a', '\u202e', '\u200b', '👩\u200d', '\v'])
    for (const schema of [line(120), prose(5000)]) {
      const began = cpuTime();
      schema.safeParse(`${text.repeat(260_000)}\u0000`);
      expect(cpuTime() - began).toBeLessThan(500);
    }
});
