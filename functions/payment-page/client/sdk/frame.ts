import type { Look } from './look.ts';

/**
 * A constructed style sheet. A merchant's content security policy may forbid styles in the markup. In a contrast theme the
 * browser paints transparent outlines, so the dialog has an edge there.
 */
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
.florin-payment { box-sizing: border-box; width: 100%; height: 100%; max-width: none; max-height: none; margin: 0; padding: 0; border: 0; overflow: hidden; overscroll-behavior: contain; background: var(--florin-ground); color: var(--florin-ink) }
.florin-payment::backdrop { background: rgb(10 14 22 / .6) }
.florin-payment iframe { display: block; width: 100%; height: 100%; border: 0 }
.florin-payment.loading iframe { visibility: hidden }
.florin-payment.loading::after { content: ""; position: absolute; inset: 0; width: 36px; height: 36px; margin: auto; box-sizing: border-box; border: 3px solid; border-right-color: transparent; border-radius: 50%; animation: florin-turn .9s linear infinite }
.florin-payment button { position: absolute; z-index: 1; top: 8px; right: 8px; width: 44px; height: 44px; padding: 0; border: 0; border-radius: 50%; background: none; color: inherit; font: 28px/1 system-ui, sans-serif; cursor: pointer }
.florin-payment button:focus-visible { outline: 3px solid #4f7df0 }
.florin-open { overflow: hidden !important }
.florin-fields { box-sizing: border-box; display: block; width: 100%; height: var(--florin-height, 160px); margin: 0; padding: 0; border: 0 }
.florin-fields.whole { position: fixed; inset: 0; z-index: 2147483647; height: 100%; max-width: none; max-height: none; background: var(--florin-ground) }
@keyframes florin-turn { to { transform: rotate(1turn) } }
@media (prefers-reduced-motion: reduce) { .florin-payment.loading::after { animation-duration: 4s } }
@media (min-width: 520px) and (min-height: 500px) {
  .florin-payment { width: 440px; height: var(--florin-height, 600px); max-height: calc(100% - 32px); margin: auto; border-radius: 16px; box-shadow: 0 24px 80px rgb(0 0 0 / .35); outline: 1px solid transparent }
}
@media (min-width: 520px) and (min-height: 500px) and (prefers-reduced-motion: no-preference) { .florin-payment { transition: height .2s ease-out } }
`);

/** Gives an element the colours of the page that loads in it, so that the screen does not flash. */
export function paint({ style }: HTMLElement, { theme, colors }: Look): void {
  const isDark = theme === 'dark';
  style.colorScheme = theme;
  style.setProperty('--florin-ground', colors?.background ?? (isDark ? '#181b21' : '#fff'));
  style.setProperty('--florin-ink', isDark ? '#a8b0bd' : '#565e6c');
}

/** Adds these styles to the merchant's page once. */
export function addStyles(): void {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((known) => known !== sheet), sheet];
}

/** The longest time for a page in a frame to load, in milliseconds. */
export const patience = 20_000;

/** The error that promises are rejected with. @param message for the customer */
export const failure = (code: string, message = code): Error & { code: string } =>
  Object.assign(new Error(message), { code });

/** Keeps the page behind the dialog from scrolling. The space of its scroll bar stays, so that nothing moves. */
export function lockScroll(root: HTMLElement): () => void {
  const { scrollbarGutter } = root.style;
  if (innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable';
  root.classList.add('florin-open');
  return () => {
    root.classList.remove('florin-open');
    root.style.scrollbarGutter = scrollbarGutter;
  };
}
