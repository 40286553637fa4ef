import { element } from './dom.ts';

/** Adds a button to each block of code. */
export function addCopyButtons(root: ParentNode = document): void {
  for (const block of root.querySelectorAll('.code > pre, .samples pre'))
    if (!block.parentElement?.querySelector('.copy'))
      block.after(element('button', { type: 'button', class: 'copy' }, 'Copy'));
}

export function followCopyButtons(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('.copy');
    const code = button?.parentElement?.querySelector('pre')?.textContent;
    if (!button || code === undefined || code === null) return;
    try {
      await navigator.clipboard.writeText(`${code}\n`);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Not allowed';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
}
