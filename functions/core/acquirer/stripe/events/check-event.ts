import { isCurrency } from '#domain/money/currency.ts';
import { refuse } from '#domain/outcome.ts';
import { lastSecond } from '../api/shapes.ts';

/** Checks that a field of an event's object has a value that its translation can read. */
interface Check {
  passes(value: unknown): boolean;
  /** Completes the sentence "Must be …" of an error message. */
  title: string;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 255;
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text: Check = { passes: isText, title: 'text of 1 to 255 characters' };
const sum: Check = { passes: (value) => isWhole(value) && value >= 0, title: 'a whole number, 0 or more' };
const time: Check = {
  passes: (value) => isWhole(value) && value >= 0 && value <= lastSecond,
  title: 'a time in seconds since 1970',
};
const currency: Check = {
  passes: (value) => typeof value === 'string' && isCurrency(value.toUpperCase()),
  title: 'an ISO 4217 currency',
};
const texts: Check = {
  passes: (value) => isObject(value) && Object.values(value).every((item) => typeof item === 'string'),
  title: 'an object of texts',
};
/** Stripe writes `null` for a field without a value, and leaves out fields of newer versions. */
const optional = ({ passes, title }: Check): Check => ({
  passes: (value) => value === undefined || value === null || passes(value),
  title: `${title}, or null`,
});

type Checks = Record<string, Check>;

const dispute: Checks = { id: text, payment_intent: optional(text) };
const refund: Checks = {
  id: text,
  status: optional(text),
  payment_intent: optional(text),
  metadata: optional(texts),
};
const charge: Checks = { id: text, payment_intent: optional(text) };
const paymentIntent: Checks = {
  id: text,
  amount: sum,
  amount_received: sum,
  currency,
  status: text,
  capture_method: optional(text),
  metadata: optional(texts),
};
const setupIntent: Checks = { id: text, metadata: optional(texts) };
const payout: Checks = { id: text };
const warning: Checks = { id: text, payment_intent: optional(text), fraud_type: text, created: time };

/** The fields that translations read, by the prefix of an event's type. */
const checkedTypes: [prefix: string, checks: Checks][] = [
  ['charge.dispute.', dispute],
  ['charge.refund.', refund],
  ['charge.', charge],
  ['refund.', refund],
  ['payment_intent.', paymentIntent],
  ['setup_intent.', setupIntent],
  ['payout.', payout],
  ['radar.early_fraud_warning.', warning],
];

/**
 * Checks an event that is to be translated, field by field: a valid signature proves the sender of an event, but not
 * that its fields are complete.
 *
 * @throws Refused, naming the field
 */
export function requireWhole(type: string, account: unknown, object: unknown): void {
  if (!optional(text).passes(account)) refuse('account', `Must be ${optional(text).title}`);
  if (!isObject(object)) refuse('data.object', 'Must be an object');
  const [, checks = {}] = checkedTypes.find(([prefix]) => type.startsWith(prefix)) ?? [];
  for (const [name, { passes, title }] of Object.entries(checks))
    if (!passes(object[name])) refuse(`data.object.${name}`, `Must be ${title}, in an event ${type}`);
}
