import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type {
  AuthorizationOrder,
  AuthorizationOutcome,
  AuthorizingAcquirer,
  Capabilities,
} from '../acquirer.ts';
import { methods } from './methods.ts';

/** The account of all test merchants. */
export const simulatedAccount: AcquirerAccount = { acquirer: 'simulated' };

/** The answers that a customer can give on the page of the simulated bank. */
export const bankAnswers = ['approve', 'reject', 'cancel', 'late'] as const;

export type BankAnswer = (typeof bankAnswers)[number];

/** The time after which the answer `late` becomes known, in seconds. */
export const lateSeconds = 20;

/** The simulated bank's answer as the operation keeps it. `at`: when it becomes known, in milliseconds since 1970. */
export const answerData = (answer: BankAnswer, now: number): { answer: BankAnswer; at: string } => ({
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
    const url = bankUrl(instrument.returnUrl);
    return instrument.method.kind === 'code'
      ? { state: 'challenge', reference, kind: 'wait', url }
      : { state: 'challenge', reference, kind: 'page', url };
  },
  async findAuthorization(order) {
    const reference = order.reference;
    return reference ? outcomeOf(order, reference) : { state: 'absent' };
  },
  abandon: async () => ({ state: 'approved' }),
};

/** The page of the simulated bank stands beside the page that it sends the customer back to. */
const bankUrl = (returnUrl: string): string =>
  returnUrl.replace('/payments/returns?', '/payments/simulated-bank?');

function outcomeOf({ brought, method }: AuthorizationOrder, reference: string): AuthorizationOutcome {
  if (!brought) return { state: 'challenge', reference, kind: 'wait' };
  if (Number(brought.at) > Date.now()) return { state: 'challenge', reference, kind: 'wait' };
  if (brought.answer === 'reject') return { state: 'declined', decline: 'PAYMENT_REJECTED_BY_ISSUER' };
  if (brought.answer === 'cancel') return { state: 'declined', decline: 'PAYMENT_REJECTED' };
  const captured = methods.find(({ type }) => type === method)?.captured === 'at once';
  return {
    state: 'approved',
    payment: { reference, manyCaptures: false, ...(captured && { captured: true as const }) },
  };
}
