import type { ReturnData } from '#domain/cards/challenges.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Method } from '#domain/methods/method.ts';
import type {
  AuthorizationOrder,
  AuthorizationOutcome,
  AuthorizingAcquirer,
  Capabilities,
} from '../acquirer.ts';
import { methods } from './methods.ts';

/** The account of all test merchants. */
export const simulatedAccount: AcquirerAccount = { acquirer: 'simulated' };

/** The answers of a customer. `late`: approved, but known only after a while. */
export const bankAnswers = ['approve', 'reject', 'cancel', 'late'] as const;

export type BankAnswer = (typeof bankAnswers)[number];

/** The time after which the answer `late` becomes known, in seconds. */
export const lateSeconds = 20;

/** The simulated bank's answer as the operation keeps it. `at`: when it becomes known, in milliseconds since 1970. */
export const answerData = (answer: BankAnswer, now: number): ReturnData => ({
  answer,
  at: String(answer === 'late' ? now + 1000 * lateSeconds : now),
});

export const capabilities: Capabilities = {
  schemes: [],
  mostCaptures: 1,
  keepsCards: false,
  pages: () => "'self'",
  methods,
};

const referenceOf = ({ id }: AuthorizationOrder): string => `simulated-${id}`;

/**
 * The acquirer of test payments by other methods than a card. Its page asks the customer, and the answer comes with the
 * order in `brought`. Only that page writes it: no customer's browser brings it.
 */
export const payments: AuthorizingAcquirer = {
  refusalOf: () => undefined,
  async authorize(order, instrument, keep) {
    const reference = await keep(referenceOf(order));
    if (!reference) return { state: 'unknown', cause: 'Ended before it was sent' };
    if (!('method' in instrument)) throw new Error('The simulated acquirer takes no cards here');
    return question({ ...order, returnUrl: instrument.returnUrl }, reference);
  },
  async findAuthorization(order) {
    const reference = order.reference;
    return reference ? outcomeOf(order, reference) : { state: 'absent' };
  },
  abandon: async () => ({ state: 'approved' }),
};

const rowOf = ({ method }: AuthorizationOrder): Method | undefined =>
  methods.find(({ type }) => type === method);

/** The question to the customer, which is the same until they answer. The simulated bank stands beside the page of returns. */
function question(order: AuthorizationOrder, reference: string): AuthorizationOutcome {
  const url = order.returnUrl?.replace('/payments/returns?', '/payments/simulated-bank?') ?? '';
  const kind = rowOf(order)?.kind === 'code' ? 'wait' : 'page';
  return { state: 'challenge', reference, kind, url };
}

function outcomeOf(order: AuthorizationOrder, reference: string): AuthorizationOutcome {
  const { brought } = order;
  if (!brought) return question(order, reference);
  if (Number(brought.at) > Date.now()) return { state: 'challenge', reference, kind: 'wait' };
  if (brought.answer === 'reject') return { state: 'declined', decline: 'PAYMENT_REJECTED_BY_ISSUER' };
  if (brought.answer === 'cancel') return { state: 'declined', decline: 'PAYMENT_REJECTED' };
  const captured = rowOf(order)?.captured === 'at once';
  return {
    state: 'approved',
    payment: { reference, manyCaptures: false, ...(captured && { captured: true as const }) },
  };
}
