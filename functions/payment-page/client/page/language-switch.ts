import type { PageData } from '../../page-data.ts';
import { byId } from '../basics/dom.ts';

interface Page {
  /** Whether texts may change now; false while a payment is under way. */
  isIdle(): boolean;
  /** Called after the page has changed its language, to rewrite the texts that the script has written. */
  onChange(): void;
  /** Called if the server cannot be reached. The page stays as it is. */
  onError(): void;
}

/**
 * Changes the language without leaving the page, so that the card stays in its fields. A navigation would empty the
 * fields, and the page must not store or send card data to fill them in again. Only if the new page differs in more
 * than its texts, the browser navigates.
 */
export function makeLanguageSwitch(data: PageData, { isIdle, onChange, onError }: Page): void {
  const form = document.querySelector<HTMLFormElement>('.languages form');
  let latest: URL;
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const choice = event.submitter as HTMLButtonElement;
    const url = new URL(form.action);
    for (const { name, value } of form.querySelectorAll('input')) url.searchParams.set(name, value);
    url.searchParams.set(choice.name, choice.value);
    latest = url;
    const next = await load(url).catch(onError);
    if (next === undefined || latest !== url || !isIdle()) return;
    const [from, to] = [document, next].map((page) => page?.querySelector('.page'));
    if (!next || !from || !to || !hasSameShape(from, to)) {
      location.assign(url);
      return;
    }
    history.replaceState(null, '', url);
    document.documentElement.lang = next.documentElement.lang;
    document.title = next.title;
    translate(from, to);
    byId('data').replaceWith(next.getElementById('data') as HTMLElement);
    assignDeep(data as object as Record<string, unknown>, JSON.parse(byId('data').textContent ?? ''));
    onChange();
    const details = form.parentElement as HTMLDetailsElement;
    // The focus stays in place if the customer has moved it to another field in the meantime.
    const isHere = details.contains(document.activeElement);
    details.open = false;
    if (isHere) details.querySelector('summary')?.focus();
  });
}

/** Loads the document at a URL without running its scripts; null if the answer is not a payment page. */
const load = (url: URL): Promise<Document | null> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    // Requests the page without its inline style sheet, which this page's policy would report as a violation.
    request.setRequestHeader('Florin-Part', 'texts');
    request.responseType = 'document';
    request.onload = () => resolve(request.status === 200 ? request.response : null);
    request.onerror = reject;
    request.send();
  });

/**
 * Whether the script or the customer may have changed something inside the element. All other elements contain only
 * text, which can be replaced as a whole.
 */
const isContainer = (element: Element): boolean => element.querySelector('[id], input, button') !== null;

const hasSameShape = (from: Element, to: Element): boolean =>
  from.localName === to.localName &&
  from.id === to.id &&
  isContainer(from) === isContainer(to) &&
  (!isContainer(from) ||
    (from.childElementCount === to.childElementCount &&
      [...from.children].every((child, index) => hasSameShape(child, to.children[index] as Element))));

const translatedAttributes = [
  'aria-label',
  'aria-current',
  'title',
  'placeholder',
  'data-title',
  'data-front',
  'data-back',
];

function translate(from: Element, to: Element): void {
  for (const name of translatedAttributes) {
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

/**
 * Changes the values inside the objects and keeps the objects themselves, as other parts of the script hold references
 * to them.
 */
function assignDeep(target: Record<string, unknown>, source: object): void {
  for (const [name, value] of Object.entries(source)) {
    const known = target[name];
    if (known && typeof known === 'object') assignDeep(known as Record<string, unknown>, value);
    else target[name] = value;
  }
}
