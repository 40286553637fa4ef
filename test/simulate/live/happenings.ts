import type { Draw } from '../../../lib/local/model/draw.ts';
import type { StandIn } from '../../stripe/stand-in/start.ts';
import { pick } from '../pick.ts';
import type { LiveShop } from './book.ts';

/** Of authorizations that expire, in milliseconds. */
const youngest = 5 * 60_000;

/** What happens at an acquirer by itself: nobody has asked Florin for it, and events or its books tell of it. */
export function happen(stripe: StandIn, shop: LiveShop, now: number, at: Draw): string | undefined {
  const { account } = shop;
  const books = stripe.books(account);
  const what = at('happening');
  if (what < 0.35) {
    const disputed = new Set(shop.disputes.map(({ charge }) => charge));
    const charges = books.charges.filter(
      ({ id, amount_captured }) => amount_captured > 0 && !disputed.has(id),
    );
    if (charges.length === 0) return undefined;
    const charge = pick(charges, at('charge'));
    const amount = 1 + Math.floor(at('disputed') * charge.amount_captured);
    const inquiry = at('inquiry') < 0.1;
    const status = inquiry ? 'warning_needs_response' : 'needs_response';
    const id = stripe.dispute(charge.payment_intent, { amount, status }, account);
    shop.disputes.push({ id, charge: charge.id, amount, inquiry });
    return 'dispute';
  }
  if (what < 0.6) {
    const open = shop.disputes.filter(({ outcome }) => !outcome);
    return open.length > 0 ? close(stripe, shop, pick(open, at('which')), at) : undefined;
  }
  if (what < 0.74) {
    const refunds = books.refunds.filter(({ status }) => status === 'succeeded');
    if (refunds.length === 0) return undefined;
    stripe.failRefund(pick(refunds, at('refund')).id, account);
    return 'failed refund';
  }
  if (what < 0.84) {
    if (books.balance < 100) return undefined;
    shop.payouts.push(stripe.payOut(1 + Math.floor(at('paid') * books.balance), account));
    return 'payout';
  }
  if (what < 0.9) {
    const payout = shop.payouts.shift();
    if (!payout) return undefined;
    stripe.endPayout(payout, pick(['paid', 'failed', 'canceled'] as const, at('ends')), account);
    return 'end of a payout';
  }
  if (what < 0.95) {
    // After days: whoever has asked for it has been told.
    const isOld = ({ created }: { created: number }) => created * 1000 < now - youngest;
    const held = books.intents.filter((intent) => intent.status === 'requires_capture' && isOld(intent));
    if (held.length === 0) return undefined;
    stripe.expire(pick(held, at('held')).id, account);
    shop.expired++;
    return 'expiry';
  }
  stripe.book({ type: 'stripe_fee', amount: -1 - Math.floor(at('fee') * 100) }, account);
  return 'fee';
}

/** The acquirer decides what it has not yet: what is disputed and open is in no line. */
export function closeAll(stripe: StandIn, shops: readonly LiveShop[], at: Draw): void {
  for (const shop of shops)
    for (const dispute of shop.disputes) if (!dispute.outcome) close(stripe, shop, dispute, at);
}

function close(
  stripe: StandIn,
  { account }: LiveShop,
  dispute: LiveShop['disputes'][number],
  at: Draw,
): string {
  dispute.outcome = dispute.inquiry
    ? 'warning_closed'
    : at(`outcome of ${dispute.id}`) < 0.5
      ? 'won'
      : 'lost';
  stripe.closeDispute(dispute.id, dispute.outcome, account);
  return `dispute ${dispute.outcome}`;
}
