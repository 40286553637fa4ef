/** The colours of a page that a merchant can choose. */
const colorNames = ['background', 'field', 'text', 'border', 'accent', 'error'] as const;

type ColorName = (typeof colorNames)[number];

export type Theme = 'light' | 'dark';

/** The look of the payment page inside a merchant's own page. */
export interface Appearance {
  /** `auto`, the default, follows the surrounding page. */
  theme?: 'auto' | Theme;
  /** Names of fonts that customers have on their devices, separated by commas. No font is loaded. */
  font?: string;
  /** The corner radius of fields and buttons, in CSS pixels. */
  radius?: number;
  /** `#rrggbb`. A colour that is unreadable on the background is replaced by its nearest readable shade. */
  colors?: { [name in ColorName]?: string };
}

const themes: unknown[] = ['auto', 'light', 'dark'];
/** Letters, digits, spaces and hyphens have no meaning in a style sheet, so that no name can end a rule or load a file. */
const font = /^[a-z0-9][a-z0-9 -]{0,39}(, ?[a-z0-9][a-z0-9 -]{0,39}){0,4}$/i;
const color = /^#[0-9a-f]{6}$/i;
const largestRadius = 24;

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unknownIn = (value: object, names: readonly string[]): string | undefined =>
  Object.keys(value).find((name) => !names.includes(name));

/**
 * Returns why a value is not a valid appearance: the property, and how to write it. Returns undefined for a valid one.
 */
export function appearanceFault(value: unknown): string | undefined {
  if (!isPlain(value)) return 'appearance: must be an object, like {theme: "dark", radius: 8}';
  const names = ['theme', 'font', 'radius', 'colors'];
  const stranger = unknownIn(value, names);
  if (stranger !== undefined) return `appearance.${stranger}: is not one of ${names.join(', ')}`;
  const { theme, font: family, radius, colors } = value as Record<string, unknown>;
  if (theme !== undefined && !themes.includes(theme)) return 'appearance.theme: must be auto, light or dark';
  if (family !== undefined && !(typeof family === 'string' && font.test(family)))
    return 'appearance.font: must be one to five names of fonts, of letters, digits, spaces and hyphens, like "Georgia, serif"';
  const isRadius = Number.isInteger(radius) && (radius as number) >= 0 && (radius as number) <= largestRadius;
  if (radius !== undefined && !isRadius)
    return `appearance.radius: must be an integer from 0 to ${largestRadius}, in pixels`;
  return colors === undefined ? undefined : colorsFault(colors);
}

function colorsFault(colors: unknown): string | undefined {
  if (!isPlain(colors)) return 'appearance.colors: must be an object, like {accent: "#1d4ed8"}';
  const stranger = unknownIn(colors, colorNames);
  if (stranger !== undefined) return `appearance.colors.${stranger}: is not one of ${colorNames.join(', ')}`;
  const wrong = Object.entries(colors).find(
    ([, value]) => value !== undefined && !(typeof value === 'string' && color.test(value)),
  );
  return wrong && `appearance.colors.${wrong[0]}: must be #rrggbb, like #1d4ed8`;
}
