import { type Shades, shadesOf } from '#domain/merchants/color.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { groundsOf } from '#domain/merchants/palette.ts';

/** The merchant's colour, for the page's only inline style sheet. It replaces Florin's. */
export const styleOf = ({ color }: Pick<Merchant, 'color'>): string | undefined =>
  color
    ? `:root{${variables(shadesOf(color, groundsOf.light))}}@media (prefers-color-scheme:dark){:root{${variables(shadesOf(color, groundsOf.dark))}}}`
    : undefined;

export const variables = ({ accent, strong, on, edge, link }: Shades): string =>
  `--accent:${accent};--accent-strong:${strong};--on-accent:${on};--accent-edge:${edge};--link:${link}`;
