import { readFileSync } from 'node:fs';
import { palettes } from '#domain/merchants/palette.ts';
import type { Appearance } from '../../../functions/core/domain/merchants/appearance.ts';
import { contrastOf } from '../../../functions/core/domain/merchants/color.ts';
import { readAppearance, sheetOf } from '../../../functions/payment-page/style-sheet.ts';

const css = readFileSync('functions/payment-page/client/styles/colours.css', 'utf8');
const long = (color = '') => (color.length === 4 ? color.replace(/\w/g, '$&$&') : color);

test('the palettes have the same colours as the style sheet', () => {
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  for (const [part, palette] of [
    [light, palettes.light],
    [dark, palettes.dark],
  ] as const) {
    const colours = [...part.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, color]) => [name, long(color)]);
    expect(Object.fromEntries(colours)).toEqual(palette);
  }
});

test.each(['light', 'dark'] as const)('in the %s theme, the ring around the focus can be seen', (theme) => {
  const { focus, sheet, field, ground } = palettes[theme];
  for (const on of [sheet, field, ground]) expect(contrastOf(focus, on)).toBeGreaterThanOrEqual(3);
});

/** The CSS variables of a page with one theme. */
const variablesOf = (appearance: Appearance, color?: string) =>
  Object.fromEntries(
    [...(sheetOf({ color }, appearance) ?? '').matchAll(/--([\w-]+):([^;}]+)/g)].map(([, name, value]) => [
      name,
      value ?? '',
    ]),
  ) as Record<string, string>;

function faintPairs(colors: Record<string, string>): string[] {
  const { sheet = '', field = '', ground = '' } = colors;
  const grounds = [sheet, field, ground];
  const pairs: [name: string, on: string, least: number][] = [
    ...['text', 'muted', 'faint', 'bad', 'good', 'link'].flatMap((name) =>
      grounds.map((on): [string, string, number] => [name, on, 4.5]),
    ),
    ...['edge', 'accent-edge', 'focus'].flatMap((name) =>
      grounds.map((on): [string, string, number] => [name, on, 3]),
    ),
    ['on-accent', colors.accent ?? '', 4.5],
    ['on-accent', colors['accent-strong'] ?? '', 4.5],
    ['text', colors['bad-ground'] ?? '', 4.5],
    ['bad', colors['bad-ground'] ?? '', 4.5],
  ];
  return pairs
    .filter(([name, on, least]) => contrastOf(colors[name] ?? '#000000', on) < least)
    .map(([name, on]) => `${name} ${colors[name]} on ${on}`);
}

const shades = [
  '#000000',
  '#ffffff',
  '#777777',
  '#767676',
  '#808080',
  '#ff0000',
  '#ffff00',
  '#0000ff',
  '#123456',
];

test.each(['light', 'dark'] as const)(
  'in the %s theme, all text has enough contrast with any chosen colours',
  (theme) => {
    expect(faintPairs(variablesOf({ theme }))).toEqual([]);
    for (const one of shades)
      for (const other of shades) {
        const all: Appearance['colors'][] = [
          { background: one },
          { background: one, field: other },
          { background: one, text: other },
          { background: one, text: one, border: one, accent: one, error: one, field: other },
          { text: one, accent: other },
          { field: one, error: other },
          { accent: one, border: other },
        ];
        for (const colors of all)
          expect({ colors, faint: faintPairs(variablesOf({ theme, colors })) }).toEqual({
            colors,
            faint: [],
          });
      }
  },
);

test('colours with enough contrast are used unchanged', () => {
  const colors = {
    background: '#102030',
    field: '#203040',
    text: '#eeeeff',
    border: '#99aabb',
    accent: '#66ccff',
    error: '#ffaaaa',
  };
  expect(variablesOf({ colors, radius: 3 })).toMatchObject({
    sheet: '#102030',
    ground: '#102030',
    field: '#203040',
    text: '#eeeeff',
    edge: '#99aabb',
    accent: '#66ccff',
    bad: '#ffaaaa',
    radius: '3px',
  });
});

test('the page is light or dark by the background, or else by the theme, or else by the customer’s device', () => {
  const schemes = (appearance: Appearance) =>
    [...(sheetOf({}, appearance) ?? '').matchAll(/color-scheme:(\w+)\}/g)].map(([, scheme]) => scheme);
  expect(schemes({ theme: 'light', colors: { background: '#101010' } })).toEqual(['dark']);
  expect(schemes({ theme: 'dark', colors: { background: '#f0f0f0' } })).toEqual(['light']);
  expect(schemes({ theme: 'dark' })).toEqual(['dark']);
  expect(schemes({ theme: 'light' })).toEqual(['light']);
  expect(schemes({})).toEqual(['light', 'dark']);
  expect(sheetOf({}, {})).toMatch(/@media \(prefers-color-scheme:dark\)\{html\{color-scheme:dark\}/);
});

test('the merchant’s colour is the accent unless the appearance has one', () => {
  expect(variablesOf({ theme: 'light' }, '#aa3355').accent).toBe('#aa3355');
  expect(variablesOf({ theme: 'light', colors: { accent: '#005500' } }, '#aa3355').accent).toBe('#005500');
  expect(sheetOf({ color: '#aa3355' }, undefined)).toContain('--accent:#aa3355');
  expect(sheetOf({ color: '' }, undefined)).toBeUndefined();
});

test('the sheet quotes font names where needed, and adds the page’s own fonts behind them', () => {
  expect(sheetOf({}, { font: 'Times New Roman, Serif' })).toContain(
    'html{font-family:"Times New Roman",Serif,system-ui,sans-serif}',
  );
  // In quotes, these would be the names of fonts that nobody has.
  const plain = ['serif', 'sans-serif', 'monospace', 'cursive', 'system-ui'];
  for (const font of [...plain, 'ui-serif', 'ui-sans-serif', 'ui-monospace', 'ui-rounded'])
    expect(sheetOf({}, { font })).toContain(`html{font-family:${font},system-ui,sans-serif}`);
});

test.each([
  ['', 'is no JSON'],
  ['dark', 'is no JSON'],
  ['{"theme":"dark"', 'is no JSON'],
  [`{"theme":"dark"${' '.repeat(600)}}`, 'is no JSON of at most 600 characters'],
  ['null', 'must be an object'],
  ['{"font":"x}</style><script>"}', 'appearance.font'],
  ['{"colors":{"accent":"#fff;}"}}', 'appearance.colors.accent'],
])('the parameter %j is refused', (text, fault) => {
  expect(readAppearance(text)).toEqual({ fault: expect.stringContaining(fault) });
});

test('the longest possible appearance is short enough for the parameter', () => {
  const colors = Object.fromEntries(
    ['background', 'field', 'text', 'border', 'accent', 'error'].map((name) => [name, '#123456']),
  );
  const appearance = { theme: 'light', font: Array(5).fill('x'.repeat(40)).join(', '), radius: 24, colors };
  expect(readAppearance(JSON.stringify(appearance))).toEqual(appearance);
});
