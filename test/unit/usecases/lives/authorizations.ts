import { cards } from '../../../api/support/live.ts';
import type { Bank, Scene } from './florin.ts';
import { intentOf, type Life, move, paid, type Step } from './life.ts';

/** The customer pays, and answers their bank if it asks. */
const pay =
  (number?: string, bank?: Bank): Step =>
  (scene) =>
    scene.live.pay(scene, paid, 'EUR', number, bank);

const there =
  (happen: (scene: Scene) => void): Step =>
  (scene) => {
    scene.payment ||= intentOf(scene)?.id ?? '';
    happen(scene);
  };
const capture = (amount: number, final?: boolean): Step =>
  there(({ live, payment, account }) => live.stripe.capture(payment, amount, account, { final }));
const captures = (first: number, last: number): Step =>
  there(({ live, payment, account }) => {
    live.stripe.capture(payment, first, account, { final: false });
    live.stripe.capture(payment, last, account);
  });
const cancel = (reason: string): Step =>
  there(({ live, payment, account }) => live.stripe.cancel(payment, account, reason));
const expire: Step = there(({ live, payment, account }) => live.stripe.expire(payment, account));
const answer = (approves: boolean): Step =>
  there(({ live, payment, account }) => live.stripe.answerProcessing(payment, approves, account));

const raise = (total: number): Step =>
  there(({ live, payment, account }) => live.stripe.increment(payment, total, account));

const begins = 'authorized' as const;
const withoutEntries = true as const;
const unheard = true as const;
const raisable = { increments: true };
const oneCapture = { manyCaptures: false };
/** A card whose bank answers later. */
const slow = '4000003560000008';

/** The lives of authorizations by https://docs.stripe.com/payments/paymentintents/lifecycle. */
export const authorizations: readonly Life[] = [
  { name: 'requires_capture', begins: 'merchant', steps: [pay()], withoutEntries },
  {
    name: 'requires_action → requires_capture',
    begins: 'merchant',
    steps: [pay(cards.challenged, 'yes')],
    withoutEntries,
  },
  {
    name: 'requires_action → requires_payment_method: the bank says no',
    begins: 'merchant',
    steps: [pay(cards.challenged, 'no')],
    withoutEntries,
  },
  {
    name: 'requires_action → canceled: the customer leaves their bank',
    begins: 'merchant',
    steps: [pay(cards.challenged, 'leaves')],
    withoutEntries,
  },
  {
    name: 'requires_action → canceled: nobody answers for an hour',
    begins: 'merchant',
    steps: [pay(cards.challenged), () => undefined],
    withoutEntries,
  },
  {
    name: 'requires_payment_method: declined',
    begins: 'merchant',
    steps: [pay(cards.declined)],
    withoutEntries,
  },
  {
    name: 'processing → requires_capture',
    begins: 'merchant',
    steps: [pay(slow), answer(true)],
    withoutEntries,
  },
  {
    name: 'processing → requires_payment_method: declined',
    begins: 'merchant',
    steps: [pay(slow), answer(false)],
    withoutEntries,
  },
  { name: 'requires_capture → succeeded', begins, steps: [move('capture', paid)] },
  {
    name: 'captured in two parts → succeeded',
    begins,
    steps: [move('capture', 6000), move('capture', 4000)],
  },
  {
    name: 'captured in part, the rest voided → succeeded',
    begins,
    steps: [move('capture', 6000), move('void', 4000)],
  },
  { name: 'captured in part, the rest expires → succeeded', begins, steps: [move('capture', 6000), expire] },
  {
    name: 'captured in part, by an account with one capture → succeeded',
    begins,
    settings: oneCapture,
    steps: [move('capture', 6000)],
  },
  {
    name: 'captured in part, by an account with one capture, and refunded in two parts',
    begins,
    settings: oneCapture,
    steps: [move('capture', 6000), move('refund', 2000), move('refund', 4000)],
  },
  { name: 'captured in the dashboard → succeeded', begins, steps: [capture(paid)], unheard },
  { name: 'captured in part in the dashboard → succeeded', begins, steps: [capture(6000, true)] },
  {
    name: 'captured in two parts in the dashboard → succeeded',
    begins,
    steps: [captures(6000, 4000)],
  },
  {
    name: 'captured in part in the dashboard, by an account with one capture → succeeded',
    begins,
    settings: oneCapture,
    steps: [capture(6000)],
  },
  {
    name: 'raised to 150.00 in the dashboard, and captured there → succeeded',
    begins,
    settings: raisable,
    steps: [raise(15_000), capture(15_000)],
    unheard,
  },
  {
    name: 'raised by 50.00 → canceled: expired',
    begins,
    settings: raisable,
    steps: [move('increment', 5000), expire],
    withoutEntries,
  },
  { name: 'canceled by a void', begins, steps: [move('void', paid)], withoutEntries },
  ...['requested_by_customer', 'duplicate', 'fraudulent', 'abandoned'].map(
    (reason): Life => ({
      name: `canceled in the dashboard: ${reason}`,
      begins,
      steps: [cancel(reason)],
      withoutEntries,
    }),
  ),
  { name: 'canceled: expired', begins, steps: [expire], withoutEntries },
];
