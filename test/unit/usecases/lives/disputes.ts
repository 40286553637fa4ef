import type { StandIn } from '../../../stripe/stand-in/start.ts';
import { type Life, move, paid, type Step } from './life.ts';

const open =
  (options: NonNullable<Parameters<StandIn['dispute']>[1]> = {}): Step =>
  (scene) => {
    const { live, payment, account } = scene;
    scene.dispute = live.stripe.dispute(payment, { amount: 4000, ...options }, account);
  };
const inquiry = open({ status: 'warning_needs_response' });
const answer: Step = ({ live, dispute, account }) => live.stripe.answerDispute(dispute, account);
const escalate: Step = ({ live, dispute, account }) => live.stripe.escalate(dispute, account);
const close =
  (
    status: 'won' | 'lost' | 'warning_closed',
    options?: NonNullable<Parameters<StandIn['closeDispute']>[3]>,
  ): Step =>
  ({ live, dispute, account }) =>
    live.stripe.closeDispute(dispute, status, account, options);
const moved =
  (direction: 'withdrawn' | 'reinstated'): Step =>
  ({ live, dispute, account }) =>
    live.stripe.moveDisputed(dispute, direction, account);

const begins = 'captured' as const;
const unheard = true as const;

/** The lives of disputes that https://docs.stripe.com/disputes/how-disputes-work describes. */
export const disputes: readonly Life[] = [
  { name: 'needs_response', begins, steps: [open()] },
  { name: 'needs_response → under_review', begins, steps: [open(), answer] },
  { name: 'needs_response → under_review → won', begins, steps: [open(), answer, close('won')], unheard },
  {
    name: 'needs_response → won, reinstated later',
    begins,
    steps: [open(), close('won', { later: true }), moved('reinstated')],
  },
  { name: 'needs_response → under_review → lost', begins, steps: [open(), answer, close('lost')], unheard },
  {
    name: 'needs_response → lost (accepted, or not answered in time)',
    begins,
    steps: [open(), close('lost')],
  },
  {
    name: 'needs_response, withdrawn later → lost',
    begins,
    steps: [open({ booked: false }), moved('withdrawn'), close('lost')],
  },
  {
    name: 'needs_response → lost, withdrawn later',
    begins,
    steps: [open({ booked: false }), close('lost'), moved('withdrawn')],
  },
  {
    name: 'lost, then won on appeal',
    begins,
    steps: [open(), close('lost'), close('won', { later: true }), moved('reinstated')],
    unheard,
  },
  { name: 'won, then lost on appeal', begins, steps: [open(), close('won'), close('lost')], unheard },
  {
    name: 'all of a payment of which 30.00 were refunded; lost, won in part',
    begins,
    steps: [move('refund', 3000), open({ amount: paid }), close('lost', { returned: 3000 })],
  },
  {
    name: 'warning_needs_response → warning_under_review → warning_closed',
    begins,
    steps: [inquiry, answer, close('warning_closed')],
    withoutEntries: true,
  },
  {
    name: 'warning_needs_response → refunded in full → warning_closed',
    begins,
    steps: [
      open({ amount: paid, status: 'warning_needs_response' }),
      move('refund', paid),
      close('warning_closed'),
    ],
  },
  {
    name: 'warning_needs_response → needs_response → lost',
    begins,
    steps: [inquiry, escalate, close('lost')],
    unheard,
  },
  { name: 'warning_needs_response → needs_response → won', begins, steps: [inquiry, escalate, close('won')] },
  { name: 'prevented by a refund of its amount', begins, steps: [open({ status: 'prevented' })], unheard },
  {
    name: 'prevented, which costs nothing',
    begins,
    steps: [open({ status: 'prevented', booked: false })],
    withoutEntries: true,
  },
  { name: 'payment of USD 100.00: lost', begins, currency: 'USD', steps: [open(), close('lost')] },
  { name: 'payment of USD 100.00: won', begins, currency: 'USD', steps: [open(), close('won')], unheard },
  {
    name: 'payment of USD 100.00, which the account keeps: lost',
    begins,
    currency: 'USD',
    settings: { alsoKeeps: ['usd'] },
    steps: [open(), close('lost')],
  },
];
