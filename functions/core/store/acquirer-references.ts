import type { Id } from '#domain/id.ts';
import { Conflict } from '#domain/outcome.ts';
import { entryKey, paymentKey } from './keys.ts';
import { get, type Item } from './read.ts';
import { put, type Write } from './transact.ts';

/** Remembers which transaction an acquirer's payment is: its events name it by its own name. */
export const namePayment = (acquirer: string, reference: string, transactionId: Id): Write => ({
  item: put({ ...paymentKey(acquirer, reference), transactionId }, 'attribute_not_exists(pk)'),
  onFailed: () => new Conflict(`${reference} is another transaction’s`),
});

/**
 * An acquirer's entry has one line.
 *
 * @param onTwice what it means that it has one already; an error of ours where nothing else is said
 */
export const nameEntry = (
  acquirer: string,
  reference: string,
  lineId: Id,
  onTwice: () => Error = () => new Error(`${reference} has a line already`),
): Write => ({
  item: put({ ...entryKey(acquirer, reference), lineId }, 'attribute_not_exists(pk)'),
  onFailed: onTwice,
});

export const transactionOfPayment = async (acquirer: string, reference: string): Promise<Id | undefined> =>
  (await get<Item & { transactionId: Id }>(paymentKey(acquirer, reference)))?.transactionId;

export const lineOfEntry = async (acquirer: string, reference: string): Promise<Id | undefined> =>
  (await get<Item & { lineId: Id }>(entryKey(acquirer, reference)))?.lineId;
