import { appearanceFault } from '../../../../functions/core/domain/merchants/appearance.ts';

test.each([
  {},
  { theme: 'auto' },
  { theme: 'dark', font: 'Georgia, Times New Roman, serif', radius: 0 },
  { radius: 24, colors: {} },
  {
    colors: {
      background: '#102030',
      field: '#FFFFFF',
      text: '#000000',
      border: '#777777',
      accent: '#ff00ff',
      error: '#aa0000',
    },
  },
  { theme: undefined, colors: { accent: undefined } },
])('%j is accepted as an appearance', (appearance) => {
  expect(appearanceFault(appearance)).toBeUndefined();
});

const isNot = (value: unknown, property: string) => expect(appearanceFault(value)).toMatch(`${property}: `);

test.each([null, undefined, 'dark', 1, [], () => {}])('%p is refused as an appearance', (value) =>
  isNot(value, 'appearance'),
);

test.each(['light dark', '', 'Dark', 1, null, {}])('%j is refused as a theme', (theme) =>
  isNot({ theme }, 'appearance.theme'),
);

test.each([
  'url(https://evil.example/f.woff)',
  'Georgia; } * { display: none',
  'Georgia}body{background:url(//evil.example)',
  '</style><script>evil=1</script>',
  '"Georgia"',
  "x', serif",
  'Geo\\rgia',
  'Geo\nrgia',
  '/* x */',
  'var(--x)',
  '@import x',
  '',
  ' ',
  ',serif',
  'serif,',
  'a,b,c,d,e,f',
  'x'.repeat(41),
  'x, '.repeat(200),
  'Ärial',
  1,
  ['serif'],
])('%j is refused as a font', (font) => isNot({ font }, 'appearance.font'));

test.each([-1, 25, 1.5, '8', '8px', Number.NaN, Number.POSITIVE_INFINITY, null, {}])(
  '%p is refused as a radius',
  (radius) => isNot({ radius }, 'appearance.radius'),
);

test.each([
  'red',
  '#fff',
  '#ffffff80',
  '#ggffff',
  'rgb(0,0,0)',
  'url(x)',
  '#ffffff;}',
  ' #ffffff',
  '#ffffff\n',
  'transparent',
  0xffffff,
  null,
  ['#ffffff'],
])('%j is refused as a colour', (accent) => isNot({ colors: { accent } }, 'appearance.colors.accent'));

test.each([null, [], '#ffffff', 1])('%j is refused as the set of colours', (colors) =>
  isNot({ colors }, 'appearance.colors'),
);

test.each(['css', 'fontFamily', 'variables', '__proto__', 'constructor'])(
  '%s is refused as a property',
  (name) => {
    isNot(JSON.parse(`{"${name}":"x"}`), `appearance.${name}`);
    isNot(JSON.parse(`{"colors":{"${name}":"#ffffff"}}`), `appearance.colors.${name}`);
  },
);
