import { localizeMoney } from '#domain/money/show-money.ts';
import type { PageData } from '../page-data.ts';
import { receiptSeconds } from '../page-data.ts';
import { beginAttempt, type Stage } from './attempt/flow.ts';
import { forget, type Paid, recall, remember } from './attempt/memory.ts';
import {
  type Actions,
  advance,
  beginning,
  type Event,
  type Step,
  type Trouble,
  type View,
  views,
} from './attempt/progress.ts';
import type { Refusal } from './attempt/refusals.ts';
import { failureOf, makeSteps } from './attempt/steps.ts';
import { after, isAttended, whenUnattended } from './basics/attention.ts';
import { byId, element, data as readData, refuse, show } from './basics/dom.ts';
import { meetOpener } from './basics/embedding.ts';
import { post, Unreachable, warmUp } from './basics/wire.ts';
import { type Card, makeFields } from './form/card-fields.ts';
import { makePayer } from './form/payer-fields.ts';
import type { Later, MethodError, MethodParts } from './method/parts.ts';
import { fillReceipt, targetOf } from './page/receipt-view.ts';

const data = readData<PageData>();
const { amount, messages, embed, inline } = data;
const { errors } = messages;

const form = byId<HTMLFormElement>('card');
const submit = byId<HTMLButtonElement>('submit');
const fields = makeFields(data);
let payer = makePayer(data);
/** The functions for other methods than a card, once they are loaded. */
let methods: MethodParts | undefined;

/** The progress of the payment. Only {@link applyEvent} changes it. */
let progress = beginning;
/** The card that the customer has typed. The page sends it to the vault, and to no other server. */
let card: Card | undefined;
/** Ends the timers of the view that is shown. */
let endWait = () => {};

/**
 * The events that show that a customer is reading, or entering an address, also by voice or autofill. Scrolling with a
 * finger begins with `pointerdown`.
 */
const presenceEvents = ['pointerdown', 'keydown', 'wheel', 'focusin', 'input'];

function formatMoney(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-money]'))
    place.textContent = localizeMoney(
      Number(place.dataset.money),
      amount.currency,
      amount.exponent,
      data.locale,
    );
}
formatMoney();

/** The choice of a method; undefined for a card. */
function chosen(): HTMLInputElement | undefined {
  const radio = form.querySelector<HTMLInputElement>('[name=method]:checked');
  return radio?.value ? radio : undefined;
}

/** Hides the card's fields if another method is chosen, and shows what the method needs. */
function choose(): void {
  form.classList.toggle('by-method', chosen() !== undefined);
  if (methods) methods.showNeeds();
  else if (chosen()) loadMethods().catch(() => {});
}

let loading: Promise<Later> | undefined;

/** Runs the script in the template of the page, which has the page's nonce. */
function later(): Promise<Later> {
  loading ??= new Promise((resolve, reject) => {
    const copy = byId<HTMLTemplateElement>('later').content.cloneNode(true) as DocumentFragment;
    const script = copy.querySelector('script') as HTMLScriptElement;
    script.onload = () =>
      resolve(
        window.florinLater({
          ...{
            data,
            progress: () => progress,
            applyEvent,
            payer: () => payer,
            opener,
            post,
            failureOf,
            chosen,
          },
          isReturned,
          onTexts() {
            formatMoney();
            fields.translate();
            payer.translate();
          },
        }),
      );
    script.onerror = () => {
      loading = undefined;
      reject(new Unreachable());
    };
    document.head.append(copy);
  });
  return loading;
}

async function loadMethods(): Promise<MethodParts> {
  if (!methods) {
    methods = await (await later()).methods();
    // A method can need more of the customer's data than a card.
    payer = makePayer(data);
    const { attempt } = progress;
    if (attempt) payer.fillIn(attempt.body.payer);
    methods.showNeeds();
  }
  return methods;
}

const sayOffline = () => byId('alert').replaceChildren(element('strong', errors.offline));

const stage: Stage = {
  background: Object.assign(element('div'), { hidden: true }),
  showBusy: () => applyEvent('busy'),
  showBank() {
    applyEvent('bank');
    byId('bank-title').focus();
    return { place: byId('frame'), cancel: byId('cancel') };
  },
};
document.body.append(stage.background);

const opener =
  embed && parent !== window
    ? meetOpener(embed, inline ? { onPay: () => pay(Date.now()) } : { onClose: () => applyEvent('close') })
    : undefined;

/** Advances the payment by an event, and performs the actions that follow. */
function applyEvent(...event: Event): void {
  const { isBusy } = progress;
  const [next, effects] = advance(progress, event, data, Date.now());
  progress = next;
  if (next.isBusy !== isBusy) lock(next.isBusy);
  for (const [name, ...given] of effects) (actions[name] as (...given: unknown[]) => void)(...given);
}

