import { storeChoice, storedChoice } from '../browser/memory.ts';

export const schemes = ['system', 'light', 'dark'] as const;

export type Scheme = (typeof schemes)[number];

const dark = matchMedia('(prefers-color-scheme: dark)');

export const chosenScheme = (): Scheme => schemes.find((one) => one === storedChoice('scheme')) ?? 'system';

export function chooseScheme(scheme: Scheme): void {
  storeChoice('scheme', scheme);
  applyScheme();
}

/** Sets the colours of the page: the colours that the user has chosen, or the system's colours. */
export function applyScheme(): void {
  const chosen = chosenScheme();
  const scheme = chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset.scheme = scheme;
}

export const followSystem = (): void => dark.addEventListener('change', applyScheme);
