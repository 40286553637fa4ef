import type { PageData } from '../data.ts';
import { byId, fill, data as readData, show } from './dom.ts';
import { meetOpener } from './embed.ts';
import { type FieldName, makeFields } from './fields.ts';
import { beginAttempt, finish, type Stage } from './flow.ts';
import { Cancelled, TimedOut } from './frame.ts';
import { type Attempt, forget, type Paid, recall, remember } from './memory.ts';
import { showMoney } from './money.ts';
import { Refused, Trouble, Unreachable } from './wire.ts';

const data = readData<PageData>();
const { amount, messages, embed, redirect } = data;
const { errors } = messages;

type View = 'card' | 'busy' | 'bank' | 'notice' | 'receipt';
const views: View[] = ['card', 'busy', 'bank', 'notice', 'receipt'];

const submit = byId<HTMLButtonElement>('submit');
const testCards = document.getElementById('test-cards');
const fields = makeFields(errors, data.testCards !== undefined);

/** One payment at a time, however often the button is pressed. */
let busy = false;
/** From here on there may be a payment. */
let underWay = false;
/** What goes on where it stopped, when the customer is back. */
let resume: (() => void) | undefined;

for (const place of document.querySelectorAll('[data-money]'))
  place.textContent = showMoney(amount.value, amount.currency, amount.exponent, data.locale);

function view(shown: View): void {
  for (const name of views) show(byId(name), name === shown);
  if (testCards) show(testCards, shown === 'card');
}

function setBusy(now: boolean): void {
  busy = now;
  fields.lock(now);
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

const opener = embed && parent !== window ? meetOpener(embed, close) : undefined;

/** A payment that may just be going through is past closing; before that, and at the bank's question, it is not. */
function close(): void {
  if (underWay && byId('bank').hidden) return;
  forget();
  opener?.tell({ florin: 'closed' });
}

async function pay(): Promise<void> {
  if (busy) return;
  byId('alert').textContent = '';
  const card = fields.read();
  if (!card) return;
  await attempt(async () => beginAttempt(data, card, opener ? await opener.order : {}));
}

/** From the beginning, or with an attempt that was under way. */
async function attempt(begin: () => Promise<Attempt>): Promise<void> {
  setBusy(true);
  let begun: Attempt | undefined;
  try {
    begun = await begin();
    underWay = true;
    const transactionId = await finish(data, begun, stage);
    succeed({ transactionId, at: Date.now() });
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Trouble) {
      const known = begun;
      wait(error, () => attempt(known ? async () => known : begin));
    } else fail(error);
  }
}

/** Nothing is lost; it goes on by itself when the connection is back, or with the button. */
function wait(error: unknown, goOn: () => void): void {
  const [title, hint] =
    error instanceof Unreachable
      ? [errors.offline, errors.offlineHint]
      : [errors.trouble, errors.troubleHint];
  view('notice');
  byId('notice-text').replaceChildren(element('h2', title), element('p', hint));
  byId('retry').focus();
  resume = () => {
    resume = undefined;
    view('busy');
    goOn();
  };
}

byId('retry').addEventListener('click', () => resume?.());
addEventListener('online', () => resume?.());

const element = (name: string, text: string): HTMLElement =>
  Object.assign(document.createElement(name), { textContent: text });

/** The codes that a field can be corrected for. */
const ofField: Record<string, [FieldName, string]> = {
  PAYMENT_CARD_NUMBER_INVALID: ['number', errors.numberInvalid],
  PAYMENT_CARD_SCHEME_UNKNOWN: ['number', errors.numberScheme],
  PAYMENT_CARD_SCHEME_UNSUPPORTED: ['number', errors.numberScheme],
  PAYMENT_CARD_EXPIRED: ['expiry', errors.expired],
  PAYMENT_CARD_SECURITY_CODE_INVALID: ['code', errors.codeInvalid],
};

