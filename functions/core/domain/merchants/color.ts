/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

const rgbOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The relative luminance by WCAG 2.2. */
function luminanceOf(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours `#rrggbb` by WCAG 2.2: from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes two colours. @param share 0 for `from`, 1 for `to` */
export function mix(from: string, to: string, share: number): string {
  const end = rgbOf(to);
  return hexOf(rgbOf(from).map((part, i) => part + ((end[i] ?? 0) - part) * share) as unknown as Rgb);
}

/** The least contrast that WCAG requires, for text and for other visible parts. */
export const ofText = 4.5;
export const ofShape = 3;

const black = '#000000';
const white = '#ffffff';

/** The colours of a page, from which a merchant's colour must stand out. */
export interface Grounds {
  /** The backgrounds that the colour may be on. */
  grounds: readonly string[];
  /**
   * The direction in which an unreadable shade is moved, away from the backgrounds: towards black or towards white.
   */
  away: typeof black | typeof white;
}

/** A merchant's colour in the shades that a page uses. */
export interface Shades {
  /** The background of a button: the merchant's colour itself. */
  accent: string;
  /** The background of a button under the pointer. */
  strong: string;
  /** The text on a button, with a contrast of at least 4.5:1: black or white, whichever is easier to read. */
  on: string;
  /** The edge of a button, and drawn lines, with a contrast of at least 3:1 to the page. */
  edge: string;
  /** A link within text, with a contrast of at least 4.5:1 to the page. */
  link: string;
}

/** Black or white, whichever is easier to read on this background. The contrast is always at least 4.58:1. */
export const readableColorOn = (ground: string): Grounds['away'] =>
  contrastOf(white, ground) >= contrastOf(black, ground) ? white : black;

/**
 * Returns the colour itself if its contrast suffices, else the nearest shade with enough contrast. The shades
 * approach `away` in steps of a hundredth: black on a light page, white on a dark one.
 */
export function nearestShade(color: string, { grounds, away }: Grounds, ratio: number): string {
  for (let step = 0; step < 100; step++) {
    const shade = mix(color, away, step / 100);
    if (grounds.every((ground) => contrastOf(shade, ground) >= ratio)) return shade;
  }
  return away;
}

/**
 * Returns the shades of a merchant's colour. Instead of refusing an unreadable colour, Florin replaces it by the
 * nearest readable shade, so that merchants can use the colour of their brand.
 */
export function shadesOf(color: string, { grounds, away }: Grounds): Shades {
  const nearest = (ratio: number) => nearestShade(color, { grounds, away }, ratio);
  const accent = hexOf(rgbOf(color));
  const on = readableColorOn(accent);
  const strong = mix(accent, on === white ? black : white, 0.2);
  return { accent, strong, on, edge: nearest(ofShape), link: nearest(ofText) };
}
