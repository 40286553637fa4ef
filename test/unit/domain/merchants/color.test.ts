import fc from 'fast-check';
import { contrastOf, shadesOf } from '#domain/merchants/color.ts';
import { dark, light } from '../../../../functions/payment-page/face.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
  ['#ffffff', '#0000ff', 8.59],
])('the contrast of %s and %s is %d:1, as WCAG counts', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
});

test.each([
  ['light', light],
  ['dark', dark],
])('whatever the colour, on a %s page everybody can read it', (_, page) => {
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

test('a colour that everybody can read stays as it is', () => {
  fc.assert(
    fc.property(color, (color) => {
      fc.pre(light.grounds.every((ground) => contrastOf(color, ground) >= 4.5));
      expect(shadesOf(color, light)).toMatchObject({ edge: color, link: color });
    }),
  );
});

test('a shade is no further away than it has to be', () => {
  // The edge of a yellow button is darker on white; on a dark page it is what it is.
  expect(shadesOf('#ffd400', light)).toMatchObject({ accent: '#ffd400', on: '#000000', edge: '#a68a00' });
  expect(shadesOf('#FFD400', dark)).toMatchObject({ accent: '#ffd400', edge: '#ffd400', link: '#ffd400' });
});
