import { byId } from '../basics/dom.ts';
import { fetchPage } from '../basics/wire.ts';
import type { LaterPage } from '../method/parts.ts';

let latest: URL;

/**
 * Changes the language without leaving the page, so that the card stays in its fields. A navigation would empty the
 * fields, and the page must not store or send card data to fill them in again. Only if the new page differs in more
 * than its texts, the browser navigates. It fails if the server cannot be reached, and the page stays as it is.
 */
export async function changeLanguage(
  choice: HTMLButtonElement,
  { data, progress, onTexts }: LaterPage,
): Promise<void> {
  const form = choice.form as HTMLFormElement;
  const url = new URL(form.action);
  for (const { name, value } of form.querySelectorAll('input')) url.searchParams.set(name, value);
  url.searchParams.set(choice.name, choice.value);
  latest = url;
  const { status, response } = await fetchPage(url);
  // Texts may not change while a payment is under way.
  if (latest !== url || progress().isBusy || progress().view !== 'card') return;
  const next: Document | null = status === 200 ? response : null;
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
  onTexts();
  const details = form.parentElement as HTMLDetailsElement;
  // The focus stays in place if the customer has moved it to another field in the meantime.
  const isHere = details.contains(document.activeElement);
  details.open = false;
  if (isHere) details.querySelector('summary')?.focus();
}

/**
 * Whether the script or the customer may have changed something inside the element. All other elements contain only
 * text, which can be replaced as a whole.
 */
const isContainer = (element: Element): boolean => element.querySelector('[id], input, button') !== null;

/** Whether the part for methods is still empty: only the page with all texts has it. */
const isMissing = (part: Element): boolean =>
  part.matches('#by-method, #method') && part.firstElementChild === null;

const hasSameShape = (from: Element, to: Element): boolean =>
  isMissing(from) ||
  (from.localName === to.localName &&
    from.id === to.id &&
    isContainer(from) === isContainer(to) &&
    (!isContainer(from) ||
      (from.childElementCount === to.childElementCount &&
        [...from.children].every((child, index) => hasSameShape(child, to.children[index] as Element)))));

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
  if (isMissing(from)) return;
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
