import { passage } from '../search/passage.ts';
import { type Index, search } from '../search/search.ts';
import { address, element } from './dom.ts';

let index: Promise<Index> | undefined;

/** Loads the index when somebody searches for the first time. */
const loaded = (): Promise<Index> => {
  index ??= fetch(`${address('docs')}/${address('index')}`).then((answer) => answer.json());
  index.catch(() => {
    index = undefined;
  });
  return index;
};

/** How many results lead to a heading, and how long the reader has stopped typing before their pages are loaded. */
const [passages, pause] = [3, 200];
let waiting = 0;

/** Lets the first results lead to the heading that answers the question, and shows the sentence found there. */
function showPassages(question: string, links: readonly HTMLAnchorElement[]): void {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    for (const link of links.slice(0, passages))
      void fetch(`${address('docs')}/${link.dataset.name}.md`).then(
        async (answer) => {
          const found = answer.ok && passage(await answer.text(), question);
          if (!found) return;
          if (found.id) link.hash = found.id;
          link.lastElementChild?.replaceChildren(
            element('b', {}, found.id && found.heading),
            ` ${found.sentence}`,
          );
        },
        // The result still leads to the page.
        () => {},
      );
  }, pause);
}

export function setUpSearch(): void {
  const button = document.querySelector<HTMLElement>('.search-open');
  if (button) button.hidden = false;
}

export function followSearch(): void {
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('.search-open')) openDialog();
    else if ((target as Element).closest('.search a') || target === dialogOf()) dialogOf()?.close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).matches('input, textarea, select');
    const isAsking = event.key === '/' ? !isTyping : event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isAsking || (event.key === '/' && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    openDialog();
  });
}

const dialogOf = () => document.querySelector<HTMLDialogElement>('.search');

function openDialog(): void {
  const dialog = dialogOf() ?? makeDialog();
  if (!dialog.open) dialog.showModal();
  dialog.querySelector('input')?.select();
  void loaded();
}

function makeDialog(): HTMLDialogElement {
  const input = element('input', { type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false' });
  const label = element('label', { for: 'search' }, 'Search the documentation');
  const close = element('button', { type: 'button' }, 'Close');
  const results = element('ul');
  const status = element('p', { role: 'status' }, 'For example: refund, 3-D Secure, error 7, test cards');
  const dialog = element(
    'dialog',
    { class: 'search', 'aria-label': 'Search' },
    label,
    element('div', {}, input, close),
    status,
    results,
  );
  close.addEventListener('click', () => dialog.close());
  input.addEventListener('input', () => void showResults(input.value, results, status));
  dialog.addEventListener('keydown', (event) => {
    // Closes the dialog, as by default Escape in a search field only clears the text.
    if (event.key === 'Escape') dialog.close();
    else moveFocus(event, input, results);
  });
  document.body.append(dialog);
  return dialog;
}

async function showResults(question: string, list: HTMLElement, status: HTMLElement): Promise<void> {
  try {
    const found = question.trim() ? search(await loaded(), question) : [];
    const links = found.map(({ name, title, group, description }) =>
      element(
        'a',
        { href: name === 'index' ? address('docs') : `${address('docs')}/${name}`, 'data-name': name },
        element('small', {}, group),
        element('strong', {}, title),
        element('span', {}, description),
      ),
    );
    list.replaceChildren(...links.map((link) => element('li', {}, link)));
    showPassages(question, links);
    status.textContent = !question.trim()
      ? ''
      : found.length === 0
        ? 'Nothing found. Try another word, or fewer words.'
        : `${found.length} ${found.length === 1 ? 'page' : 'pages'}`;
  } catch {
    status.textContent = 'The index did not load. Please try again.';
  }
}

/** The arrow keys move through the results, and Enter in the field opens the first one. */
function moveFocus(event: KeyboardEvent, input: HTMLElement, results: HTMLElement): void {
  const stops = [input, ...results.querySelectorAll<HTMLElement>('a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && at >= 0) {
    event.preventDefault();
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
  } else if (event.key === 'Enter' && at === 0 && stops[1]) {
    event.preventDefault();
    stops[1].click();
  }
}
