import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validatedParts } from '../../shared/http/validation.ts';
import { line, prose } from '../../shared/values/resources.ts';
import { cpuTime } from '../support/cpu-time.ts';

const turning = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
const invisible = ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u3164', '\u2800', '\ufe0f', '\u00a0'];
const takes = (schema: ReturnType<typeof line>, text: string) => schema.safeParse(text).success;

describe('a line, by which people recognise somebody or something', () => {
  it.each([
    'Dr Aminah binti Abu',
    '林伟汉',
    'முத்து',
    'كلينيك',
    'Kelab 🏃🏽‍♀️',
    'a\u200cb',
    ' Damai ',
    '9',
    '-',
  ])('is %j as it was given', (text) => expect(line(120).parse(text)).toBe(text));

  it.each([...turning, '\u0000', '\n', '\t', '\u007f', '\u0085', '\u2028', '\u2029', '\ud800'])(
    'holds nothing that ends it or turns it round: %j',
    (text) => expect(takes(line(120), `Dr ${text}Aminah`)).toBe(false),
  );

  it.each([' ', '   ', ...invisible, ` ${invisible.join('')} `])('holds something to be seen: %j', (text) =>
    expect(takes(line(120), text)).toBe(false),
  );

  it('is told apart by one mistake at a time', () => {
    const told = (text: string) => {
      try {
        validatedParts({ body: [line(5), text] });
      } catch (error) {
        return (error as { issues: { message: string }[] }).issues.map(({ message }) => message);
      }
    };
    expect(told('')).toEqual(['must have at least 1 character']);
    expect(told(' ')).toEqual(['must hold something that can be seen']);
    expect(told('a\u202eb')).toEqual([expect.stringMatching(/direction-changing/)]);
  });

  it('is weighed in no time, however long what was sent is', () => {
    for (const text of [' ', 'a', '\u202e', '\u200b']) {
      const began = cpuTime();
      for (const schema of [line(120), prose(5000)]) takes(schema, `${text.repeat(260_000)}\u0000`);
      expect(cpuTime() - began).toBeLessThan(500);
    }
  });
});

describe('prose', () => {
  it.each(['', 'Satu\r\n\tdua\n\n三', 'a\u200bb', '\u200eRTL\u200f', ' '])('is %j as it was given', (text) =>
    expect(prose(500).parse(text)).toBe(text),
  );

  it.each([...turning, '\u0000', '\u0008', '\u000b', '\u000c', '\u001b', '\u007f', '\u0085', '\ud800'])(
    'holds no control character but tabs and line breaks, and nothing that turns it round: %j',
    (text) => expect(takes(prose(500), `a${text}b`)).toBe(false),
  );

  it('takes whatever else is written', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 100 });
    fc.assert(fc.property(text, (value) => takes(prose(5000), value)));
  });
});
