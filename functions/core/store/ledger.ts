import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { firstIdOf, type Id } from '#domain/id.ts';
import { type Integer, sumOf } from '#domain/integer.ts';
import { daysOf, movedSince, readShares, type Share } from './balance.ts';
import { client, table } from './client.ts';
import { ledgerKey, linesOf } from './keys.ts';
import { listFrom } from './list.ts';
import { get, type Item } from './read.ts';

/** The sum of a merchant's lines up to an id, so that a night's check reads a day's lines. */
type Checkpoint = Item & { through: Id; sum: Integer };

const hour = 60 * 60 * 1000;

/** A line's id is made before it is written, and the index follows the table: both take seconds at most. */
const settledAfter = hour;

/** A check that is cut off goes on from the last of so many lines. */
const linesToACheckpoint = 10_000;

/**
 * What a merchant's balance has beyond the sum of its lines, in minor units of its currency; 0 where they agree.
 *
 * Compared is the end of the last day that is over: the balance less what has moved since, with the lines until
 * then. Neither changes any more, however busy the merchant is. What came later is for another night; so is all, where
 * a later day was looked at before.
 *
 * @param now milliseconds since 1970
 */
export async function checkLedger(merchantId: Id, now: number): Promise<Integer> {
  const today = new Date(now - settledAfter).toISOString().slice(0, 10);
  const known = await get<Checkpoint>(ledgerKey(merchantId));
  if (known && known.through > firstIdOf(today)) return 0;
  const [shares, lines] = await Promise.all([
    readShares(merchantId),
    sumLines(merchantId, firstIdOf(today), known),
  ]);
  const balance = sumOf(shares.map(({ balance }) => balance));
  const since = sumOf(shares.map((share) => movedSince(share, today)));
  const difference = sumOf([balance, -since, -lines]);
  if (difference === 0) await Promise.all(shares.map((share) => forgetDaysBefore(today, share)));
  return difference;
}

async function sumLines(merchantId: Id, end: Id, known: Checkpoint | undefined): Promise<Integer> {
  const after = known?.through ?? '0'.repeat(24);
  let [sum, count] = [BigInt(known?.sum ?? 0), 0];
  for await (const { id, balance } of oldestFirst(merchantId, after)) {
    if (id >= end) break;
    sum += BigInt(balance);
    if (++count % linesToACheckpoint === 0) await putCheckpoint(merchantId, id, sum);
  }
  if (count > 0) await putCheckpoint(merchantId, end, sum);
  return sum;
}

const oldestFirst = (merchantId: Id, after: Id) =>
  listFrom(linesOf(merchantId), { limit: 1000, after }) as AsyncIterable<Item & { id: Id; balance: number }>;

async function putCheckpoint(merchantId: Id, through: Id, sum: bigint): Promise<void> {
  const item: Checkpoint = { ...ledgerKey(merchantId), through, sum };
  await client.send(new PutCommand({ TableName: table, Item: item }));
}

/** Nobody asks for them again, and a share is to stay small. */
async function forgetDaysBefore(today: string, share: Share): Promise<void> {
  const days = daysOf(share).filter((day) => day < today);
  if (days.length === 0) return;
  await client.send(
    new UpdateCommand({
      TableName: table,
      Key: { pk: share.pk, sk: share.sk },
      UpdateExpression: `REMOVE ${days.map((_, n) => `#day${n}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(days.map((day, n) => [`#day${n}`, day])),
    }),
  );
}