const actions: Actions = {
  show(next) {
    view(next);
    if (next === 'ask') byId('ask-title').focus();
    if (next === 'method') methods?.showWaiting();
  },
  run,
  notify,
  pause(milliseconds) {
    endWait = after(milliseconds, () => applyEvent('pause'));
  },
  watch(pressed, failure) {
    endWait = whenUnattended(pressed, () => applyEvent('late', failure));
  },
  refuse: showRefusal,
  succeed,
  cancel: () => byId('cancel').click(),
  close: (unknown) => opener?.tell({ florin: 'closed', unknown }),
  remember: (attempt) => remember({ attempt }),
  forget() {
    forget();
    card = undefined;
  },
  reload: () => location.reload(),
};

function view(next: View): void {
  endWait();
  say(next === 'busy');
  for (const name of views) if (byId(name)) show(byId(name), name === next);
  for (const part of document.querySelectorAll<HTMLElement>('[data-with=card]')) show(part, next === 'card');
  if (!inline) return;
  // Inline fields have little room, and do not show the amount, so a question to the customer needs the whole screen.
  const whole = /^(bank|method|notice|ask)$/.test(next);
  document.documentElement.classList.toggle('whole', whole);
  opener?.tell({ florin: 'screen', whole });
}

function lock(isBusy: boolean): void {
  fields.lock(isBusy);
  payer.lock(isBusy);
  submit.setAttribute('aria-disabled', String(isBusy));
  submit.classList.toggle('working', isBusy);
  say(isBusy);
}

/**
 * Tells screen readers that the payment is under way. While the customer is at their bank, the text is empty, so that
 * screen readers read it again afterwards.
 */
function say(isWorking: boolean): void {
  byId('status').textContent = isWorking ? messages.paying : '';
}

function pay(at: number): void {
  if (progress.isBusy) return;
  byId('alert').textContent = '';
  const byMethod = chosen();
  if (byMethod && !methods) {
    loadMethods().then(() => pay(at), sayOffline);
    return;
  }
  card = byMethod ? undefined : fields.read();
  const isRight = byMethod ? methods?.isComplete() : card;
  if (!payer.isComplete(Boolean(isRight)) || !isRight) {
    tellStopped('invalid', document.querySelector('.error:not(:empty)')?.textContent);
    return;
  }
  applyEvent('submit', at);
}

const steps = makeSteps(
  data,
  stage,
  () => progress.attempt,
  async () => {
    const order = opener ? await opener.order : {};
    const attempt = await beginAttempt(data, card as Card, order, progress.pressed, payer.read());
    applyEvent('begun', attempt);
  },
);

/** Runs a step, and shows its outcome: the receipt, or the reason why the step stopped. */
async function run(name: Step): Promise<void> {
  const isByMethod = progress.attempt ? progress.attempt.method : chosen();
  try {
    const transactionId = await (isByMethod ? (await loadMethods()).steps : steps)[name]();
    const { attempt } = progress;
    applyEvent('paid', { transactionId, card: attempt?.card, email: attempt?.body.payer?.email });
  } catch (error) {
    applyEvent('failed', (error as Partial<MethodError>).failure ?? failureOf(error, data));
  }
}

/** Shows the notice. Unchanged text is not written again, so that a screen reader does not read it again. */
function notify(problem: Trouble['kind'], isAttended: boolean, mayLeave: boolean): void {
  const title = errors[problem];
  const hint = isAttended ? errors[`${problem}Hint`] : errors.unknown;
  const text = byId('notice-text');
  const isKnown = !byId('notice').hidden && text.textContent === title + hint;
  view('notice');
  show(byId('leave'), mayLeave);
  if (isKnown) return;
  text.replaceChildren(element('h2', title), element('p', hint));
  byId('retry').focus();
}

/** Says why nothing was paid: at a field if the customer can correct it there, or above the form. */
function showRefusal(known: Refusal | 'cancelled' | 'tooOld'): void {
  const refusal: Refusal = typeof known === 'string' ? { words: [errors[known]] } : known;
  if ('field' in refusal && byId(refusal.field).offsetParent) {
    refuse(refusal.field, refusal.message);
    tellStopped('declined', refusal.message);
    return;
  }
  const { words, hint = errors.notCharged } = 'field' in refusal ? { words: [refusal.message] } : refusal;
  byId('alert').replaceChildren(element('strong', ...words, ' '), element('span', hint));
  const { offsetParent } = byId('number');
  (chosen() ?? byId(offsetParent ? 'number' : 'code')).focus();
  tellStopped('declined', byId('alert').textContent);
}

/** Tells the merchant's page, which has the button of inline fields, why the payment stopped. */
function tellStopped(code: 'invalid' | 'declined', message: string | null | undefined): void {
  if (inline) opener?.tell({ florin: 'stopped', code, message: message ?? '' });
}

