import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { columns, details, inMalaysia, MAX_WIDTH, minute, second } from '../../infra/admin/print.ts';
import { newId } from '../support/world.ts';

/** Tables and times in the terminal. */

const widest = (text: string) => Math.max(...text.split('\n').map((line) => stringWidth(line)));

describe('a table in the terminal', () => {
  it('aligns what follows Chinese and Tamil texts, and numbers to the right', () => {
    const names = ['Botol', '水瓶', 'தண்ணீர்', 'e\u0301'];
    const lines = columns(names.map((name, n) => ({ name, units: 10 ** n, end: '|' }))).split('\n');
    expect(new Set(lines.map((line) => stringWidth(line.replace(/\S+$/, ''))))).toHaveLength(1);
    expect(lines[2]).toBe('水瓶      10  |');
  });

  it('is at most 100 columns wide, and wraps headers and texts between words', () => {
    const title = '走路 Sepuluh ribu langkah setiap hari untuk semua pelari di Dataran Merdeka '
      .repeat(2)
      .trim();
    const id = newId();
    const text = columns([{ id, state: 'published', 'a header of words': 1, title }]);
    expect(widest(text)).toBeLessThanOrEqual(MAX_WIDTH);
    const words = text.split('\n').slice(1).join(' ').split(/\s+/);
    expect(words).toEqual(expect.arrayContaining([id, ...title.split(' ')]));
    const chinese = columns([{ id, state: 'published', title: '水'.repeat(120) }]);
    expect(widest(chinese)).toBeLessThanOrEqual(MAX_WIDTH);
    expect(chinese.match(/水/g)).toHaveLength(120);
    const code = columns([{ id, code: 'x'.repeat(64), state: 'published' }]);
    expect(widest(code)).toBeLessThanOrEqual(MAX_WIDTH);
    expect(code.match(/x/g)).toHaveLength(64);
  });

  it('keeps an id on its line, so that it can be copied, even if the line gets too long', () => {
    const ids = Array.from({ length: 3 }, newId);
    expect(columns([{ a: ids[0] ?? '', b: ids[1] ?? '', c: ids[2] ?? '' }])).toContain(ids.join('  '));
  });

  it('shows each line of a cell, and counts what is escaped as it is printed', () => {
    expect(columns([{ a: 'x\ny', b: 'z' }])).toBe('a  b\nx  z\ny');
    expect(columns([{ a: '\u202ex', b: 'z' }])).toBe(`a        b\n\\u202ex  z`);
  });
});

describe('a time in the terminal', () => {
  it('is Malaysian', () => {
    expect(inMalaysia('2026-11-23T23:51:34.159Z')).toBe('2026-11-24 07:51 MYT');
    expect(minute('2026-11-23T15:59:59.999Z')).toBe('2026-11-23 23:59');
    expect(second('2026-11-23T16:00:00.000Z')).toBe('2026-11-24 00:00:00');
    expect(minute(undefined)).toBe('');
  });

  it('replaces the timestamps of the fields of an object, but not of other texts', () => {
    const timestamp = '2026-11-23T23:51:34.159Z';
    expect(details({ startsAt: timestamp, title: timestamp })).toBe(
      `startsAt  2026-11-24 07:51:34 MYT\ntitle     ${timestamp}`,
    );
  });

  it('stands beside a text that is wrapped below itself', () => {
    const [first = '', second = ''] = details({ id: newId(), rules: 'Jalan kaki. '.repeat(12) })
      .split('\n')
      .slice(1);
    expect(first).toMatch(/^rules {2}Jalan/);
    expect(second).toMatch(/^ {7}(Jalan|kaki)/);
  });
});
