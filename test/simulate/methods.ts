import { methods as rows } from '../../functions/core/acquirer/stripe/methods.ts';
import { type Method, takes } from '../../functions/core/domain/methods/method.ts';
import type { Draw } from '../../lib/local/model/draw.ts';
import type { Ask, Asked } from './client.ts';
import { type Entry, kindOf, type Shown } from './trail.ts';

export { rows };

/** The answer of a customer to their method. After `late`, the method decides later. */
export type MethodAnswer = 'approve' | 'reject' | 'cancel' | 'late';

/** A payment by a method, as its customer knows it. */
export interface Attempt {
  /** The customer's address, which names the payment in the merchant's list. */
  email: string;
  row: Method;
  currency: string;
  amount: number;
  linkId?: string;
  /** True if Florin must refuse the payment: the merchant or the link does not offer the method for this amount. */
  forbidden: boolean;
  /** The time when the client began, by `performance.now()`, and when the client learned the outcome. */
  began: number;
  ended: number;
  /** True if the customer was asked to agree. */
  asked: boolean;
  /** The answers that the method may have accepted. */
  answers: Set<MethodAnswer>;
  /** True if the customer has left, or may have answered too late. Florin may then give up an approved payment. */
  uncertain: boolean;
  /** The ids and the codes of declines that the customer was told. */
  paid: Set<string>;
  declined: Set<string>;
}

/** The terms of a payment: those of its link, if it has one. */
export interface Terms {
  publicKey: string;
  /** The types of the methods that the page offers. */
  methods: readonly string[];
  currency: string;
  amount: number;
  linkId?: string;
}

/** The customer of a payment by a method. */
export interface Customer {
  ask: Ask;
  at: Draw;
  count(name: string): void;
  wrong(what: string): void;
  /**
   * Answers the method, and adds the answer to those of the attempt if the method may have accepted the answer.
   *
   * @returns the `state` that the browser brings back
   */
  answer(attempt: Attempt, url: string, given: MethodAnswer): Promise<string | undefined>;
}

const headers = { 'accept-version': '1' };

/** The answers that customers give at the same time, by a number below these. `leave` gives the payment up. */
const conducts: readonly [below: number, answers: readonly (MethodAnswer | 'leave')[]][] = [
  [0.48, ['approve']],
  [0.58, ['reject']],
  [0.66, ['cancel']],
  [0.76, ['late']],
  [0.84, []],
  [0.87, ['leave']],
  [0.93, ['leave', 'approve']],
  [1, ['approve', 'reject']],
];

/** Pays by a method as a customer does, with impatience, in two browsers, or without ever coming back. */
export async function payByMethod(
  customer: Customer,
  row: Method,
  { publicKey, methods, currency, amount, linkId }: Terms,
  over: object = {},
): Promise<Attempt> {
  const { ask, at, count, wrong } = customer;
  const attempt: Attempt = {
    ...{ email: `${crypto.randomUUID()}@shop.example`, row, currency, amount, linkId },
    forbidden: !methods.includes(row.type) || !takes(row, amount, currency),
    ...{ began: performance.now(), ended: Number.POSITIVE_INFINITY, asked: false },
    ...{ answers: new Set(), uncertain: false, paid: new Set(), declined: new Set() },
  };
  const integration = { key: publicKey };
  const money = { currency, exponent: 2, value: amount };
  const returnUrl = 'https://shop.example/thanks';
  const order = {
    ...{ integration, amount: money, linkId, hints: [] as string[] },
    method: { type: row.type, returnUrl, ...(row.digits && { code: '1'.repeat(row.digits) }) },
    payer: { name: 'Ann Example', email: attempt.email },
    ...over,
  };
  const post = (path: string, body: object) => ask('POST', 'pos', path, { body, headers });
  const pay = () => post('/payments', order);
  const hear = (name: string, { reply, ended }: Asked): void => {
    count(`${name} ${reply?.status ?? 'unknown'}`);
    if (reply?.status === 201) attempt.paid.add(reply.body.authorizationId);
    else if (reply?.status === 400) attempt.declined.add(reply.body.code);
    else if (reply && ![200, 409].includes(reply.status)) wrong(`${name}: ${reply.status} ${reply.text}`);
    if (reply && reply.status >= 201) attempt.ended = Math.min(attempt.ended, ended);
  };

  const begun = await post('/payments/challenges/begin', order);
  hear('begin by a method', begun);
  const { hints } = begun.reply?.body ?? {};
  if (!hints) return attempt;
  order.hints = hints;
  for (const one of await Promise.all(at('double click') < 0.15 ? [pay(), pay()] : [pay()]))
    hear('payment by a method', one);
  const { url, left } = (await post('/payments/challenges/method', order)).reply?.body ?? {};
  if (!url) return attempt;
  attempt.asked = true;
  if (at('asks') < 0.2) hear('payment by a method', await pay());

  const give = async (given: MethodAnswer | 'leave'): Promise<string | undefined> => {
    if (given !== 'leave') return customer.answer(attempt, url, given);
    attempt.uncertain = true;
    hear('leaving a method', await post('/payments', { ...order, hints: [...hints, ...left] }));
    return undefined;
  };
  const conduct = at('conduct');
  const [, answers = []] = conducts.find(([below]) => conduct < below) ?? [];
  const states = await Promise.all(answers.map(give));
  const state = states.find((one) => one);
  if (at('stays') < 0.15) return attempt;
  const returned = (more = {}) => post('/payments/returns', { state, ...more });
  const where = state ? at('browser') : 0;
  const back = where < 0.5 ? [pay()] : where < 0.8 ? [returned()] : [returned(), pay()];
  for (const one of await Promise.all(back)) hear('return from a method', one);
  if (state && at('forger') < 0.1) {
    const { reply } = await returned({ integration, amount: { ...money, value: amount + 1 } });
    if (reply && reply.body?.code !== 'TOKEN_INVALID')
      wrong(`a receipt of another amount: ${reply.status} ${reply.text}`);
  }
  return attempt;
}

