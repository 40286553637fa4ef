import { type Grounds, type Shades, shadesOf } from '#domain/color.ts';
import type { Merchant } from '#domain/merchant.ts';

/** What a merchant's colour stands on: the sheet, and the ground around it (`client/colours.css`). */
export const light: Grounds = { grounds: ['#ffffff', '#f2f4f7'], away: '#000000' };
export const dark: Grounds = { grounds: ['#181b21', '#0e1014'], away: '#ffffff' };

/** The merchant's colour in place of ours, for the page's only inline style sheet. */
export const styleOf = ({ color }: Pick<Merchant, 'color'>): string | undefined =>
  color
    ? `:root{${variables(shadesOf(color, light))}}@media (prefers-color-scheme:dark){:root{${variables(shadesOf(color, dark))}}}`
    : undefined;

const variables = ({ accent, strong, on, edge, link }: Shades): string =>
  `--accent:${accent};--accent-strong:${strong};--on-accent:${on};--accent-edge:${edge};--link:${link}`;
