import type { Scheme } from '../cards/scheme.ts';
import { longestText, orderDataOf } from '../transactions/order-data.ts';
import type { Transaction } from '../transactions/transaction.ts';

/** The states that are rare among a merchant's payments. Each has an index of its own. */
const rareStates = ['disputed', 'refunded', 'voided'] as const;

/** The states that a search can ask for. */
const searchStates = ['pending', 'successful', 'declined', ...rareStates] as const;

export type SearchState = (typeof searchStates)[number];

/** The filters of a search. A payment must meet all of them. */
export interface Criteria {
  reference?: string;
  email?: string;
  last4?: string;
  /** Minor units, as authorized. */
  amount?: number;
  currency?: string;
  scheme?: Scheme;
  state?: SearchState;
}

/** A property of payments by which the index finds them. */
export interface Term {
  kind: 'reference' | 'email' | 'last4' | 'amount' | 'state';
  value: string;
}

type Searched = Pick<
  Transaction,
  | 'amount'
  | 'currency'
  | 'card'
  | 'payer'
  | 'order'
  | 'error'
  | 'pendingAmount'
  | 'capturedAmount'
  | 'refundedAmount'
  | 'voidedAmount'
  | 'disputedAmount'
> & { custom?: unknown };

/** Writes a text in the form in which a search compares it: in lower case, with single spaces, composed by NFKC. */
export const normalizeText = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim();

const inState: Record<SearchState, (payment: Searched) => boolean> = {
  pending: ({ pendingAmount }) => pendingAmount > 0,
  successful: ({ error }) => error === undefined,
  declined: ({ error }) => error !== undefined,
  disputed: ({ disputedAmount }) => disputedAmount > 0,
  refunded: ({ refundedAmount }) => refundedAmount > 0,
  voided: ({ voidedAmount, capturedAmount, pendingAmount }) =>
    voidedAmount > 0 && capturedAmount === 0 && pendingAmount === 0,
};

/** The terms that a payment is found by. */
export function termsOf(payment: Searched): Term[] {
  const { amount, card } = payment;
  const texts = orderDataOf(payment);
  return [
    { kind: 'last4', value: card.last4 },
    { kind: 'amount', value: String(amount) },
    ...textTerms('reference', [texts.reference, texts.description]),
    ...textTerms('email', [texts.email]),
    ...rareStates
      .filter((state) => inState[state](payment))
      .map((value) => ({ kind: 'state', value }) as const),
  ];
}

/** The terms of texts, each once. The description of an order is found like its reference: users type either of the two. */
function textTerms(kind: 'reference' | 'email', texts: readonly (string | undefined)[]): Term[] {
  const values = texts.map((text = '') => normalizeText(text));
  const fit = values.filter((value) => value !== '' && value.length <= longestText);
  return [...new Set(fit)].map((value) => ({ kind, value }));
}

export const sameTerm = (one: Term, other: Term): boolean =>
  one.kind === other.kind && one.value === other.value;

/**
 * Returns the term that probably has the fewest payments, judged by its kind; undefined if the index serves no criterion.
 */
export function bestTerm({ reference, email, last4, amount, state }: Criteria): Term | undefined {
  if (reference !== undefined) return { kind: 'reference', value: normalizeText(reference) };
  if (email !== undefined) return { kind: 'email', value: normalizeText(email) };
  if (last4 !== undefined) return { kind: 'last4', value: last4 };
  if (amount !== undefined) return { kind: 'amount', value: String(amount) };
  return rareStates.some((rare) => rare === state) ? { kind: 'state', value: String(state) } : undefined;
}

/** Whether a payment meets all criteria. A payment from a list or the index may meet only one of them. */
export function matchesCriteria(payment: Searched, criteria: Criteria): boolean {
  const { reference, email, last4, amount, currency, scheme, state } = criteria;
  const { card } = payment;
  const order = orderDataOf(payment);
  return (
    (sameText(reference, order.reference) || sameText(reference, order.description)) &&
    sameText(email, order.email) &&
    (last4 === undefined || card.last4 === last4) &&
    (amount === undefined || payment.amount === amount) &&
    (currency === undefined || payment.currency === currency) &&
    (scheme === undefined || card.scheme === scheme) &&
    (state === undefined || inState[state](payment))
  );
}

const sameText = (wanted: string | undefined, has: string | undefined): boolean =>
  wanted === undefined || (has !== undefined && normalizeText(has) === normalizeText(wanted));
