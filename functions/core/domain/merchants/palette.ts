import type { Theme } from './appearance.ts';
import type { Grounds } from './color.ts';

const light = {
  ground: '#f2f4f7',
  sheet: '#ffffff',
  text: '#14171f',
  muted: '#565e6c',
  faint: '#69717f',
  line: '#dfe3e9',
  edge: '#7d8695',
  field: '#ffffff',
  accent: '#1d4ed8',
  'accent-strong': '#173fae',
  'on-accent': '#ffffff',
  'accent-edge': '#1d4ed8',
  link: '#1d4ed8',
  focus: '#4f7df0',
  bad: '#b42318',
  'bad-ground': '#fef1ef',
  good: '#0b7a46',
  'test-ground': '#fff0cc',
  test: '#684600',
};

const dark: Palette = {
  ground: '#0e1014',
  sheet: '#181b21',
  text: '#eef0f4',
  muted: '#a8b0bd',
  faint: '#8b94a3',
  line: '#2e333c',
  edge: '#79818f',
  field: '#101318',
  accent: '#86abff',
  'accent-strong': '#a5c1ff',
  'on-accent': '#0a1330',
  'accent-edge': '#86abff',
  link: '#86abff',
  focus: '#4f7df0',
  bad: '#ff9d90',
  'bad-ground': '#3a1b18',
  good: '#63d69c',
  'test-ground': '#3b2d08',
  test: '#ffdc93',
};

export type Palette = Record<keyof typeof light, string>;

/** The page's own colours, by the names of their variables, as in `functions/payment-page/client/styles/colours.css`. */
export const palettes: Record<Theme, Palette> = { light, dark };

/** The backgrounds of a merchant's colour: the sheet, and the ground around it. */
export const groundsOf: Record<Theme, Grounds> = {
  light: { grounds: [palettes.light.sheet, palettes.light.ground], away: '#000000' },
  dark: { grounds: [palettes.dark.sheet, palettes.dark.ground], away: '#ffffff' },
};
