import type { PageData } from '../data.ts';
import { byId } from './dom.ts';

interface Page {
  /** Whether texts may change now; while a payment is under way they may not. */
  isIdle(): boolean;
  /** The page has another language: what the script wrote has to be written anew. */
  changed(): void;
  /** The server cannot be reached. The page stays as it is. */
  failed(): void;
}

/**
 * Changes the language without leaving the page. The card stays in its fields: a navigation would empty them, and card
 * data must never be stored or sent to survive one. A page that differs in more than its texts is navigated to.
 */
export function makeLanguageSwitch(data: PageData, { isIdle, changed, failed }: Page): void {
  const form = document.querySelector<HTMLFormElement>('.languages form');
  let latest: URL;
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const choice = event.submitter as HTMLButtonElement;
    const url = new URL(form.action);
    for (const { name, value } of form.querySelectorAll('input')) url.searchParams.set(name, value);
    url.searchParams.set(choice.name, choice.value);
    latest = url;
    const next = await load(url).catch(failed);
    if (next === undefined || latest !== url || !isIdle()) return;
    const [from, to] = [document, next].map((page) => page?.querySelector('.page'));
    if (!next || !from || !to || !isAlike(from, to)) {
      location.assign(url);
      return;
    }
    history.replaceState(null, '', url);
    document.documentElement.lang = next.documentElement.lang;
    document.title = next.title;
    translate(from, to);
    byId('data').replaceWith(next.getElementById('data') as HTMLElement);
    assignDeep(data, JSON.parse(byId('data').textContent ?? ''));
    changed();
    const details = form.parentElement as HTMLDetailsElement;
    details.open = false;
    details.querySelector('summary')?.focus();
  });
}

/** The document at a URL, in which no script runs; null if the answer is no page to pay on. */
const load = (url: URL): Promise<Document | null> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    // The policy of this page would report another inline style sheet as a violation.
    request.setRequestHeader('Florin-Part', 'texts');
    request.responseType = 'document';
    request.onload = () => resolve(request.status === 200 ? request.response : null);
    request.onerror = reject;
    request.send();
  });

/** Whether the element holds what the script or the customer has touched. All else is text that can be replaced. */
const isContainer = (element: Element): boolean => element.querySelector('[id], input, button') !== null;

const isAlike = (from: Element, to: Element): boolean =>
  from.localName === to.localName &&
  from.id === to.id &&
  isContainer(from) === isContainer(to) &&
  (!isContainer(from) ||
    (from.childElementCount === to.childElementCount &&
      [...from.children].every((child, index) => isAlike(child, to.children[index] as Element))));

const translated = [
  'aria-label',
  'aria-current',
  'title',
  'placeholder',
  'data-title',
  'data-front',
  'data-back',
];

function translate(from: Element, to: Element): void {
  for (const name of translated) {
    const value = to.getAttribute(name);
    if (value !== null) from.setAttribute(name, value);
    else from.removeAttribute(name);
  }
  if (!isContainer(from)) {
    from.replaceChildren(...to.childNodes);
    return;
  }
  const others = [...to.children];
  [...from.children].forEach((child, index) => {
    translate(child, others[index] as Element);
  });
}

/** Keeps the objects, as parts of the script hold them, and changes their values. */
function assignDeep(target: object, source: object): void {
  for (const [name, value] of Object.entries(source)) {
    const known = Reflect.get(target, name);
    if (known && typeof known === 'object') assignDeep(known, value);
    else Reflect.set(target, name, value);
  }
}
