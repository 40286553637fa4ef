import fc from 'fast-check';
import { contrastOf, shadesOf } from '#domain/merchants/color.ts';
import { groundsOf } from '#domain/merchants/palette.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

const { light, dark } = groundsOf;

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
  ['#ffffff', '#0000ff', 8.59],
])('the contrast of %s and %s by WCAG is %d:1', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
});

test.each([
  ['light', light],
  ['dark', dark],
])('the shades of any colour have enough contrast for a %s page', (_, page) => {
  fc.assert(
    fc.property(color, (color) => {
      const { accent, strong, on, edge, link } = shadesOf(color, page);
      return (
        page.grounds.every((ground) => contrastOf(edge, ground) >= 3 && contrastOf(link, ground) >= 4.5) &&
        [accent, strong].every((button) => contrastOf(on, button) >= 4.5) &&
        accent === color &&
        [strong, on, edge, link].every((shade) => /^#[0-9a-f]{6}$/.test(shade))
      );
    }),
    { numRuns: 500 },
  );
});

test('shadesOf leaves a colour with enough contrast unchanged', () => {
  fc.assert(
    fc.property(color, (color) => {
      fc.pre(light.grounds.every((ground) => contrastOf(color, ground) >= 4.5));
      expect(shadesOf(color, light)).toMatchObject({ edge: color, link: color });
    }),
  );
});

test('shadesOf changes a colour only as far as the contrast requires', () => {
  // The edge of a yellow button is darker on a light page, and unchanged on a dark page.
  expect(shadesOf('#ffd400', light)).toMatchObject({ accent: '#ffd400', on: '#000000', edge: '#a68a00' });
  expect(shadesOf('#FFD400', dark)).toMatchObject({ accent: '#ffd400', edge: '#ffd400', link: '#ffd400' });
});
