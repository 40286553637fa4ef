import { addStyles, lockScroll, paint } from './frame.ts';
import type { Look } from './look.ts';

/** Opens a dialog over the merchant's page, with a spinner until `show` is called. */
export function openDialog(url: string, look: Look, leave: () => void) {
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  const way = document.createElement('button');
  const { documentElement: root } = document;

  dialog.className = 'florin-payment loading';
  paint(dialog, look);
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
  // Browsers close a dialog at the second Escape, even if its page prevents closing. Opening it again keeps a payment
  // under way visible.
  dialog.addEventListener('close', () => dialog.isConnected && dialog.showModal());
  way.addEventListener('click', leave);

  addStyles();
  const unlock = lockScroll(root);
  document.body.append(dialog);
  dialog.showModal();

  return {
    frame,
    isShown: () => !dialog.classList.contains('loading'),
    /**
     * @param closable whether the loaded page has its own button to close the dialog
     * @param title of the page, in its language, for screen readers
     */
    show(closable: boolean, title = 'Payment'): void {
      frame.title = dialog.ariaLabel = title;
      dialog.classList.remove('loading');
      dialog.removeAttribute('aria-busy');
      if (closable) way.remove();
      frame.focus();
    },
    /** Makes the dialog as high as its page, as far as the screen allows. */
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
