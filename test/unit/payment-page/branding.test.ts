import { readFileSync } from 'node:fs';
import { groundsOf } from '#domain/merchants/palette.ts';
import { styleOf } from '../../../functions/payment-page/style-sheet.ts';

const { light, dark } = groundsOf;

const colours = readFileSync('functions/payment-page/client/styles/colours.css', 'utf8');
const grounds = (css: string) =>
  ['sheet', 'ground'].map((name) => {
    const [, color = ''] = new RegExp(`--${name}: (#\\w+);`).exec(css) ?? [];
    return color.length === 4 ? color.replace(/\w/g, '$&$&') : color;
  });

test('the contrast is checked against the background colours of the style sheet', () => {
  const [day = '', night = ''] = colours.split('@media (prefers-color-scheme: dark)');
  expect(grounds(day)).toEqual(light.grounds);
  expect(grounds(night)).toEqual(dark.grounds);
});

test('styleOf sets only variables that colours.css has for light and dark pages', () => {
  const style = styleOf({ color: '#C8102E' }) ?? '';
  for (const [, name] of style.matchAll(/(--[\w-]+):/g)) expect(colours.split(`${name}: `)).toHaveLength(3);
  expect(style).toMatch(
    /^:root\{--accent:#c8102e;.*\}@media \(prefers-color-scheme:dark\)\{:root\{--accent:#.*\}\}$/,
  );
});

test.each([undefined, ''])('styleOf returns nothing for the colour %j', (color) => {
  expect(styleOf({ color })).toBeUndefined();
});
