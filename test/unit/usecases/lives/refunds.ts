import type { RefundEnd } from '../../../stripe/stand-in/refunds.ts';
import { type Life, move, paid, type Step } from './life.ts';

const newest: Step = (scene) => {
  scene.refund = scene.live.stripe.books(scene.account).refunds[0]?.id ?? '';
};
/** The merchant requests the refund from Florin. */
const refund =
  (amount: number): Step =>
  async (scene) => {
    await move('refund', amount)(scene);
    newest(scene);
  };
/** Somebody makes the refund in the acquirer's dashboard. */
const refundThere =
  (amount: number): Step =>
  (scene) => {
    const { live, payment, account } = scene;
    scene.refund = live.stripe.refund(payment, amount, account);
  };
const end =
  (status: RefundEnd): Step =>
  ({ live, refund: id, account }) =>
    live.stripe.endRefund(id, status, account);

const begins = 'captured' as const;
const unheard = true as const;
const pending = { refunds: 'pending' } as const;
const requiresAction = { refunds: 'requires_action' } as const;

/** The lives of refunds by https://docs.stripe.com/api/refunds/object#refund_object-status. */
export const refunds: readonly Life[] = [
  { name: 'succeeded, in full', begins, steps: [refund(paid)] },
  { name: 'succeeded, in part', begins, steps: [refund(3000)] },
  { name: 'succeeded, in two parts', begins, steps: [refund(3000), refund(7000)] },
  { name: 'succeeded → failed', begins, steps: [refund(3000), end('failed')], unheard },
  {
    name: 'succeeded → failed, then refunded again',
    begins,
    steps: [refund(3000), end('failed'), refund(3000)],
  },
  { name: 'pending → succeeded', begins, settings: pending, steps: [refund(3000), end('succeeded')] },
  { name: 'pending → failed', begins, settings: pending, steps: [refund(3000), end('failed')] },
  { name: 'pending → canceled', begins, settings: pending, steps: [refund(3000), end('canceled')] },
  {
    name: 'requires_action → succeeded',
    begins,
    settings: requiresAction,
    steps: [refund(3000), end('succeeded')],
  },
  {
    name: 'requires_action → failed',
    begins,
    settings: requiresAction,
    steps: [refund(3000), end('failed')],
  },
  {
    name: 'requires_action → canceled',
    begins,
    settings: requiresAction,
    steps: [refund(3000), end('canceled')],
  },
  {
    name: 'pending, as the account lacks the money → succeeded',
    begins,
    settings: { refunds: 'insufficient_funds' },
    steps: [refund(3000), end('succeeded')],
  },
  {
    name: 'pending, as the account lacks the money → failed',
    begins,
    settings: { refunds: 'insufficient_funds' },
    steps: [refund(3000), end('failed')],
  },
  { name: 'made in the dashboard', begins, steps: [refundThere(3000)] },
  { name: 'made in the dashboard → failed', begins, steps: [refundThere(3000), end('failed')], unheard },
  { name: 'payment of USD 100.00: succeeded', begins, currency: 'USD', steps: [refund(3000)] },
  {
    name: 'payment of USD 100.00: succeeded → failed',
    begins,
    currency: 'USD',
    steps: [refund(3000), end('failed')],
  },
  {
    name: 'payment of USD 100.00, which the account keeps: succeeded',
    begins,
    currency: 'USD',
    settings: { alsoKeeps: ['usd'] },
    steps: [refund(3000)],
  },
];
