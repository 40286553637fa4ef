import type { Failure } from '../attempt/progress.ts';
import { digitsIn } from '../basics/digits.ts';
import { byId, element, fill, show, showFault } from '../basics/dom.ts';
import { fetchPage } from '../basics/wire.ts';
import type { LaterPage, MethodError, MethodParts } from './parts.ts';
import { makeMethod } from './payment-by-method.ts';

/** Returns a function that loads the texts for methods once, and returns the functions. It fails if the server cannot be reached. */
export function loadMethods(page: LaterPage): () => Promise<MethodParts> {
  let loading: Promise<MethodParts> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  async function load(): Promise<MethodParts> {
    const { response } = await fetchPage(new URL(location.href)).catch(() => {
      const failure: Failure = { kind: 'offline' };
      throw Object.assign(new Error(failure.kind), { failure });
    });
    const texts: Document = response;
    const { methods, payer } = JSON.parse(texts.getElementById('data')?.textContent ?? '');
    Object.assign(page.data, { methods, payer });
    for (const part of document.querySelectorAll('#by-method, #submit, #method'))
      part.replaceChildren(...(texts.getElementById(part.id)?.childNodes ?? []));
    byId('method').setAttribute('aria-labelledby', 'method-title');
    page.onTexts();
    return makeChoice(page);
  }
}

function makeChoice(page: LaterPage): MethodParts {
  const { data, progress, chosen } = page;
  const run = makeMethod(page);
  const words = () => data.methods as NonNullable<typeof data.methods>;

  function showNeeds(): void {
    const radio = chosen();
    for (const part of document.querySelectorAll<HTMLElement>('[data-for]'))
      show(part, part.dataset.for === radio?.value);
    for (const field of document.querySelectorAll<HTMLElement>('[data-needed]'))
      show(field, Boolean(radio?.dataset.needs?.split(' ').includes(field.dataset.needed ?? '')));
    show(document.querySelector('#submit > .label') as HTMLElement, !radio);
  }

  /**
   * Opens the tab in which the customer will agree. It must open with the click: browsers block it later. The tab cannot reach
   * this page, which is part of the shop's page.
   */
  function openTab(): Window | null {
    if (parent === window || data.inline || progress().attempt || chosen()?.dataset.digits) return null;
    const tab = open('', '_blank');
    if (!tab) return null;
    tab.opener = null;
    tab.document.body.append(data.messages.paying);
    return tab;
  }

  async function go(): Promise<string> {
    const tab = openTab();
    try {
      return await run.go(progress().attempt, chosen(), tab);
    } catch (error) {
      if ((error as MethodError).failure?.kind !== 'waiting') tab?.close();
      throw error;
    }
  }

  /** Asks for the outcome. It begins no payment, as the customer may have left. */
  async function look(): Promise<string> {
    if (progress().attempt?.sent) return go();
    const failure: Failure = { kind: 'unattended' };
    throw Object.assign(new Error(failure.kind), { failure });
  }

  const leave = async () => {
    const { attempt } = progress();
    if (!attempt) throw new Error('No payment can be left');
    return run.leave(attempt);
  };

  for (const button of document.querySelectorAll('#method [data-leave]'))
    button.addEventListener('click', () => page.applyEvent('leave'));
  // A customer who comes back to this tab has perhaps agreed.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && progress().view === 'method') page.applyEvent('online');
  });
  // A change of the language replaces the labels of the button.
  new MutationObserver(showNeeds).observe(byId('submit'), { childList: true });
  showNeeds();
  // A page of cards alone says "Card" there, and a customer can come back to it.
  (byId('paid-card').previousElementSibling as HTMLElement).textContent = words().paidWith;
  if (page.isReturned && data.embed) {
    // Only the method has used this tab: the shop's page waits in another one.
    data.redirect = undefined;
    byId('method').after(Object.assign(element('p', words().closeTab), { id: 'close-tab' }));
    document.documentElement.classList.add('returned');
  }

  return {
    showNeeds,
    isComplete() {
      const radio = chosen();
      const count = radio?.dataset.digits;
      if (!radio || !count) return true;
      const id = `code-${radio.value}`;
      const isRight = digitsIn(byId<HTMLInputElement>(id).value).length === Number(count);
      showFault(id, isRight ? '' : fill(words().codeInvalid, { count }));
      if (!isRight) byId(id).focus();
      return isRight;
    },
    steps: { go, look, find: look, leave },
    showWaiting: run.showWaiting,
  };
}
