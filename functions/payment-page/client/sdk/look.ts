import { type Appearance, appearanceFault } from '#domain/merchants/appearance.ts';
import { readableColorOn } from '#domain/merchants/color.ts';

/** An appearance with a decided theme. */
export interface Look extends Appearance {
  theme: 'light' | 'dark';
}

/**
 * Completes the appearance that a merchant asks for by that of the surrounding page. Without a theme, the payment
 * page is as light or dark as the page around it, whatever the customer's device prefers. Card fields also take its
 * colour.
 *
 * @param place the element that contains the payment page
 * @param seamless whether the place's own colour is the default background
 * @throws TypeError that names an unknown or invalid property
 */
export function lookOf(appearance: Appearance = {}, place: Element, seamless: boolean): Look {
  const fault = appearanceFault(appearance);
  if (fault) throw new TypeError(`Florin: ${fault}`);
  const { theme = 'auto', colors } = appearance;
  if (colors?.background) return { ...appearance, theme: themeOn(colors.background) };
  if (theme !== 'auto') return { ...appearance, theme };
  const { color, isSolid } = groundOf(place);
  const themed = { ...appearance, theme: themeOn(color) };
  return seamless && isSolid ? { ...themed, colors: { ...colors, background: color } } : themed;
}

export const themeOn = (background: string): Look['theme'] =>
  readableColorOn(background) === '#000000' ? 'light' : 'dark';

/** Red, green, blue and opacity, each from 0 to 1. */
type Layer = [red: number, green: number, blue: number, opacity: number];

/**
 * The background that is visible behind an element, down to the first opaque layer. An image hides the layers below
 * it.
 */
function groundOf(place: Element): { color: string; isSolid: boolean } {
  const layers: Layer[] = [];
  for (let element: Element | null = place; element; element = parentOf(element)) {
    const { backgroundColor, backgroundImage, color } = getComputedStyle(element);
    // Behind an image, the text's colour shows whether the image is light or dark, as authors choose a colour that is
    // readable on the image.
    if (backgroundImage && backgroundImage !== 'none')
      return { color: readableColorOn(hexOf(layerOf(color))), isSolid: false };
    const layer = layerOf(backgroundColor);
    layers.push(layer);
    if (layer[3] === 1) return { color: hexOf(blend(layers)), isSolid: true };
  }
  return { color: hexOf(blend([...layers, canvas()])), isSolid: true };
}

/** The parent. For an element at the top of a shadow tree it is the host. */
const parentOf = (element: Element): Element | null =>
  element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? null;

const blend = (layers: Layer[]): Layer =>
  layers.reduceRight<Layer>(
    (below, layer) =>
      layer.map((part, index) =>
        index === 3 ? 1 : part * layer[3] + (below[index] ?? 0) * (1 - layer[3]),
      ) as Layer,
    [1, 1, 1, 1],
  );

/**
 * The browser's own background. It is dark if the page supports a dark theme by `color-scheme`, and the browser uses
 * that theme.
 */
const canvas = (): Layer => probe('Canvas');

/**
 * Reads a computed colour. Browsers return `rgb()` or the notation of the style sheet; `color-mix` turns the latter
 * into sRGB.
 */
const layerOf = (color: string): Layer =>
  read(/^rgba?\(([^)]+)\)$/, color, 255) ?? probe(`color-mix(in srgb, ${color} 100%, transparent 0%)`);

function probe(color: string): Layer {
  const element = document.createElement('span');
  element.style.backgroundColor = color;
  document.documentElement.append(element);
  const { backgroundColor } = getComputedStyle(element);
  element.remove();
  return (
    read(/^rgba?\(([^)]+)\)$/, backgroundColor, 255) ??
    read(/^color\(srgb ([^)]+)\)$/, backgroundColor, 1) ?? [0, 0, 0, 0]
  );
}

function read(notation: RegExp, color: string, whole: number): Layer | undefined {
  const numbers = notation
    .exec(color)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  if (!numbers || numbers.some(Number.isNaN)) return undefined;
  const [red = 0, green = 0, blue = 0, opacity = 1] = numbers;
  return [red / whole, green / whole, blue / whole, opacity];
}

const hexOf = ([red, green, blue]: Layer): string =>
  `#${[red, green, blue]
    .map((part) =>
      Math.round(Math.min(Math.max(part, 0), 1) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
