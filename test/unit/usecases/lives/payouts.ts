import type { Booking } from '../../../stripe/stand-in/books.ts';
import type { Life, Step } from './life.ts';

const automatic: Step = (scene) => {
  scene.payout = scene.live.stripe.payOutAll(scene.account);
};
const byHand =
  (amount: number, { fee, currency }: { fee?: number; currency?: string } = {}): Step =>
  (scene) => {
    scene.payout = scene.live.stripe.payOut(amount, scene.account, currency, fee);
  };
const send: Step = ({ live, payout, account }) => live.stripe.sendPayout(payout, account);
const contents: Step = ({ live, payout, account }) => live.stripe.reconcilePayout(payout, account);
const end =
  (status: 'paid' | 'failed' | 'canceled'): Step =>
  ({ live, payout, account }) =>
    live.stripe.endPayout(payout, status, account);
const reverse: Step = (scene) => {
  scene.payout = scene.live.stripe.reversePayout(scene.payout, scene.account);
};
const book =
  (booking: Booking): Step =>
  ({ live, account }) =>
    live.stripe.book(booking, account);

const begins = 'captured' as const;
const unheard = true as const;
const settings = { payoutDelay: 0 };

/** The lives of payouts by https://docs.stripe.com/api/payouts/object#payout_object-status. */
export const payouts: readonly Life[] = [
  { name: 'pending', begins, settings, steps: [automatic] },
  { name: 'pending → in_transit → paid', begins, settings, steps: [automatic, send, end('paid'), contents] },
  { name: 'pending → in_transit → failed', begins, settings, steps: [automatic, send, end('failed')] },
  {
    name: 'in_transit → paid → failed',
    begins,
    settings,
    steps: [automatic, send, end('paid'), end('failed')],
    unheard,
  },
  { name: 'by hand: pending → canceled', begins, settings, steps: [byHand(2000), end('canceled')] },
  { name: 'by hand: pending → paid', begins, settings, steps: [byHand(2000), send, end('paid')] },
  { name: 'instant, with a fee: paid', begins, settings, steps: [byHand(2000, { fee: 50 }), end('paid')] },
  {
    name: 'instant, with a fee: failed',
    begins,
    settings,
    steps: [byHand(2000, { fee: 50 }), end('failed')],
    unheard,
  },
  {
    name: 'by hand: paid, then reversed',
    begins,
    settings,
    steps: [byHand(2000), end('paid'), reverse, end('paid')],
  },
  {
    name: 'by hand: paid, then reversed, and the reversal failed',
    begins,
    settings,
    steps: [byHand(2000), end('paid'), reverse, end('paid'), end('failed')],
  },
  {
    name: 'debit of a balance below 0: pending → paid',
    begins: 'merchant',
    settings,
    steps: [book({ type: 'stripe_fee', amount: -500 }), automatic, end('paid'), contents],
  },
  {
    name: 'debit of a balance below 0: pending → failed',
    begins: 'merchant',
    settings,
    steps: [book({ type: 'stripe_fee', amount: -500 }), automatic, end('failed')],
  },
  {
    name: 'USD that the account keeps: by hand, paid',
    begins,
    currency: 'USD',
    settings: { payoutDelay: 0, alsoKeeps: ['usd'] },
    steps: [byHand(2000, { currency: 'usd' }), end('paid')],
  },
];
