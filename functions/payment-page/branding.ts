import { type Grounds, type Shades, shadesOf } from '#domain/merchants/color.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { palettes } from './palette.ts';

/** The backgrounds of a merchant's colour: the sheet, and the ground around it (`client/colours.css`). */
export const light: Grounds = { grounds: [palettes.light.sheet, palettes.light.ground], away: '#000000' };
export const dark: Grounds = { grounds: [palettes.dark.sheet, palettes.dark.ground], away: '#ffffff' };

/** The merchant's colour, for the page's only inline style sheet. It replaces Florin's. */
export const styleOf = ({ color }: Pick<Merchant, 'color'>): string | undefined =>
  color
    ? `:root{${variables(shadesOf(color, light))}}@media (prefers-color-scheme:dark){:root{${variables(shadesOf(color, dark))}}}`
    : undefined;

export const variables = ({ accent, strong, on, edge, link }: Shades): string =>
  `--accent:${accent};--accent-strong:${strong};--on-accent:${on};--accent-edge:${edge};--link:${link}`;
