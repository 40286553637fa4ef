import { daySeconds, inSeconds } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import { warningTime } from '#domain/transactions/warning-time.ts';
import { type Detachment, detachmentIn } from '../cards/detachments.ts';
import { dueAt, dueItems } from '../table/due-items.ts';
import { endingKey, endings, endingsOf, transactionKey } from '../table/keys.ts';
import { discard, put, transact, update, type Write } from '../table/transact.ts';
import { unlessUnneeded, unneededWrite } from '../table/unneeded-writes.ts';

/** In seconds: DynamoDB deletes the item of an end this long after the end. */
const lifetime = 30 * daySeconds;

/**
 * Lists an authorization that ends by itself. A job checks the authorization when the merchant is to be warned, and
 * after its end.
 *
 * @param captureBefore the end, ISO 8601
 */
export const listEnding = (id: Id, captureBefore: string): Write => ({
  item: put({
    ...endingKey(id),
    listPk: endingsOf(id),
    listSk: dueAt(warningTime(id, captureBefore), id),
    expires: inSeconds(Date.parse(captureBefore)) + lifetime,
  }),
});

/**
 * Lists a test dispute, so that a job ends the dispute after its deadline.
 *
 * @param due ISO 8601
 */
export const listDeadline = (id: Id, due: string): Write => ({
  item: put({
    ...endingKey(id),
    listPk: endingsOf(id),
    listSk: dueAt(Date.parse(due), id),
  }),
});

/**
 * The authorizations (by their transactions) and the test disputes that a job has to check now, and the cards that it has to delete at their acquirer,
 * the longest waiting first.
 */
export async function dueEndings(now: number, ofEach: number): Promise<(Id | Detachment)[]> {
  const items = await dueItems(endings, now, ofEach);
  return items.map((item) => detachmentIn(item) ?? item.pk.slice(endingKey('').pk.length));
}

/**
 * Sets when the job checks an authorization or a dispute next, or removes it from the list.
 *
 * @param due milliseconds since 1970; undefined removes it
 */
export const rescheduleEnding = (id: Id, due: number | undefined): Promise<unknown> =>
  due === undefined
    ? transact([{ item: discard(endingKey(id)) }])
    : unlessUnneeded([
        {
          item: update(
            endingKey(id),
            'SET listSk = :due',
            { ':due': dueAt(due, id) },
            { condition: 'attribute_exists(pk)' },
          ),
          onFailed: unneededWrite,
        },
      ]);

/**
 * Marks a transaction whose authorization ends soon, once for each end, if money is still pending. The change makes the
 * merchant's event `transaction.expiring`.
 */
export async function markEnding(id: Id, captureBefore: string): Promise<void> {
  const condition =
    'attribute_not_exists(endsSoon) AND pendingAmount > :nothing AND acquirer.captureBefore = :end';
  const values = { ':yes': true, ':nothing': 0, ':end': captureBefore };
  const item = update(transactionKey(id), 'SET endsSoon = :yes', values, { condition });
  await unlessUnneeded([{ item, onFailed: unneededWrite }]);
}

/** Marks a transaction of test money as {@link markEnding} does. Its end never changes. */
export async function markTestEnding(id: Id): Promise<void> {
  const condition = 'attribute_not_exists(endsSoon) AND pendingAmount > :nothing';
  const item = update(
    transactionKey(id),
    'SET endsSoon = :yes',
    { ':yes': true, ':nothing': 0 },
    { condition },
  );
  await unlessUnneeded([{ item, onFailed: unneededWrite }]);
}

/**
 * Stores that an authorization ends at another time than before, so that Florin warns the merchant of the new end,
 * too.
 */
export async function changeEnding(id: Id, captureBefore: string): Promise<void> {
  const item = update(
    transactionKey(id),
    'SET acquirer.captureBefore = :end REMOVE endsSoon',
    { ':end': captureBefore, ':nothing': 0 },
    { condition: 'pendingAmount > :nothing AND NOT acquirer.captureBefore = :end' },
  );
  await unlessUnneeded([{ item, onFailed: unneededWrite }, listEnding(id, captureBefore)]);
}
