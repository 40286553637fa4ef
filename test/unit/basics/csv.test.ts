import { decimalOf, printCsv, printRows } from '../../../functions/core/basics/csv.ts';

const cell = (text: string): string => printCsv([[text]]).slice(1, -2);

test('a file begins with a byte order mark, and its lines end as RFC 4180 says', () => {
  expect(
    printCsv([
      ['a', 'b'],
      [1, null],
    ]),
  ).toBe('\ufeffa,b\r\n1,\r\n');
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  ' =1',
  '\u00a0=1',
  '\u200b=1',
  '\u0000=1',
  '\u3164=1',
  '\ufe0f=1',
  '=HYPERLINK("https://evil.test","x")',
])('the text %p is not a formula', (text) => {
  expect(cell(text).replace(/^"/, '')).toMatch(/^'/);
});

test.each([
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['a;b', '"a;b"'],
])('%p is quoted', (text, printed) => {
  expect(cell(text)).toBe(printed);
});

test.each([
  [',', "a;=cmd|'/c calc'!A0;b", `"a;'=cmd|'/c calc'!A0;b"`],
  [',', 'a\n@SUM(A1)', `"a\n'@SUM(A1)"`],
  [',', 'a\t +1', `"a\t '+1"`],
  [',', 'a,-1', '"a,-1"'],
  [';', 'a,-1,b', `"a,'-1,b"`],
  [';', 'a;=1', '"a;=1"'],
] as const)(
  'in a file with %j between cells, a spreadsheet of another region makes no formula of %j',
  (separator, text, printed) => {
    expect(printRows([[text]], { separator, decimal: '.' })).toBe(`${printed}\r\n`);
  },
);

test('a file for spreadsheets with a decimal comma has semicolons between cells', () => {
  const style = { separator: ';', decimal: ',' } as const;
  const row = ['a,b', 'c;d', '=1', '1.5', 13.1, decimalOf(-109999, 2), 7, null];
  expect(printCsv([row], style)).toBe(`\ufeff"a,b";"c;d";'=1;1.5;13,1;-1099,99;7;\r\n`);
});

test.each([
  [1099, 2, '10.99'],
  [-1099, 2, '-10.99'],
  [5, 2, '0.05'],
  [-5, 3, '-0.005'],
  [1500, 0, '1500'],
  [10, 2, '0.10'],
])('%d minor units with %d decimals are %s, and a number stays one', (minor, decimals, text) => {
  expect(printCsv([[decimalOf(minor, decimals)]])).toBe(`\ufeff${text}\r\n`);
});

/** A spreadsheet makes other digits, a power of ten, a date or a number of each of these texts. */
const changed = [
  ...['00123', '0000', '12345678901234567890', '123456789012', '3E5', '1.5e+3', '6e1234567890123456789012'],
  ...[
    '1-2',
    '3/4',
    '1.10',
    '1,5',
    '12:30',
    '1 2',
    '1.2.2026',
    '10/11/26',
    'MAR1',
    '1-May',
    'Okt 5',
    '2026-1-2',
  ],
];

test.each(changed)(
  '%s survives a spreadsheet in a file for people, and programs get the text itself',
  (text) => {
    const style = { separator: ';', decimal: ',', forPeople: true } as const;
    expect(
      printRows([[text]], style)
        .trim()
        .replaceAll('"', ''),
    ).toBe(`'${text}`);
    expect(
      printRows([[text]])
        .trim()
        .replaceAll('"', ''),
    ).toBe(text);
  },
);

test.each([
  '1024',
  '0',
  'INV-1024',
  '2026-11-01',
  '2026-11-01T12:30:00.000Z',
  '4242',
  'Mars 12 bars',
  'Marc',
  'decline',
])('%s has no apostrophe in a file for people', (text) => {
  const style = { separator: ',', decimal: '.', forPeople: true } as const;
  expect(printRows([[text, decimalOf(10, 2)]], style)).toBe(`${text},0.10\r\n`);
});
