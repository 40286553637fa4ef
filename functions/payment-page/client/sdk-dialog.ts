import type { Look } from './sdk-appearance.ts';
import { lockScroll, paint, wearStyles } from './sdk-frame.ts';

/** A dialog over the merchant's page, with a spinner in it until it is told to show what it has loaded. */
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
  // Pressed twice, Escape closes a dialog whatever its page says. A payment under way stays on the screen.
  dialog.addEventListener('close', () => dialog.isConnected && dialog.showModal());
  way.addEventListener('click', leave);

  wearStyles();
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
