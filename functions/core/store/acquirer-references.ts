import type { Id } from '#domain/id.ts';
import { Conflict } from '#domain/outcome.ts';
import { entryKey, paymentKey } from './keys.ts';
import { get, getAll, type Item } from './read.ts';
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

/** The lines of entries, by the entries' references; an entry that has no line is not in it. */
export async function linesOfEntries(
  acquirer: string,
  references: readonly string[],
): Promise<Map<string, Id>> {
  const keys = references.map((reference) => entryKey(acquirer, reference));
  const items = await getAll<Item & { lineId: Id }>(keys);
  const byKey = new Map(items.map(({ pk, lineId }) => [pk, lineId]));
  return new Map(
    references.flatMap((reference) => {
      const lineId = byKey.get(entryKey(acquirer, reference).pk);
      return lineId ? [[reference, lineId]] : [];
    }),
  );
}
