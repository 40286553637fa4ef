import type { Id } from '#domain/id.ts';
import { Conflict, Outcome } from '#domain/outcome.ts';
import { entryKey, paymentKey } from './keys.ts';
import { get, type Item } from './read.ts';
import { put, type Write } from './transact.ts';

/** Remembers which transaction an acquirer's payment is: its events name it by its own name. */
export const namePayment = (acquirer: string, reference: string, transactionId: Id): Write => ({
  item: put({ ...paymentKey(acquirer, reference), transactionId }, 'attribute_not_exists(pk)'),
  onFailed: () => new Conflict(`${reference} is another transaction’s`),
});

/** The entry has a line already. */
export class EntryKnown extends Outcome {
  override readonly name = 'EntryKnown';

  constructor(reference: string) {
    super(`${reference} has a line`);
  }
}

/** An acquirer's entry has one line. */
export const nameEntry = (acquirer: string, reference: string, lineId: Id): Write => ({
  item: put({ ...entryKey(acquirer, reference), lineId }, 'attribute_not_exists(pk)'),
  onFailed: () => new EntryKnown(reference),
});

export const transactionOfPayment = async (acquirer: string, reference: string): Promise<Id | undefined> =>
  (await get<Item & { transactionId: Id }>(paymentKey(acquirer, reference)))?.transactionId;

export const lineOfEntry = async (acquirer: string, reference: string): Promise<Id | undefined> =>
  (await get<Item & { lineId: Id }>(entryKey(acquirer, reference)))?.lineId;
