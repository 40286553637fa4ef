import type { PageData } from '../page-data.ts';
import { recall, remember } from './attempt/memory.ts';
import type { Failure } from './attempt/progress.ts';
import { digitsIn } from './basics/digits.ts';
import { byId, fill, data as readData, show, showFault } from './basics/dom.ts';
import type { MethodError, MethodPage, MethodRun } from './method/parts.ts';

/** The choice of a method. The script that pays by one is loaded when the customer has chosen one. */

const form = byId<HTMLFormElement>('card');
const list = byId('methods') as HTMLElement | null;
const isTop = parent === window;

/** The place of the last method that this device has paid with: one word, which no request contains. */
const place = 'florin-method';

/** Whether the customer comes back to a tab that only their method has used: the shop's page waits in another one. */
let isReturnedTab = false;

let page: MethodPage;
let loading: Promise<void> | undefined;
let made: MethodRun | undefined;

/** The chosen method; undefined for a card. */
function chosen(): HTMLInputElement | undefined {
  const radio = list?.querySelector<HTMLInputElement>(':checked');
  return radio?.value ? radio : undefined;
}

/** Shows what the chosen method needs. */
function showNeeds(): void {
  const radio = chosen();
  const needs = radio?.dataset.needs?.split(' ') ?? [];
  form.classList.toggle('by-method', radio !== undefined);
  for (const part of document.querySelectorAll<HTMLElement>('[data-for]'))
    show(part, part.dataset.for === radio?.value);
  for (const field of document.querySelectorAll<HTMLElement>('[data-needed]'))
    show(field, needs.includes(field.dataset.needed ?? ''));
  show(document.querySelector('#submit > .label') as HTMLElement, !radio);
  if (radio) load().catch(() => {});
}

/** Runs the script in the template of the page, which has the page's nonce. */
function load(): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const copy = byId<HTMLTemplateElement>('later').content.cloneNode(true) as DocumentFragment;
    const script = copy.firstElementChild as HTMLScriptElement;
    script.onload = () => resolve();
    script.onerror = () => {
      loading = undefined;
      const failure: Failure = { kind: 'offline' };
      reject(Object.assign(new Error(failure.kind), { failure }));
    };
    document.head.append(copy);
  });
  return loading;
}

async function loaded(): Promise<MethodRun> {
  await load();
  made ??= window.florinMethod?.(page) as MethodRun;
  return made;
}

/**
 * Opens the tab in which the customer will agree. It must open with the click: browsers block it later. The tab cannot reach
 * this page, which is part of the shop's page.
 */
function openTab(): Window | null {
  const { data, progress } = page;
  const isPage = !progress().attempt && chosen()?.dataset.digits === '0';
  if (isTop || data.inline || !isPage) return null;
  const tab = open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.body.append(data.messages.paying);
  return tab;
}

async function go(): Promise<string> {
  const tab = openTab();
  const { attempt } = page.progress();
  try {
    return await (await loaded()).go(attempt, chosen(), tab);
  } catch (error) {
    if ((error as MethodError).failure?.kind !== 'waiting') tab?.close();
    throw error;
  }
}

/** Asks for the outcome. It begins no payment, as the customer may have left. */
async function look(): Promise<string> {
  if (page.progress().attempt?.sent) return go();
  const failure: Failure = { kind: 'unattended' };
  throw Object.assign(new Error(failure.kind), { failure });
}

const leave = async () => {
  const { attempt } = page.progress();
  const method = await loaded();
  if (!attempt) throw new Error('No payment can be left');
  return method.leave(attempt);
};

window.florinMethods = {
  chosen,
  isComplete() {
    const radio = chosen();
    const count = radio?.dataset.digits ?? '0';
    if (!radio || count === '0') return true;
    const id = `code-${radio.value}`;
    const isRight = digitsIn(byId<HTMLInputElement>(id).value).length === Number(count);
    showFault(id, isRight ? '' : fill(page.data.methods?.codeInvalid ?? '', { count }));
    if (!isRight) byId(id).focus();
    return isRight;
  },
  start(given) {
    page = given;
    if (list)
      given.opener?.order.then(({ plan, unplanned }) => {
        // No method can be charged again later.
        if (plan || unplanned) list.remove();
        showNeeds();
      });
    if (isReturnedTab) given.data.redirect = undefined;
  },
  steps: { go, look, find: look, leave },
  showWaiting: () => made?.showWaiting(),
};

if (list) {
  try {
    const used = localStorage.getItem(place);
    const row = used === null ? null : (byId(`by-${used}`) as HTMLElement | null);
    if (row) {
      row.parentElement?.prepend(row);
      (row.firstElementChild as HTMLInputElement).checked = true;
    }
  } catch {
    // Without storage, the methods stay in the order of the page.
  }
  list.addEventListener('change', showNeeds);
  // When the customer returns to the page, a browser restores the choice.
  addEventListener('pageshow', showNeeds);
  // A change of the language replaces the labels of the button.
  new MutationObserver(showNeeds).observe(byId('submit'), { childList: true });
  form.addEventListener('submit', () => {
    try {
      localStorage.setItem(place, chosen()?.value ?? '');
    } catch {
      // The next page has the order that the server gives.
    }
  });
  showNeeds();
}

const [, state] = /^#returned=([\w.~-]+)$/.exec(location.hash) ?? [];
if (state && isTop) {
  // Nobody who sees the address later, for example in the history, can ask about the payment.
  history.replaceState(history.state, '', location.pathname + location.search);
  const { attempt } = recall();
  const now = Date.now();
  if (attempt?.method) attempt.method.isBack = true;
  remember({
    attempt: attempt ?? {
      idempotencyKey: '',
      since: now,
      pressed: now,
      sent: now,
      left: [],
      method: { state, isBack: true },
      body: { hints: [] },
    },
  });
  isReturnedTab = Boolean(readData<PageData>().embed);
  show(byId('close-tab'), isReturnedTab);
  document.documentElement.classList.toggle('returned', isReturnedTab);
}
