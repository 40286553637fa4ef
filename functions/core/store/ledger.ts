import { setTimeout as sleep } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Id, newId } from '#domain/id.ts';
import { client, table } from './client.ts';
import { ledgerKey, linesOf } from './keys.ts';
import { listFrom } from './list.ts';
import { balanceOf } from './merchants.ts';
import { get, type Item } from './read.ts';

/** The sum of a merchant's lines up to one of them, so that a night's check reads a day's lines. */
type Checkpoint = Item & { through: Id; sum: number };

const hour = 60 * 60 * 1000;

/** A line's id is made before it is written, and the index follows the table: both take seconds at most. */
const settledAfter = hour;

const attempts = 3;

/**
 * What a merchant's balance has beyond the sum of its lines, in minor units of its currency; 0 where they agree, and
 * where money moved each time it was looked at, so that there is nothing to tell until another night.
 *
 * @param now milliseconds since 1970
 */
export async function checkLedger(merchantId: Id, now: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const before = await balanceOf(merchantId);
    const lines = await sumLines(merchantId, now);
    const moved = (await balanceOf(merchantId)) !== before;
    if (!moved && before === lines) return 0;
    if (attempt === attempts) return moved ? 0 : before - lines;
    await sleep(1_000);
  }
}

async function sumLines(merchantId: Id, now: number): Promise<number> {
  const known = await get<Checkpoint>(ledgerKey(merchantId));
  const settled = newId(now - settledAfter);
  let [sum, through, settledSum] = [known?.sum ?? 0, known?.through, known?.sum ?? 0];
  const lines = listFrom(linesOf(merchantId), { limit: 0, after: known?.through ?? '0'.repeat(24) }, 1000);
  for await (const { id, balance } of lines) {
    sum += balance as number;
    if ((id as Id) < settled) [through, settledSum] = [id as Id, sum];
  }
  if (through !== known?.through) await putCheckpoint(merchantId, through as Id, settledSum);
  return sum;
}

async function putCheckpoint(merchantId: Id, through: Id, sum: number): Promise<void> {
  const item: Checkpoint = { ...ledgerKey(merchantId), through, sum };
  await client.send(new PutCommand({ TableName: table, Item: item }));
}