/** The transaction that an attempt has made. */
export const madeBy = ({ email }: Attempt, transactions: readonly Shown[]): Shown[] =>
  transactions.filter(({ payer }) => payer?.email === email);

/** True if the customer was asked, and Florin has no other way than to take the money. */
const isCertain = ({ answers, uncertain }: Attempt): boolean =>
  !uncertain && answers.size > 0 && [...answers].every((answer) => answer === 'approve' || answer === 'late');

/** Compares what customers were told, and what they have agreed to, with the merchant's transactions. */
export function auditAttempts(attempts: readonly Attempt[], transactions: readonly Shown[]): string[] {
  const paidLinks = new Set(transactions.flatMap(({ successful, linkId }) => (successful ? [linkId] : [])));
  return attempts.flatMap((attempt) => {
    const { row, currency, amount, linkId, forbidden, answers, paid, declined } = attempt;
    const made = madeBy(attempt, transactions);
    const [shown] = made;
    const isPaid = shown?.successful === true;
    const hasAgreed = answers.has('approve') || answers.has('late');
    const isOther =
      shown?.method.type !== row.type || shown.currency !== currency || shown.amount !== amount || shown.card;
    const wrongs = [
      made.length > 1 && `it has made ${made.length} transactions`,
      shown && isOther && 'its transaction is another one',
      shown && forbidden && 'it had to be refused',
      !forbidden && declined.has('REQUEST_INVALID') && 'it was refused',
      !shown && attempt.asked && linkId === undefined && 'it has no transaction',
      isPaid && !hasAgreed && 'its customer has not agreed',
      isPaid && declined.size > 0 && 'it is paid',
      !isPaid && paid.size > 0 && 'it is not paid',
      isPaid && [...paid].some((id) => id !== shown.id) && 'it has another id',
      !isPaid && isCertain(attempt) && !(linkId && paidLinks.has(linkId)) && 'its customer has agreed',
      ...(isPaid ? faultsByRules(row, shown) : []),
    ];
    const about = `told ${[...paid, ...declined]}, answered ${[...answers]}; ${JSON.stringify(shown)}`;
    return wrongs.flatMap((what) => (what ? [`a payment by ${row.type}: ${what}; ${about}`] : []));
  });
}

/** The movements that the rules of the method forbid. */
function faultsByRules(row: Method, { trail, amount }: Shown): string[] {
  const of = (kind: string): Entry[] => trail.filter((entry) => kindOf(entry) === kind);
  const [captures, voids, refunds] = [of('capture'), of('void'), of('refund')];
  const captured = captures[0]?.amount ?? 0;
  const faults = {
    'it was raised': of('increment').length > 0,
    'it was captured several times': captures.length > 1,
    'a part was captured': captures.length > 0 && captured !== amount && !row.partialCapture,
    'it was not captured with the agreement': row.captured === 'at once' && captured !== amount,
    'a part was released': voids.length > 1 || voids.some((entry) => entry.amount !== amount - captured),
    'the rest was not released': captures.length > 0 && captured < amount && voids.length === 0,
    'a part was refunded': !row.partialRefund && refunds.some((entry) => Math.abs(entry.amount) !== captured),
  };
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : []));
}
