import type { PageData } from '../data.ts';
import { after, isAttended, untilSettled, whenUnattended } from './attention.ts';
import { byId, element, data as readData, refuse, show } from './dom.ts';
import { meetOpener } from './embed.ts';
import { type Card, makeFields } from './fields.ts';
import { beginAttempt, disabled, finish, leave, type Stage, Unattended, whatBecameOf } from './flow.ts';
import { makeLanguageSwitch } from './language.ts';
import { type Attempt, forget, isTooOld, type Paid, recall, remember } from './memory.ts';
import { showMoney } from './money.ts';
import { makePayer } from './payer.ts';
import { fillReceipt, targetOf } from './receipt.ts';
import { type Refusal, refusalOf } from './refusals.ts';
import { Open, Refused, Unreachable } from './wire.ts';

const data = readData<PageData>();
const { amount, messages, embed, inline, redirect, linkId } = data;
const { errors } = messages;

const views = ['card', 'busy', 'bank', 'notice', 'ask', 'receipt'] as const;
type View = (typeof views)[number];
let shown: View = 'card';

const form = byId<HTMLFormElement>('card');
const submit = byId<HTMLButtonElement>('submit');
const fields = makeFields(data);
const payer = makePayer(data);

/** One payment at a time, however often the button is pressed. */
let busy = false;
/** When the customer pressed a button that pays; the attempt knows of later ones, at the bank. */
let pressed = 0;
const lastPressed = () => attempt?.pressed ?? pressed;
/** Goes to the vault, and no further. */
let card: Card | undefined;
/** From here on there may be a payment. */
let attempt: Attempt | undefined;
/** How long the receipt stays in the dialog of `sdk.js` where nobody touches it, in milliseconds: time to see it all. */
const receiptTime = 15_000;
/** That somebody does: reads on, or enters an address, be it dictated or the browser's. */
const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'focusin', 'input'];

/** Ends what waits for the clock. */
let endWait = () => {};

function formatMoney(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-money]'))
    place.textContent = showMoney(Number(place.dataset.money), amount.currency, amount.exponent, data.locale);
}
formatMoney();

makeLanguageSwitch(data, {
  isIdle: () => !busy && shown === 'card',
  changed() {
    formatMoney();
    fields.retell();
    payer.retell();
  },
  failed: () => byId('alert').replaceChildren(element('strong', errors.offline)),
});

function view(next: View): void {
  shown = next;
  endWait();
  for (const name of views) show(byId(name), name === next);
  for (const part of document.querySelectorAll<HTMLElement>('[data-with=card]')) show(part, next === 'card');
  if (inline) takeScreen(next === 'bank' || next === 'notice' || next === 'ask');
}

/** Inline fields have little room, and none of the amount: what asks the customer something takes the screen. */
function takeScreen(whole: boolean): void {
  document.documentElement.classList.toggle('whole', whole);
  opener?.tell({ florin: 'screen', whole });
}

function setBusy(now: boolean): void {
  busy = now;
  fields.lock(now);
  payer.lock(now);
  submit.setAttribute('aria-disabled', String(now));
  submit.classList.toggle('working', now);
  byId('status').textContent = now ? messages.paying : '';
}

const stage: Stage = {
  background: Object.assign(document.createElement('div'), { hidden: true }),
  working: () => view('busy'),
  bank() {
    view('bank');
    byId('bank-title').focus();
    return { place: byId('frame'), cancel: byId('cancel') };
  },
};
document.body.append(stage.background);

const opener =
  embed && parent !== window
    ? meetOpener(embed, inline ? { onPay: () => pay(Date.now()) } : { onClose: close })
    : undefined;

/** It closes as soon as the bank is left. */
let closing = false;

/** While a payment may just be going through, nothing closes. */
function close(): void {
  if (attempt && (shown === 'card' || shown === 'busy')) return;
  if (attempt?.left && shown === 'bank') {
    closing = true;
    byId('cancel').click();
    return;
  }
  const unknown = attempt?.sent !== undefined;
  if (!unknown) forget();
  opener?.tell({ florin: 'closed', unknown });
}

