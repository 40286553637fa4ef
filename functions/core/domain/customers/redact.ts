import type { PaymentLink } from '../transactions/link.ts';
import { references } from '../transactions/order-data.ts';
import type { Names } from './person.ts';

/** The text in place of one that names an erased person. */
export const erasedText = 'erased';

/**
 * Replaces each text that names the person, at any depth. Numbers, bytes and sets stay.
 *
 * @returns the same value if nothing in it names the person
 */
export function redactTexts<T>(value: T, names: Names): T {
  if (typeof value === 'string') return (names(value) ? erasedText : value) as T;
  if (Array.isArray(value))
    return sameIfEqual(
      value,
      value.map((one) => redactTexts(one, names)),
    );
  if (!isPlain(value)) return value;
  const fields = Object.entries(value).map(([name, one]): [string, unknown] => [
    names(name) ? erasedText : name,
    redactTexts(one, names),
  ]);
  const isSame = fields.every(([name, one]) => value[name] === one);
  return isSame ? value : (Object.fromEntries(fields) as T);
}

const sameIfEqual = <T>(before: T & readonly unknown[], now: readonly unknown[]): T =>
  now.every((one, n) => one === before[n]) ? before : (now as T);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === '[object Object]';

/** Whether any text in a value names the person. */
export const mentions = (value: unknown, names: Names): boolean => redactTexts(value, names) !== value;

/**
 * Returns the merchant's own data of a payment without the person: only the number of the order stays, because the bookkeeping of
 * the merchant refers to the payment by it.
 */
export function redactCustom(custom: unknown, names: Names): unknown {
  if (!isPlain(custom)) return typeof custom === 'number' ? custom : erasedText;
  const kept = references.flatMap((name) => {
    const value = custom[name];
    const stays = typeof value === 'number' || (typeof value === 'string' && !names(value));
    return stays ? [[name, value]] : [];
  });
  return Object.fromEntries(kept);
}

/** Returns an order's summary without its customer. */
export function redactOrder<T extends object>(order: T | undefined, names: Names): T | undefined {
  if (!order) return undefined;
  const { customer, ...rest } = order as T & { customer?: unknown };
  const now = redactTexts(rest, names);
  return (customer === undefined && now === rest ? order : now) as T;
}

/** Returns the texts and URLs of a link without the person. */
export const redactLink = (
  { text, lines, reference, redirect, cancel, statement }: PaymentLink,
  names: Names,
): Partial<PaymentLink> => redactTexts({ text, lines, reference, redirect, cancel, statement }, names);

/** The fields that can name a customer, in payments, lines, disputes and operations as the API shows them. */
const naming = new Set(['reference', 'description', 'text']);

/** Returns the content of an event or a response without the person. All fields stay, because a receiver may need them. */
export function redactShown(value: unknown, names: Names, name = ''): unknown {
  if (value === null || value === undefined) return value;
  if (name === 'custom') return redactCustom(value, names);
  if (name === 'payer') return { name: null, email: null };
  if (naming.has(name)) return redactTexts(value, names);
  if (Array.isArray(value)) return value.map((one) => redactShown(one, names));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [
      field,
      name === 'order' && field === 'customer' ? null : redactShown(one, names, field),
    ]),
  );
}
