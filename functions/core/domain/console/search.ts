import type { Scheme } from '../cards/scheme.ts';
import { longestText, orderDataOf } from '../transactions/order-data.ts';
import type { Transaction } from '../transactions/transaction.ts';

/** The states that are rare among a merchant's payments. Each has an index of its own. */
const rareStates = ['disputed', 'refunded', 'voided'] as const;

/** The states that a search can ask for. */
const searchStates = ['pending', 'successful', 'declined', ...rareStates] as const;

/** The type that payments by card have in the API. Most payments have it, so the index does not. */
const byCard = 'card';

export type SearchState = (typeof searchStates)[number];

/** The filters of a search. A payment must meet all of them. */
export interface Criteria {
  /** Words of the reference, the description or the customer's name. */
  text?: string;
  reference?: string;
  email?: string;
  last4?: string;
  /** Minor units, as authorized. */
  amount?: number;
  currency?: string;
  scheme?: Scheme;
  /** The type of a method; `card` for all payments by card. */
  method?: string;
  state?: SearchState;
}

/** A property of payments by which the index finds them. */
export interface Term {
  kind: 'reference' | 'name' | 'email' | 'last4' | 'method' | 'amount' | 'state';
  value: string;
}

type Searched = Pick<
  Transaction,
  | 'amount'
  | 'currency'
  | 'card'
  | 'method'
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

/** The words of a text. Digits and letters are words of their own: `inv1024` is `inv` and `1024`. */
const wordsOf = (text: string): string[] => text.match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? [];

/** `2026` and `20261126`: many orders share such a number. */
const isDate = (word: string): boolean => /^(19|20)\d\d((0[1-9]|1[0-2])([0-2]\d|3[01]))?$/.test(word);

/**
 * The text under which the index has a reference, so that a part of it is enough to find it: the last number of at least two
 * digits that is not a date, or the only number. A reference without such a number is found whole. The index takes one
 * term of a reference, as each term costs a write.
 */
function keyOfReference(text: string): string {
  const numbers = wordsOf(text).filter((word) => /^\p{N}/u.test(word));
  const [only, ...others] = numbers;
  const own = numbers.filter((word) => word.length > 1 && !isDate(word)).at(-1);
  if (own) return own;
  return only && only.length > 1 && others.length === 0 ? only : text;
}

/** The word under which the index has a name: the last one, which is a family name in most languages. */
const keyOfName = (text: string): string => wordsOf(text).at(-1) ?? text;

const inState: Record<SearchState, (payment: Searched) => boolean> = {
  pending: ({ pendingAmount }) => pendingAmount > 0,
  successful: ({ error }) => error === undefined,
  declined: ({ error }) => error !== undefined,
  disputed: ({ disputedAmount }) => disputedAmount > 0,
  refunded: ({ refundedAmount }) => refundedAmount > 0,
  voided: ({ voidedAmount, capturedAmount, pendingAmount }) =>
    voidedAmount > 0 && capturedAmount === 0 && pendingAmount === 0,
};

/**
 * The words of the part of an e-mail address before `@`, and what is left of each word without an initial at its start or end:
 * `jmiller` is a word, and so is `miller`.
 */
function wordsOfEmail(email: string): string[] {
  const words = wordsOf(email.slice(0, email.lastIndexOf('@'))).filter((word) => !/^\p{N}/u.test(word));
  const cut = words.flatMap((word) => [word, word.slice(1), word.slice(2), word.slice(0, -1)]);
  return [...new Set(cut.filter((word) => word.length >= shortestName))].slice(0, mostWordsOfEmail);
}

/** Shorter words are in the addresses of too many customers. */
const shortestName = 3;

/** Each word of an address is half a read unit of a search. */
const mostWordsOfEmail = 16;

/**
 * The terms of a customer. Each term costs a write, so a customer with a name and an address has one term: the name if the
 * address contains it, so that a search for either finds it, and else the address.
 */
function termsOfCustomer(name: string | undefined, email: string | undefined): Term[] {
  const names = textTerms('name', [name], keyOfName);
  if (email === undefined) return names;
  const words = wordsOfEmail(normalizeText(email));
  const shared = names.filter(({ value }) => words.includes(value));
  return shared.length > 0 ? shared : textTerms('email', [email], (text) => text);
}

