import type { Draw } from '../../../lib/local/model/draw.ts';
import type { Books } from '../../stripe/stand-in/books.ts';
import { ApiError } from '../../stripe/stand-in/errors.ts';
import { methodRules } from '../../stripe/stand-in/method-rules.ts';
import type { StandIn } from '../../stripe/stand-in/start.ts';
import { pick } from '../pick.ts';
import type { LiveDispute, LivePayment, LiveShop } from './book.ts';

/** The shop and the acquirer of a change, and the random draws that decide about the change. */
interface Scene {
  stripe: StandIn;
  shop: LiveShop;
  books: Books;
  /** Milliseconds since 1970. */
  now: number;
  at: Draw;
}

/** Each change with its probability in percent. A change returns undefined if no object for the change exists. */
const changes: readonly [percent: number, make: (scene: Scene) => string | undefined][] = [
  [12, openDispute],
  [11, decideDispute],
  [8, answerProcessing],
  [5, appeal],
  [4, reinstate],
  [3, escalate],
  [8, failRefund],
  [8, payOut],
  [6, endPayout],
  [5, release],
  [4, takeFee],
  [8, refundInDashboard],
  [8, captureInDashboard],
  [5, incrementInDashboard],
  [3, payForeign],
  [2, crowd],
];

/**
 * Makes a change at the acquirer that no client requested from Florin. Florin learns of the change by events or by the
 * acquirer's books.
 */
export function makeChange(stripe: StandIn, shop: LiveShop, now: number, at: Draw): string | undefined {
  const scene = { stripe, shop, books: stripe.books(shop.account), now, at };
  let left = 100 * at('happening');
  for (const [percent, make] of changes) {
    if (left < percent) return make(scene);
    left -= percent;
  }
  return undefined;
}

function answerProcessing({ stripe, shop, at }: Scene): string | undefined {
  return shop.processing.length === 0 ? undefined : answerOne(stripe, shop, at);
}

/** Lets the bank of a method answer for the oldest payment that waits for it, perhaps after Florin has given it up. */
function answerOne(stripe: StandIn, { account, processing }: LiveShop, at: Draw): string {
  const id = processing.shift() ?? '';
  const approves = at(`answer to ${id}`) < 0.7;
  stripe.answerProcessing(id, approves, account);
  return `late ${approves ? 'approval' : 'rejection'} by a method`;
}

/** Lets the banks of methods answer all, or about half, of the payments that wait for them. */
export function answerAll(stripe: StandIn, shops: readonly LiveShop[], at: Draw, half = false): void {
  for (const shop of shops) {
    const left = half ? Math.floor(shop.processing.length / 2) : 0;
    while (shop.processing.length > left) answerOne(stripe, shop, at);
  }
}

/** Decides the open disputes as the acquirer does, and reinstates the money of won disputes. */
export function decideAll(stripe: StandIn, shops: readonly LiveShop[], at: Draw): void {
  for (const shop of shops)
    for (const dispute of shop.disputes) {
      if (!dispute.outcome) decide(stripe, shop, dispute, at);
      if (dispute.owed) reinstateOne(stripe, shop, dispute);
    }
}

/** True for a payment whose customer knows that it is paid, so that Florin does not give it up. */
const isKnown = ({ shop, books }: Scene, payment: string): boolean => {
  const florin = books.intents.find(({ id }) => id === payment)?.metadata.florin;
  return shop.payments.some(({ id }) => id === florin);
};

function openDispute(scene: Scene): string | undefined {
  const { stripe, shop, books, at } = scene;
  const disputed = new Set(shop.disputes.map(({ charge }) => charge));
  const charges = books.charges.filter(
    ({ id, amount_captured, payment_intent, payment_method_details: { type } }) =>
      amount_captured > 0 &&
      !disputed.has(id) &&
      !shop.foreign.includes(payment_intent) &&
      (type === 'card' || (methodRules[type]?.disputes && isKnown(scene, payment_intent))),
  );
  if (charges.length === 0) return undefined;
  const charge = pick(charges, at('charge'));
  const amount = 1 + Math.floor(at('disputed') * charge.amount_captured);
  const inquiry = at('inquiry') < 0.1;
  const status = inquiry ? 'warning_needs_response' : 'needs_response';
  const id = stripe.dispute(charge.payment_intent, { amount, status }, shop.account);
  shop.disputes.push({ id, charge: charge.id, amount, inquiry });
  return 'dispute';
}

function decideDispute({ stripe, shop, at }: Scene): string | undefined {
  const open = shop.disputes.filter(({ outcome }) => !outcome);
  return open.length === 0 ? undefined : decide(stripe, shop, pick(open, at('which')), at);
}

function decide(stripe: StandIn, shop: LiveShop, dispute: LiveDispute, at: Draw): string {
  const { id, inquiry } = dispute;
  if (inquiry) return close(stripe, shop, dispute, 'warning_closed');
  const isWon = at(`outcome of ${id}`) < 0.5;
  return close(stripe, shop, dispute, isWon ? 'won' : 'lost', isWon && at(`later of ${id}`) < 0.3);
}

