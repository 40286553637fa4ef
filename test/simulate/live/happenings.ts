import type { Draw } from '../../../lib/local/model/draw.ts';
import type { Books } from '../../stripe/stand-in/books.ts';
import type { StandIn } from '../../stripe/stand-in/start.ts';
import { pick } from '../pick.ts';
import type { LiveDispute, LiveShop } from './book.ts';

/** Where something happens, and by which chances. */
interface Scene {
  stripe: StandIn;
  shop: LiveShop;
  books: Books;
  /** Milliseconds since 1970. */
  now: number;
  at: Draw;
}

/** Each with how often it comes, in a hundred; nothing where there is nothing that it could happen to. */
const happenings: readonly [percent: number, happen: (scene: Scene) => string | undefined][] = [
  [35, openDispute],
  [25, decideDispute],
  [14, failRefund],
  [10, payOut],
  [6, endPayout],
  [5, expire],
  [5, takeFee],
];

/**
 * Makes a change at the acquirer that nobody has asked Florin for. Florin learns of it by events or by the acquirer's
 * books.
 */
export function happen(stripe: StandIn, shop: LiveShop, now: number, at: Draw): string | undefined {
  const scene = { stripe, shop, books: stripe.books(shop.account), now, at };
  let left = 100 * at('happening');
  for (const [percent, happening] of happenings) {
    if (left < percent) return happening(scene);
    left -= percent;
  }
  return undefined;
}

/** The acquirer decides what it has not yet: what is disputed and open is in no line. */
export function decideAll(stripe: StandIn, shops: readonly LiveShop[], at: Draw): void {
  for (const shop of shops)
    for (const dispute of shop.disputes) if (!dispute.outcome) decide(stripe, shop, dispute, at);
}

function openDispute({ stripe, shop, books, at }: Scene): string | undefined {
  const disputed = new Set(shop.disputes.map(({ charge }) => charge));
  const charges = books.charges.filter(({ id, amount_captured }) => amount_captured > 0 && !disputed.has(id));
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

function decide(stripe: StandIn, { account }: LiveShop, dispute: LiveDispute, at: Draw): string {
  dispute.outcome = dispute.inquiry
    ? 'warning_closed'
    : at(`outcome of ${dispute.id}`) < 0.5
      ? 'won'
      : 'lost';
  stripe.closeDispute(dispute.id, dispute.outcome, account);
  return `dispute ${dispute.outcome}`;
}

function failRefund({ stripe, shop, books, at }: Scene): string | undefined {
  const refunds = books.refunds.filter(({ status }) => status === 'succeeded');
  if (refunds.length === 0) return undefined;
  stripe.failRefund(pick(refunds, at('refund')).id, shop.account);
  return 'failed refund';
}

function payOut({ stripe, shop, books, at }: Scene): string | undefined {
  if (books.balance < 100) return undefined;
  shop.payouts.push(stripe.payOut(1 + Math.floor(at('paid') * books.balance), shop.account));
  return 'payout';
}

function endPayout({ stripe, shop, at }: Scene): string | undefined {
  const payout = shop.payouts.shift();
  if (!payout) return undefined;
  const status = pick(['paid', 'failed', 'canceled'] as const, at('ends'));
  stripe.endPayout(payout, status, shop.account);
  return `payout ${status}`;
}

/** Of authorizations that expire, in milliseconds. It takes days: whoever has asked for it has been told. */
const youngest = 5 * 60_000;

function expire({ stripe, shop, books, now, at }: Scene): string | undefined {
  const held = books.intents.filter(
    ({ status, created }) => status === 'requires_capture' && created * 1000 < now - youngest,
  );
  if (held.length === 0) return undefined;
  stripe.expire(pick(held, at('held')).id, shop.account);
  shop.expired++;
  return 'expiry';
}

function takeFee({ stripe, shop, at }: Scene): string {
  stripe.book({ type: 'stripe_fee', amount: -1 - Math.floor(at('fee') * 100) }, shop.account);
  return 'fee';
}
