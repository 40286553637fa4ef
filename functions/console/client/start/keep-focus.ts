/**
 * Keeps the focus on the page when the focused element is removed, such as a button after its action or a row. The focus
 * moves to the nearest heading before it, or else to the heading of the page, so that screen readers read where the user
 * is. An element that has only moved gets the focus again. Elements that the user has left by the pointer are ignored.
 */
export function keepFocus(root: HTMLElement): void {
  let last: HTMLElement | undefined;
  addEventListener('focusin', ({ target }) => {
    last = target as HTMLElement;
  });
  addEventListener('pointerdown', () => {
    last = undefined;
  });
  new MutationObserver((records) => {
    if (!last || document.activeElement !== document.body) return;
    const left = last;
    const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(left)));
    if (!record) return;
    const place = left.isConnected ? left : headingAt(record.target as Element);
    if (place && place !== left) place.tabIndex = -1;
    place?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}

const headingAt = (element: Element): HTMLElement | null =>
  element.closest(':is(dialog, section, main):has(h1, h2)')?.querySelector<HTMLElement>('h1, h2') ??
  document.querySelector('h1');