function close(
  stripe: StandIn,
  { account }: LiveShop,
  dispute: LiveDispute,
  outcome: NonNullable<LiveDispute['outcome']>,
  later = false,
): string {
  dispute.outcome = outcome;
  if (later) dispute.owed = true;
  stripe.closeDispute(dispute.id, outcome, account, { later });
  return `dispute ${outcome}${later ? ', reinstated later' : ''}`;
}

/** Reverses the outcome of a dispute on appeal, at most once for each dispute. */
function appeal({ stripe, shop, at }: Scene): string | undefined {
  const decided = shop.disputes.filter(
    ({ outcome, owed, appealed }) => (outcome === 'won' || outcome === 'lost') && !owed && !appealed,
  );
  if (decided.length === 0) return undefined;
  const dispute = pick(decided, at('which'));
  dispute.appealed = true;
  const isWon = dispute.outcome === 'lost';
  return `appeal: ${close(stripe, shop, dispute, isWon ? 'won' : 'lost', isWon && at('later') < 0.5)}`;
}

function reinstate({ stripe, shop, at }: Scene): string | undefined {
  const owed = shop.disputes.filter((dispute) => dispute.owed);
  return owed.length === 0 ? undefined : reinstateOne(stripe, shop, pick(owed, at('which')));
}

function reinstateOne(stripe: StandIn, { account }: LiveShop, dispute: LiveDispute): string {
  delete dispute.owed;
  stripe.moveDisputed(dispute.id, 'reinstated', account);
  return 'reinstatement';
}

/** Turns an inquiry of the bank into a dispute. */
function escalate({ stripe, shop, at }: Scene): string | undefined {
  const inquiries = shop.disputes.filter(({ inquiry, outcome }) => inquiry && !outcome);
  if (inquiries.length === 0) return undefined;
  const dispute = pick(inquiries, at('which'));
  dispute.inquiry = false;
  stripe.escalate(dispute.id, shop.account);
  return 'inquiry that becomes a dispute';
}

function failRefund(scene: Scene): string | undefined {
  const { stripe, shop, books, at } = scene;
  const refunds = books.refunds.filter(
    ({ status, payment_intent }) => status === 'succeeded' && isKnown(scene, payment_intent),
  );
  if (refunds.length === 0) return undefined;
  stripe.failRefund(pick(refunds, at('refund')).id, shop.account);
  return 'failed refund';
}

/** The smallest balance that is paid out, in minor units. */
const least = 100;

function payOut({ stripe, shop, books, at }: Scene): string | undefined {
  if (books.balance < least) return undefined;
  if (shop.automatic) return payOutBySchedule(stripe, shop);
  shop.payouts.push(stripe.payOut(1 + Math.floor(at('paid') * books.balance), shop.account));
  return 'payout';
}

/** Pays out the whole balance as the acquirer does by schedule, and lists the contents of the payout. */
function payOutBySchedule(stripe: StandIn, { account, payouts }: LiveShop): string {
  const payout = stripe.payOutAll(account);
  payouts.push(payout);
  stripe.reconcilePayout(payout, account);
  return 'payout by schedule';
}

/** Passes a day at the acquirer: payouts arrive at the bank, and accounts with a schedule are paid out. */
export function passDay(stripe: StandIn, shops: readonly LiveShop[]): void {
  for (const shop of shops) {
    const { account, payouts, automatic } = shop;
    for (const payout of payouts.splice(0)) stripe.endPayout(payout, 'paid', account);
    if (automatic && stripe.books(account).balance >= least) payOutBySchedule(stripe, shop);
  }
}

function endPayout({ stripe, shop, at }: Scene): string | undefined {
  const payout = shop.payouts.shift();
  if (!payout) return undefined;
  const status = pick(['paid', 'failed', 'canceled'] as const, at('ends'));
  stripe.endPayout(payout, status, shop.account);
  return `payout ${status}`;
}

/** The least age of an authorization that expires, in milliseconds, so that clients have got their answers before. */
const youngest = 5 * 60_000;

/**
 * Lets an authorization expire, or cancels one in the acquirer's dashboard. A payment that is captured at once stays: its
 * customer may have been told that it is paid while the worker still asks for the capture.
 */
function release({ stripe, shop, books, now, at }: Scene): string | undefined {
  const known = new Map(shop.payments.map((payment) => [payment.id, payment]));
  const isCaptured = ({ metadata }: Books['intents'][number]) =>
    shop.captures && !isCapturedLater(known.get(metadata.florin ?? ''));
  const held = books.intents.filter(
    (intent) =>
      intent.status === 'requires_capture' && intent.created * 1000 < now - youngest && !isCaptured(intent),
  );
  if (held.length === 0) return undefined;
  const { id, amount_received } = pick(held, at('held'));
  shop.expired++;
  if (amount_received > 0 || at('by') < 0.5) {
    stripe.expire(id, shop.account);
    return 'expiry';
  }
  stripe.cancel(id, shop.account);
  return 'cancellation in the dashboard';
}