/** The terms that a payment is found by. */
export function termsOf(payment: Searched): Term[] {
  const { amount, card, method } = payment;
  const { reference, description, name, email } = orderDataOf(payment);
  return [
    // A payment by another method has no digits. Its method takes their place, so that it costs as many writes.
    ...(card ? [{ kind: 'last4', value: card.last4 } as const] : []),
    ...(method ? [{ kind: 'method', value: method.type } as const] : []),
    { kind: 'amount', value: String(amount) },
    ...textTerms('reference', [reference, description], keyOfReference),
    ...termsOfCustomer(name, email),
    ...rareStates
      .filter((state) => inState[state](payment))
      .map((value) => ({ kind: 'state', value }) as const),
  ];
}

/** The terms of texts, each once. The description of an order is found like its reference: users type either of the two. */
function textTerms(
  kind: 'reference' | 'name' | 'email',
  texts: readonly (string | undefined)[],
  keyOf: (text: string) => string,
): Term[] {
  const values = texts.map((text = '') => normalizeText(text));
  const fit = values.filter((value) => value !== '' && value.length <= longestText);
  return [...new Set(fit.map(keyOf))].map((value) => ({ kind, value }));
}

export const sameTerm = (one: Term, other: Term): boolean =>
  one.kind === other.kind && one.value === other.value;

/**
 * Returns the terms that together have all payments of the criteria, chosen by the kind that probably has the fewest; none
 * if the index serves no criterion. Payments that earlier releases have indexed are under their whole reference.
 */
export function bestTerms({ text, reference, email, last4, amount, method, state }: Criteria): Term[] {
  if (reference !== undefined) return referenceTerms(reference);
  if (email !== undefined) {
    const address = normalizeText(email);
    const names = wordsOfEmail(address).map((value) => ({ kind: 'name', value }) as const);
    return [{ kind: 'email', value: address }, ...names];
  }
  if (text !== undefined)
    return [...referenceTerms(text), { kind: 'name', value: keyOfName(normalizeText(text)) }];
  if (last4 !== undefined) return [{ kind: 'last4', value: last4 }];
  if (amount !== undefined) return [{ kind: 'amount', value: String(amount) }];
  if (method !== undefined && method !== byCard) return [{ kind: 'method', value: method }];
  return rareStates.some((rare) => rare === state) ? [{ kind: 'state', value: String(state) }] : [];
}

function referenceTerms(text: string): Term[] {
  const whole = normalizeText(text);
  return [...new Set([keyOfReference(whole), whole])].map((value) => ({ kind: 'reference', value }));
}

/** Whether a payment meets all criteria. A payment from a list or the index may meet only one of them. */
export function matchesCriteria(payment: Searched, criteria: Criteria): boolean {
  const { text, reference, email, last4, amount, currency, scheme, method, state } = criteria;
  const { card } = payment;
  const order = orderDataOf(payment);
  return (
    (text === undefined ||
      [order.reference, order.description, order.name].some((has) => hasWords(text, has))) &&
    (sameText(reference, order.reference) || sameText(reference, order.description)) &&
    sameText(email, order.email) &&
    (last4 === undefined || card?.last4 === last4) &&
    (amount === undefined || payment.amount === amount) &&
    (currency === undefined || payment.currency === currency) &&
    (scheme === undefined || card?.scheme === scheme) &&
    (method === undefined || (payment.method?.type ?? byCard) === method) &&
    (state === undefined || inState[state](payment))
  );
}

const sameText = (wanted: string | undefined, has: string | undefined): boolean =>
  wanted === undefined || (has !== undefined && normalizeText(has) === normalizeText(wanted));

/**
 * Whether a text has all of the wanted words, in any order, or is equal to the wanted text. The last wanted word may be the
 * beginning of one, as a user may still be typing it.
 */
function hasWords(wanted: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  if (sameText(wanted, text)) return true;
  const words = wordsOf(normalizeText(wanted));
  const own = wordsOf(normalizeText(text));
  const last = words.pop();
  if (last === undefined || !own.some((word) => word.startsWith(last))) return false;
  return words.every((word) => own.includes(word));
}