function pay(at: number): void {
  if (busy) return;
  byId('alert').textContent = '';
  card = fields.read();
  if (!payer.isComplete(card !== undefined) || !card) {
    stopped('invalid', document.querySelector('.error:not(:empty)')?.textContent);
    return;
  }
  pressed = at;
  run(goOn);
}

/** A step that may end in the id of a transaction. Whatever stops it, what is shown then is true. */
async function run(step: () => Promise<string>): Promise<void> {
  setBusy(true);
  try {
    succeed({ transactionId: await step(), card: attempt?.card, email: attempt?.body.payer?.email });
  } catch (error) {
    const refusal = refusalOf(error, data);
    if (linkId && error instanceof Refused && error.code === disabled) reopen();
    else if (refusal) fail(refusal);
    else if (!(error instanceof Unattended)) wait(error);
    else if (attempt?.sent) run(look);
    else ask();
  }
}

/** From the beginning, or from where it stopped. */
async function goOn(): Promise<string> {
  if (!attempt) {
    const order = opener ? await opener.order : {};
    attempt = await beginAttempt(data, card as Card, order, pressed, payer.read());
  }
  return finish(data, attempt, stage);
}

/** Finds out what became of a request that had no answer, and pays nothing. */
function look(): Promise<string> {
  view('busy');
  return findOut();
}

async function findOut(): Promise<string> {
  if (attempt?.sent) {
    await untilSettled(attempt.sent);
    const id = await whatBecameOf(data, attempt);
    if (id) return id;
    attempt.sent = undefined;
    remember({ attempt });
  }
  throw new Unattended();
}

/** It goes on by itself when the connection is back, or with the button, while somebody is there to be charged. */
function wait(error: unknown): void {
  closing = false;
  if (error instanceof Open && attempt && !isTooOld(attempt)) {
    listen();
    return;
  }
  const attended = isAttended(lastPressed());
  if (!attended && !attempt?.sent) {
    ask();
    return;
  }
  const [title, hint] =
    error instanceof Unreachable
      ? [errors.offline, errors.offlineHint]
      : [errors.trouble, errors.troubleHint];
  notify(title, attended ? hint : errors.unknown);
  if (attended) endWait = whenUnattended(lastPressed(), () => wait(error));
}

/** How long the bank is given between two questions whether it has answered, in milliseconds; then twice as long. */
const firstPause = 5000;
const longestPause = 60_000;
let pause = firstPause;
let listening = false;

/** The bank has not answered us: it is asked behind the notice, in longer and longer pauses, what became of it. */
function listen(): void {
  notify(errors.silent, errors.silentHint);
  endWait = after(pause, async () => {
    listening = true;
    await run(isAttended(lastPressed()) ? goOn : findOut);
    listening = false;
  });
  pause = Math.min(2 * pause, longestPause);
}

/** What is said already is not said again. */
function notify(title: string, hint: string): void {
  const text = byId('notice-text');
  const known = shown === 'notice' && text.textContent === title + hint;
  view('notice');
  // What may have paid cannot be called off.
  show(byId('leave'), !attempt?.sent);
  if (known) return;
  text.replaceChildren(element('h2', title), element('p', hint));
  byId('retry').focus();
}

/** What was pressed for is done by itself; what was pressed for long ago is only looked after. */
function resume(): void {
  if (shown !== 'notice') return;
  view('busy');
  if (!listening) run(isAttended(lastPressed()) ? goOn : look);
}

addEventListener('online', resume);
byId('retry').addEventListener('click', () => {
  if (isAttended(lastPressed())) press();
  resume();
});

/** The customer is there. */
function press(): void {
  pressed = Date.now();
  if (attempt) remember({ attempt: Object.assign(attempt, { pressed }) });
}

/** Nothing was paid, and nothing will be without another press. */
function ask(): void {
  if (attempt && isTooOld(attempt)) {
    if (attempt.left) giveUp();
    else fail({ words: [errors.tooOld] });
    return;
  }
  view('ask');
  // Not the button: who was typing somewhere else has not pressed it.
  byId('ask-title').focus();
}