/** True for a payment whose capture its merchant's server requests. */
const isCapturedLater = (payment: LivePayment | undefined): boolean =>
  payment !== undefined &&
  !payment.movements.some(({ kind, amount }) => kind === 'capture' && amount === payment.amount);

function takeFee({ stripe, shop, at }: Scene): string {
  stripe.book({ type: 'stripe_fee', amount: -1 - Math.floor(at('fee') * 100) }, shop.account);
  return 'fee';
}

/** Chooses a payment whose outcome its customer has received, and an amount of it that somebody moves in the dashboard. */
function inDashboard(
  { shop, books, at }: Scene,
  leftOf: (intent: Books['intents'][number]) => number,
): { payment: LivePayment; intent: string; amount: number } | undefined {
  const known = new Map(shop.payments.map((payment) => [payment.id, payment]));
  const possible = books.intents.flatMap((intent) => {
    const payment = known.get(intent.metadata.florin ?? '');
    return payment && leftOf(intent) > 0 ? [{ payment, intent }] : [];
  });
  if (possible.length === 0) return undefined;
  const { payment, intent } = pick(possible, at('payment in the dashboard'));
  const left = leftOf(intent);
  let amount = 1 + Math.floor(at('part') * left);
  while (payment.used.has(amount)) amount++;
  if (amount > left) return undefined;
  payment.used.add(amount);
  return { payment, intent: intent.id, amount };
}

function refundInDashboard(scene: Scene): string | undefined {
  const { stripe, shop, books } = scene;
  const charges = new Map(books.charges.map((charge) => [charge.payment_intent, charge]));
  const found = inDashboard(scene, ({ id }) => {
    const { amount_captured = 0, amount_refunded = 0 } = charges.get(id) ?? {};
    return amount_captured - amount_refunded;
  });
  if (!found) return undefined;
  const { payment, intent, amount } = found;
  stripe.refund(intent, amount, shop.account);
  payment.movements.push({ kind: 'refund', amount, result: 'done', told: 'in the dashboard' });
  return 'refund in the dashboard';
}

function captureInDashboard(scene: Scene): string | undefined {
  const { stripe, shop } = scene;
  // Merchants whose payments are captured with their authorization do not capture in the dashboard.
  if (shop.captures) return undefined;
  const found = inDashboard(scene, ({ amount_capturable }) => amount_capturable);
  if (!found || isVoided(found.payment)) return undefined;
  const { payment, intent, amount } = found;
  const options = shop.once || payment.method ? {} : { final: false };
  // The only capture of a payment can be smaller than the least charge of its currency.
  if (!accepted(() => stripe.capture(intent, amount, shop.account, options) ?? true))
    return 'capture in the dashboard, refused';
  payment.inDashboard = true;
  payment.movements.push({ kind: 'capture', amount, result: 'done', told: 'in the dashboard' });
  return 'capture in the dashboard';
}

/** Acts at the acquirer. @returns undefined if the acquirer refuses */
export function accepted<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** True if a client requested a void of the payment, and was not refused. */
export const isVoided = ({ movements }: LivePayment): boolean =>
  movements.some(({ kind, result }) => kind === 'void' && result !== 'refused');

function incrementInDashboard({ stripe, shop, books, at }: Scene): string | undefined {
  const known = new Map(shop.payments.map((payment) => [payment.id, payment]));
  const possible = books.intents.flatMap((intent) => {
    const payment = known.get(intent.metadata.florin ?? '');
    const isOpen = intent.status === 'requires_capture' && intent.amount_received === 0;
    return shop.increments && payment && !payment.method && isOpen && !isVoided(payment)
      ? [{ payment, intent }]
      : [];
  });
  if (possible.length === 0) return undefined;
  const { payment, intent } = pick(possible, at('payment that is raised'));
  const total = intent.amount + 1 + Math.floor(at('raise') * 5000);
  const hours = at('longer') < 0.3 ? 14 * 24 : undefined;
  if (!accepted(() => stripe.increment(intent.id, total, shop.account, hours) ?? true))
    return 'increment in the dashboard, refused';
  payment.raisedInDashboard = true;
  return 'increment in the dashboard';
}

/** Makes a payment through another system than Florin, and at times a refund of the payment. */
function payForeign({ stripe, shop, at }: Scene): string {
  const amount = 100 + Math.floor(at('foreign amount') * 10_000);
  const payment = stripe.foreign(amount, shop.account);
  shop.foreign.push(payment);
  if (at('foreign refund') < 0.5) return 'payment by another system';
  stripe.refund(payment, 1 + Math.floor(at('foreign part') * amount), shop.account);
  return 'payment by another system, refunded';
}

/** Begins 150 payments through another system than Florin, as a test of stolen cards does. */
function crowd({ stripe, shop }: Scene): string {
  stripe.crowd(150, shop.account);
  return '150 other payments begin';
}