function succeed(paid: Paid): void {
  fields.clear();
  payer.fillIn();
  if (opener) {
    // This tab may make another payment for the same page, so nothing of this payment must stay.
    opener.tell({ florin: 'paid', transaction: { id: paid.transactionId } });
    showReceipt(paid);
    if (!inline) closeSoon();
    return;
  }
  remember({ paid });
  showReceipt(paid, true);
  if (data.redirect) location.replace(targetOf(data.redirect, paid));
}

function showReceipt(paid: Paid, leaving = false): void {
  fillReceipt(data, paid, leaving);
  later().then(
    ({ offerMail }) => offerMail(paid),
    () => show(byId('mail'), false),
  );
  view('receipt');
  byId('paid').focus();
}

/** Closes the dialog after some time, unless the customer touches the receipt. */
function closeSoon(): void {
  const stay = after(1000 * receiptSeconds, () => applyEvent('close'));
  for (const touch of presenceEvents) addEventListener(touch, stay, { once: true });
}

addEventListener('online', () => applyEvent('online'));
for (const name of ['retry', 'again', 'leave', 'close'] as const)
  for (const button of document.querySelectorAll(`#${name},[data-${name}]`))
    button.addEventListener('click', () => applyEvent(name));
byId('print').addEventListener('click', () => print());
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (inline) opener?.tell({ florin: 'submit' });
  else pay(Date.now());
});
if (data.quiet) form.addEventListener('focusin', () => warmUp(data.base), { once: true });
addEventListener('beforeprint', () => document.querySelector('.items')?.setAttribute('open', ''));

for (const button of document.querySelectorAll<HTMLElement>('[data-number]'))
  button.addEventListener('click', () => {
    if (progress.isBusy) return;
    const year = (new Date().getFullYear() + 3) % 100;
    fields.fillIn({ number: button.dataset.number ?? '', expiry: `12${year}`, code: '123' });
    button.closest('details')?.removeAttribute('open');
    submit.focus();
  });

/** The browser may keep the page and show it again later. Then the page must not show a card. */
addEventListener('pagehide', () => fields.clear());

const languages = document.querySelector('.languages');
languages?.addEventListener('toggle', () => later().catch(() => {}));
languages?.addEventListener('submit', (event) => {
  event.preventDefault();
  const choice = (event as SubmitEvent).submitter as HTMLButtonElement;
  later()
    .then(({ changeLanguage }) => changeLanguage(choice))
    .catch(sayOffline);
});

/** The place of the last method that this device has paid with: one word, which no request contains. */
const place = 'florin-method';
const list = byId('methods') as HTMLElement | null;
if (list) {
  try {
    const used = localStorage.getItem(place);
    const radio = used !== null && form.querySelector<HTMLInputElement>(`[name=method][value="${used}"]`);
    if (radio) {
      list.lastElementChild?.prepend(radio.parentElement as HTMLElement);
      radio.checked = true;
    }
  } catch {
    // Without storage, the methods stay in the order of the page.
  }
  list.addEventListener('change', choose);
  // When the customer returns to the page, a browser restores the choice.
  addEventListener('pageshow', choose);
  form.addEventListener('submit', () => {
    try {
      localStorage.setItem(place, chosen()?.value ?? '');
    } catch {
      // The next page has the order that the server gives.
    }
  });
  void opener?.order.then(({ plan, unplanned }) => {
    // No method can be charged again later.
    if (plan || unplanned) list.remove();
    choose();
  });
  choose();
}

const memory = recall();
/** Sealed, by the method of a customer who comes back. It may be another browser than the one that has begun the payment. */
const [, state] = /^#returned=([\w.~-]+)$/.exec(location.hash) ?? [];
const isReturned = state !== undefined && parent === window;
if (isReturned) {
  // Nobody who sees the address later, for example in the history, can ask about the payment.
  history.replaceState(history.state, '', location.pathname + location.search);
  const now = Date.now();
  memory.attempt ??= {
    ...{ idempotencyKey: '', since: now, pressed: now, sent: now, left: [], method: { state } },
    body: { hints: [] },
  };
  if (memory.attempt.method) memory.attempt.method.isBack = true;
  remember({ attempt: memory.attempt });
}
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
/** The time at which the button was pressed before this script had loaded. */
const earlyPress = Number(form.dataset.pressed);
if (memory.attempt) {
  payer.fillIn(memory.attempt.body.payer);
  applyEvent('recall', memory.attempt);
} else if (memory.paid && navigation?.type !== 'navigate') showReceipt(memory.paid);
else if (isAttended(earlyPress) && !inline) pay(earlyPress);

opener?.tell({ florin: stateOf(), title: document.title });

/** A payment that was under way may still turn out to have paid a link that has ended, so the page is ready then. */
function stateOf(): 'ready' | 'refused' | 'ended' {
  if (!data.ended || memory.attempt) return 'ready';
  if (data.linkId) return 'ended';
  return inline ? 'refused' : 'ready';
}
