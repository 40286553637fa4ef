import { day } from '#basics/time.ts';
import { type Scheme, schemeNames } from '../cards/scheme.ts';
import { type Id, idTime } from '../id.ts';
import type { TrailEntry, Transaction } from './transaction.ts';

/** The addresses that asked for receipts of a transaction. */
export interface Receipts {
  merchantId: Id;
  /** The addresses, in lower case; absent if only users of the console have sent the receipt. */
  addresses?: Set<string>;
  /** The last mail that a user of the console has sent. */
  again?: { id: Id; email: string };
  /** The language of the receipts, and the locale of their numbers and dates. */
  language: string;
  locale: string;
  /** When Florin deletes the addresses, in seconds since 1970. */
  expires: number;
}

/** A mail to a customer about a payment, whose outcome is known. */
export interface CustomerMail {
  /** Florin handed the mail to SES, or SES refused it permanently. Nobody tells Florin whether it arrived. */
  outcome: 'sent' | 'refused';
  /** In milliseconds since 1970. */
  at: number;
  /** The masked address. */
  to: string;
  /** The amount of the refund that the mail is about, in minor units; undefined for the receipt of the payment. */
  refund?: number;
}

/** The most mails of one payment that users of the console send. */
export const mostMailsAgain = 10;

/** The most addresses of a transaction: for the customer, their bookkeeper, and one typing error. */
export const mostAddresses = 3;

/** The time after a payment in which receipts can be requested. */
const askedWithin = day;

/**
 * The time after a payment in which Florin mails receipts of its refunds. Card schemes accept most refunds within
 * half a year.
 */
const keptFor = 180 * day;

/** Whether a transaction has a receipt: it was paid within the last day, and was not voided since. */
export function hasReceipt(
  { id, amount, voidedAmount, error }: Pick<Transaction, 'id' | 'amount' | 'voidedAmount' | 'error'>,
  now = Date.now(),
): boolean {
  return error === undefined && voidedAmount < amount && idTime(id) + askedWithin > now;
}

/** Whether a user of the console can still send the receipt of a payment. */
export const canSendReceipt = (
  payment: Pick<Transaction, 'id' | 'amount' | 'voidedAmount' | 'error'>,
  now = Date.now(),
): boolean => hasReceipt(payment, idTime(payment.id)) && idTime(payment.id) + keptFor > now;

/** The time at which the addresses of a transaction are deleted, in seconds since 1970. */
export const forgottenAt = (id: Id): number => Math.ceil((idTime(id) + keptFor) / 1000);

/** The statement descriptors of a payment: those of its captures, once it has any. */
export function statementsOf({
  descriptor,
  trail,
}: Pick<Transaction, 'descriptor'> & {
  trail: readonly Pick<TrailEntry, 'kind' | 'descriptor'>[];
}): string[] {
  const captures = trail.filter(({ kind }) => kind === 'capture');
  const told = captures.map((capture) => capture.descriptor ?? descriptor);
  return [...new Set(told.length > 0 ? told : [descriptor])];
}

/** A card in the form in which Florin may show it: `Visa •••• 1234`. */
export const maskedCard = ({ scheme, last4 }: { scheme: Scheme; last4: string }): string =>
  `${schemeNames[scheme]} •••• ${last4}`;

/** The means of a payment, for people: `Visa •••• 1234`, `MobilePay`. */
export const paidBy = ({ card, method }: Pick<Transaction, 'card' | 'method'>): string =>
  card ? maskedCard(card) : (method?.name ?? '');

/** An address in the form in which Florin may show it to a person who may not know it: `a•••@example.com`. */
export const maskedAddress = (email: string): string => email.replace(/^(.)[^@]*/, '$1•••');
