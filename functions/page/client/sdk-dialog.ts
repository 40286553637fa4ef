/** Made here, as a merchant's own content security policy may forbid what stands in the markup. */
export const sheet = new CSSStyleSheet();
sheet.replaceSync(`
.florin-payment { box-sizing: border-box; width: 100%; height: 100%; max-width: none; max-height: none; margin: 0; padding: 0; border: 0; overflow: hidden; overscroll-behavior: contain; background: #fff; color: #565e6c; color-scheme: light dark }
.florin-payment::backdrop { background: rgb(10 14 22 / .6) }
.florin-payment iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: light dark }
.florin-payment.loading iframe { visibility: hidden }
.florin-payment.loading::after { content: ""; position: absolute; inset: 0; width: 36px; height: 36px; margin: auto; box-sizing: border-box; border: 3px solid; border-right-color: transparent; border-radius: 50%; animation: florin-turn .9s linear infinite }
.florin-payment button { position: absolute; z-index: 1; top: 8px; right: 8px; width: 44px; height: 44px; padding: 0; border: 0; border-radius: 50%; background: none; color: inherit; font: 28px/1 system-ui, sans-serif; cursor: pointer }
.florin-payment button:focus-visible { outline: 3px solid #6d9bff }
.florin-open { overflow: hidden !important }
.florin-fields { box-sizing: border-box; display: block; width: 100%; height: var(--florin-height, 160px); margin: 0; padding: 0; border: 0 }
.florin-fields.whole { position: fixed; inset: 0; z-index: 2147483647; height: 100%; max-width: none; max-height: none; background: #fff }
@keyframes florin-turn { to { transform: rotate(1turn) } }
@media (prefers-color-scheme: dark) { .florin-fields.whole { background: #181b21 } .florin-payment { background: #181b21; color: #a8b0bd } }
@media (prefers-reduced-motion: reduce) { .florin-payment.loading::after { animation-duration: 4s } }
@media (min-width: 520px) and (min-height: 500px) {
  .florin-payment { width: 440px; height: var(--florin-height, 600px); max-height: calc(100% - 32px); margin: auto; border-radius: 16px; box-shadow: 0 24px 80px rgb(0 0 0 / .35) }
}
@media (min-width: 520px) and (min-height: 500px) and (prefers-reduced-motion: no-preference) { .florin-payment { transition: height .2s ease-out } }
`);

/** A dialog over the merchant's page, with a spinner in it until it is told to show what it has loaded. */
export function openDialog(url: string, leave: () => void) {
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  const way = document.createElement('button');
  const { documentElement: root } = document;

  dialog.className = 'florin-payment loading';
  dialog.setAttribute('aria-label', 'Payment');
  dialog.setAttribute('aria-busy', 'true');
  Object.assign(way, { type: 'button', textContent: '×', ariaLabel: 'Close' });
  frame.title = 'Payment';
  frame.src = url;
  frame.allow = 'payment';
  dialog.append(frame, way);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    leave();
  });
  // Pressed twice, Escape closes a dialog whatever its page says. A payment under way stays on the screen.
  dialog.addEventListener('close', () => dialog.isConnected && dialog.showModal());
  way.addEventListener('click', leave);

  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((known) => known !== sheet), sheet];
  const unlock = lockScroll(root);
  document.body.append(dialog);
  dialog.showModal();

  return {
    frame,
    isShown: () => !dialog.classList.contains('loading'),
    /** @param closable the page in it has a button of its own that closes it */
    show(closable: boolean): void {
      dialog.classList.remove('loading');
      dialog.removeAttribute('aria-busy');
      if (closable) way.remove();
      frame.focus();
    },
    /** As high as the page in it, where the screen has the room. */
    fit(height: number): void {
      if (height > 0) dialog.style.setProperty('--florin-height', `${Math.ceil(height)}px`);
    },
    close(): void {
      unlock();
      dialog.close();
      dialog.remove();
    },
  };
}

/** What is behind stays where it is; where a scroll bar goes, its room stays, so that nothing jumps. */
export function lockScroll(root: HTMLElement): () => void {
  const { scrollbarGutter } = root.style;
  if (innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable';
  root.classList.add('florin-open');
  return () => {
    root.classList.remove('florin-open');
    root.style.scrollbarGutter = scrollbarGutter;
  };
}
