import { type Appearance, appearanceFault, type Theme } from '#domain/merchants/appearance.ts';
import {
  contrastOf,
  type Grounds,
  mix,
  nearestShade,
  ofShape,
  ofText,
  readableColorOn,
  type Shades,
  shadesOf,
} from '#domain/merchants/color.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { groundsOf, type Palette, palettes } from '#domain/merchants/palette.ts';

/** In characters: more than an appearance with all its values needs. */
const longest = 600;

/** @returns the appearance in the parameter of a link, or the reason why the parameter is invalid */
export function readAppearance(text: string): Appearance | { fault: string } {
  const fault = 'appearance: is no JSON of at most 600 characters';
  if (text.length > longest) return { fault };
  try {
    const value = JSON.parse(text);
    const wrong = appearanceFault(value);
    return wrong ? { fault: wrong } : value;
  } catch {
    return { fault };
  }
}

/**
 * The page's inline style sheet: the merchant's branding, and the appearance that the link asks for. All values are
 * checked (`domain/merchants/appearance.ts`) or computed here, so that no value can end a rule of the style sheet.
 */
export function sheetOf(
  { color }: Pick<Merchant, 'color'>,
  appearance: Appearance | undefined,
): string | undefined {
  if (!appearance) return styleOf({ color });
  const { theme = 'auto', colors = {}, font, radius } = appearance;
  const chosen = { accent: color || undefined, ...colors };
  const { background } = colors;
  const shape = radius === undefined ? '' : `:root{--radius:${radius}px}`;
  const family = font ? `html{font-family:${families(font)}}` : '';
  if (background) return themeStyle(themeOn(background), chosen) + shape + family;
  if (theme !== 'auto') return themeStyle(theme, chosen) + shape + family;
  const dark = `@media (prefers-color-scheme:dark){${themeStyle('dark', chosen)}}`;
  return themeStyle('light', chosen) + dark + shape + family;
}

/** The merchant's colour, for the page's only inline style sheet. It replaces Florin's. */
export const styleOf = ({ color }: Pick<Merchant, 'color'>): string | undefined =>
  color
    ? `:root{${variables(shadesOf(color, groundsOf.light))}}@media (prefers-color-scheme:dark){:root{${variables(shadesOf(color, groundsOf.dark))}}}`
    : undefined;

const variables = ({ accent, strong, on, edge, link }: Shades): string =>
  `--accent:${accent};--accent-strong:${strong};--on-accent:${on};--accent-edge:${edge};--link:${link}`;

/** The theme that fits a background. It overrides the theme that the link asks for. */
const themeOn = (background: string): Theme => (readableColorOn(background) === '#000000' ? 'light' : 'dark');

const logos: Record<Theme, string> = {
  light: '.logo{padding:0;background:none}',
  dark: '.logo{padding:.375rem;background:#fff}',
};

function themeStyle(theme: Theme, colors: Colors): string {
  const palette = Object.entries(paletteOf(theme, colors)).map(([name, value]) => `--${name}:${value}`);
  return `html{color-scheme:${theme}}:root{${palette.join(';')};${accents(theme, colors)}}${logos[theme]}`;
}

type Colors = NonNullable<Appearance['colors']>;

/**
 * The backgrounds of text and edges. The field's background is moved towards the sheet's until the same text colour
 * is readable on both.
 */
function ownGrounds(theme: Theme, { background, field }: Colors): Grounds & { sheet: string; field: string } {
  const base = palettes[theme];
  const sheet = background ?? base.sheet;
  const away = readableColorOn(sheet);
  const wanted = field ?? background ?? base.field;
  const readable = Array.from({ length: 101 }, (_, step) => mix(wanted, sheet, step / 100)).find(
    (shade) => contrastOf(shade, away) >= ofText,
  );
  return {
    sheet,
    field: readable ?? sheet,
    away,
    grounds: [sheet, background ?? base.ground, readable ?? sheet],
  };
}

type Accents = 'accent' | 'accent-strong' | 'on-accent' | 'accent-edge' | 'link';

/** The chosen colours, and the colours of text and edges on them, each as the nearest readable shade. */
function paletteOf(theme: Theme, colors: Colors): Omit<Palette, Accents> {
  const {
    accent: _,
    'accent-strong': _strong,
    'on-accent': _on,
    'accent-edge': _edge,
    link: _link,
    ...base
  } = palettes[theme];
  const grounds = ownGrounds(theme, colors);
  const { sheet, field } = grounds;
  const { background, text = base.text, border = base.edge, error = base.bad, accent } = colors;
  const isOwn = background !== undefined || colors.text !== undefined;
  const readable = (color: string) => nearestShade(color, grounds, ofText);
  const ink = readable(text);
  return {
    ...base,
    ground: background ?? base.ground,
    sheet,
    field,
    text: ink,
    muted: readable(isOwn ? mix(ink, sheet, 0.25) : base.muted),
    faint: readable(isOwn ? mix(ink, sheet, 0.35) : base.faint),
    line: isOwn ? mix(ink, sheet, 0.85) : base.line,
    edge: nearestShade(border, grounds, ofShape),
    bad: readable(error),
    'bad-ground': isOwn || colors.error ? sheet : base['bad-ground'],
    good: readable(base.good),
    focus: nearestShade(accent ?? base.focus, grounds, ofShape),
  };
}

const accents = (theme: Theme, colors: Colors): string =>
  variables(shadesOf(colors.accent ?? palettes[theme].accent, ownGrounds(theme, colors)));

const generic = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'system-ui',
  'ui-serif',
  'ui-sans-serif',
  'ui-monospace',
  'ui-rounded',
]);

const families = (font: string): string =>
  [...font.split(',').map((name) => name.trim()), 'system-ui', 'sans-serif']
    .map((name) => (generic.has(name.toLowerCase()) ? name : `"${name}"`))
    .join(',');