byId('again').addEventListener('click', () => {
  press();
  view('busy');
  run(goOn);
});
for (const button of document.querySelectorAll('[data-leave]'))
  button.addEventListener('click', () => {
    if (!attempt?.left) {
      fail({ words: [errors.cancelled] });
      return;
    }
    press();
    giveUp();
  });

function giveUp(): void {
  view('busy');
  run(() => leave(data, attempt as Attempt, stage));
}

/** It is over, and nothing was paid: back to the card, with what can be done about it. */
function fail(refusal: Refusal): void {
  if (data.ended) {
    reopen();
    return;
  }
  end();
  view('card');
  if (closing) close();
  closing = false;
  if ('field' in refusal && byId(refusal.field).offsetParent) {
    refuse(refusal.field, refusal.message);
    stopped('declined', refusal.message);
    return;
  }
  const words = 'field' in refusal ? [refusal.message] : refusal.words;
  byId('alert').replaceChildren(element('strong', ...words), element('span', errors.notCharged));
  const { offsetParent } = byId('number');
  byId(offsetParent ? 'number' : 'code').focus();
  stopped('declined', byId('alert').textContent);
}

/** The merchant's page waits for what came of its button. */
function stopped(code: 'invalid' | 'declined', message: string | null | undefined): void {
  if (inline) opener?.tell({ florin: 'stopped', code, message: message ?? '' });
}

/** The link has ended, and nothing was paid here: the server says in which way, to a page that remembers nothing. */
function reopen(): void {
  forget();
  attempt = undefined;
  view('busy');
  location.reload();
}

/** Nothing is under way any more. */
function end(): void {
  forget();
  attempt = undefined;
  card = undefined;
  pause = firstPause;
  setBusy(false);
}

function succeed(paid: Paid): void {
  end();
  fields.clear();
  payer.fillIn();
  if (opener) {
    // The merchant's page may be paid again for the same, in this tab: nothing of this payment stays.
    opener.tell({ florin: 'paid', transaction: { id: paid.transactionId } });
    showReceipt(paid);
    if (!inline) closeSoon();
    return;
  }
  remember({ paid });
  showReceipt(paid, true);
  if (redirect) location.replace(targetOf(redirect, paid));
}

function showReceipt(paid: Paid, leaving = false): void {
  fillReceipt(data, paid, leaving);
  view('receipt');
  byId('paid').focus();
}

/** By itself, but not while it is being looked at more closely. */
function closeSoon(): void {
  const stay = after(receiptTime, close);
  for (const touch of touches) addEventListener(touch, stay, { once: true });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (inline) opener?.tell({ florin: 'submit' });
  else pay(Date.now());
});
byId('print').addEventListener('click', () => print());
addEventListener('beforeprint', () => document.querySelector('.items')?.setAttribute('open', ''));
for (const button of document.querySelectorAll('[data-close]')) button.addEventListener('click', close);

for (const button of document.querySelectorAll<HTMLElement>('[data-number]'))
  button.addEventListener('click', () => {
    if (busy) return;
    const year = String((new Date().getFullYear() + 3) % 100);
    fields.fillIn({ number: button.dataset.number ?? '', expiry: `12${year}`, code: '123' });
    button.closest('details')?.removeAttribute('open');
    submit.focus();
  });

/** A page that the browser has kept, and shows again, must not show a card. */
addEventListener('pagehide', () => fields.clear());

const memory = recall();
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const early = Number(form.dataset.pressed);
if (memory.attempt) {
  attempt = memory.attempt;
  pressed = attempt.pressed;
  payer.fillIn(attempt.body.payer);
  view('busy');
  run(isAttended(lastPressed()) ? goOn : look);
} else if (memory.paid && navigation?.type !== 'navigate') showReceipt(memory.paid);
// Pressed before this script was there.
else if (isAttended(early) && !inline) pay(early);

opener?.tell({ florin: inline && data.ended ? 'refused' : 'ready' });