const ofPayment: Record<string, string> = {
  PAYMENT_INSUFFICIENT_FUNDS: errors.funds,
  PAYMENT_AMOUNT_LIMIT: errors.limit,
  PAYMENT_CARD_DISABLED: errors.disabled,
  // Who holds a card that was reported lost need not learn it here.
  PAYMENT_CARD_LOST: errors.rejected,
  TDSECURE_REQUIRED: errors.tds,
  TDSECURE_FAILED: errors.tds,
  TOKEN_INVALID: errors.tooOld,
};

const ofMerchant = new Set([
  'PAYMENT_INTEGRATION_DISABLED',
  'PAYMENT_INTEGRATION_KEY_UNKNOWN',
  'PAYMENT_RECEIVER_BLOCKED',
  'TEST_MODE_MIXED',
  'REQUEST_INVALID',
  'BODY_INVALID',
]);

/** It is over, and nothing was paid: back to the card, with what can be done about it. */
function fail(error: unknown): void {
  forget();
  underWay = false;
  setBusy(false);
  view('card');
  if (error instanceof Cancelled) {
    submit.focus();
    return;
  }
  const code = error instanceof Refused ? error.code : '';
  const inField = ofField[code];
  if (inField) {
    fields.refuse(...inField);
    return;
  }
  const merchant = fill(errors.merchant, { merchant: data.merchant });
  const reason = error instanceof TimedOut ? errors.tdsTimeout : (ofPayment[code] ?? errors.rejected);
  byId('alert').replaceChildren(
    element('strong', ofMerchant.has(code) ? merchant : reason),
    element('span', errors.notCharged),
  );
  byId('number').focus();
}

function succeed(paid: Paid): void {
  fields.clear();
  underWay = false;
  setBusy(false);
  if (opener) {
    // The merchant's page may be paid again for the same, in this tab: nothing of this payment stays.
    forget();
    showReceipt(paid);
    opener.tell({ florin: 'paid', transaction: { id: paid.transactionId } });
    return;
  }
  remember({ paid });
  showReceipt(paid, true);
  if (redirect) location.replace(targetOf(redirect, paid));
}

/** The redirect's own query stays as it is. */
function targetOf(url: string, { transactionId }: Paid): string {
  const [, front = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  return `${front}${front.includes('?') ? '&' : '?'}transactionId=${transactionId}${fragment}`;
}

function showReceipt(paid: Paid, leaving = false): void {
  const { receipt } = messages;
  const time = new Intl.DateTimeFormat(data.locale, { dateStyle: 'long', timeStyle: 'short' });
  byId('paid-date').textContent = time.format(paid.at);
  byId('paid-id').textContent = paid.transactionId;
  const onward = byId<HTMLAnchorElement>('onward');
  if (redirect) {
    onward.href = targetOf(redirect, paid);
    onward.textContent = fill(leaving ? receipt.leaving : receipt.back, { host: new URL(redirect).host });
  } else if (data.again) {
    onward.href = data.again;
    onward.textContent = receipt.again;
  }
  show(onward, !opener && Boolean(redirect ?? data.again));
  view('receipt');
  byId('paid').focus();
}

const form = byId<HTMLFormElement>('card');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  pay();
});
document.getElementById('close')?.addEventListener('click', close);

for (const button of document.querySelectorAll<HTMLElement>('[data-number]'))
  button.addEventListener('click', () => {
    if (busy) return;
    const year = String((new Date().getFullYear() + 3) % 100);
    fields.fillIn({ number: button.dataset.number ?? '', expiry: `12${year}`, code: '123' });
    testCards?.querySelector('details')?.removeAttribute('open');
    submit.focus();
  });

/** A page that the browser has kept, and shows again, must not show a card. */
addEventListener('pagehide', () => fields.clear());

const memory = recall();
const known = memory.attempt;
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (known) {
  view('busy');
  attempt(async () => known);
} else if (memory.paid && navigation?.type !== 'navigate') showReceipt(memory.paid);
// Pressed before this script was there.
else if (form.dataset.pressed) pay();

opener?.tell({ florin: 'ready' });
