import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, harmless, keptText, ownText } from '../../../web/spreadsheet/cells.ts';
import { tableOf } from '../../../web/spreadsheet/table.ts';
import { textOf } from '../../../web/spreadsheet/text.ts';

/** The one reader and writer of CSV files, with the files that broke comparable systems. */

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...values: readonly number[]) => Uint8Array.from(values);

describe('the reader of tables', () => {
  const separated = (separator: string, count: number, end: string) =>
    ['reference', ...Array.from({ length: count }, (_, n) => `TM-${n}`)]
      .map((reference, n) => `${reference}${separator}${n === 0 ? 'role' : 'member'}`)
      .join(end) + end;

  it.each([',', ';', '\t'])(
    'finds the separator %j with any number of rows, and both line ends',
    (separator) => {
      for (let count = 0; count <= 12; count++)
        for (const end of ['\n', '\r\n']) {
          const { columns, rows, problems } = tableOf(separated(separator, count, end));
          expect([columns, problems]).toEqual([['reference', 'role'], []]);
          expect(rows).toEqual(
            Array.from({ length: count }, (_, n) => ({ number: n + 2, cells: [`TM-${n}`, 'member'] })),
          );
        }
    },
  );

  it('takes the separator that Excel names in a line of its own, which is no row', () => {
    const { columns, rows, separator } = tableOf('\ufeffsep=;\r\nreference;note\r\nTM-1;a, b\r\n');
    expect([columns, rows, separator]).toEqual([
      ['reference', 'note'],
      [{ number: 2, cells: ['TM-1', 'a, b'] }],
      ';',
    ]);
  });

  it('reads quotes with separators, quotes and line breaks inside, and counts rows as a spreadsheet does', () => {
    const { rows, problems } = tableOf('reference,note\n"TM, 1","a ""b""\nc"\n\nTM-3,\n');
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      { number: 2, cells: ['TM, 1', 'a "b"\nc'] },
      { number: 4, cells: ['TM-3', ''] },
    ]);
  });

  it.each([
    ['a quote that is not closed', 'reference\nTM-1\n"TM-2\nTM-3\n', [{ kind: 'open_quote', row: 3 }]],
    ['a comma without quotes', 'reference\nTM-1\nLim, Wei Han\n', [{ kind: 'no_column', row: 3 }]],
    ['a lost letter', 'reference\nTM-1\n\ufffd\ufffd\n', [{ kind: 'lost_text', row: 3 }]],
    ['a column twice', 'reference,reference\n1,2\n', [{ kind: 'repeated_column', column: 'reference' }]],
  ])('names the row of %s', (_, text, problems) => {
    expect(tableOf(text).problems).toEqual(problems);
  });

  it('makes one text of one that differs by spaces around it or by its Unicode form', () => {
    const { rows } = tableOf('reference\n  José \nJose\u0301\n\u00a0José\u3000\n');
    expect(new Set(rows.map(({ cells }) => cells[0]))).toEqual(new Set(['José']));
  });
});

describe('the encoding of a file', () => {
  const chinese = '陈伟,马来西亚';
  const gbk = bytes(0xb3, 0xc2, 0xce, 0xb0, 0x2c, 0xc2, 0xed, 0xc0, 0xb4, 0xce, 0xf7, 0xd1, 0xc7);

  it('is UTF-8 or UTF-16 without asking, and no byte order mark is text', () => {
    for (const text of ['reference\nTM-1', chinese, 'José', ''])
      for (const mark of ['', '\ufeff']) expect(textOf(utf8(mark + text))).toBe(text);
    expect(textOf(bytes(0xff, 0xfe, 0x41, 0, 0x48, 0x96))).toBe('A陈'.replace('陈', '\u9648'));
    expect(textOf(bytes(0xfe, 0xff, 0, 0x41, 0x96, 0x48))).toBe('A\u9648');
  });

  it('is unknown for other files, until somebody has chosen it', () => {
    expect(textOf(gbk)).toBeUndefined();
    expect(textOf(gbk, 'gb18030')).toBe(chinese);
    expect(textOf(bytes(0x4a, 0x6f, 0x73, 0xe9))).toBeUndefined();
    expect(textOf(bytes(0x4a, 0x6f, 0x73, 0xe9), 'windows-1252')).toBe('José');
    expect(textOf(bytes(0x4a, 0xff, 0xff), 'gb18030')).toBeUndefined();
  });
});

describe('the writer of cells', () => {
  it.each([
    '00123',
    '1E10',
    '3-4',
    '12345678901234567',
    '+60123456789',
    '1.50',
    '12/11',
    'MAR1',
    'Dec-5',
    'TRUE',
    '50%',
  ])('writes %s so that no spreadsheet changes it', (reference) => {
    expect(keptText(reference)).toBe(`="${reference}"`);
  });

  it.each(['TM-0417', '12345', '0', 'A 12', '林', 'Marina 5 a'])('writes %s as it is', (reference) => {
    expect(keptText(reference)).toBe(reference);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['x;=1+1', "x;'=1+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['-', "'-"],
  ])('makes %j harmless', (text, expected) => {
    expect(keptText(text)).toBe(expected);
    expect(harmless(text)).toBe(expected);
  });

  it('writes what the reader reads back, in files of commas and of semicolons', () => {
    const cell = fc.stringMatching(/^[0-9A-Za-z"';,=+\-@. 林éE%/]{1,20}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const file = csvOf([['a', 'b'], ...rows.map((row) => row.map(keptText))]);
        const read = tableOf(file);
        const expected = rows.map((row) => row.map((text) => ownText(keptText(text))));
        expect(read.rows.map(({ cells }) => cells)).toEqual(
          expected.filter((cells) => cells.some((text) => text !== '')),
        );
        // Only what a spreadsheet would run has changed, by an apostrophe.
        for (const [n, row] of rows.entries())
          for (const [m, text] of row.entries())
            expect(expected[n]?.[m]?.replaceAll("'", '').trim()).toBe(text.replaceAll("'", '').trim());
      }),
      { numRuns: 300 },
    );
  });
});
