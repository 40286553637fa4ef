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
