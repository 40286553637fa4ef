import { movedSince } from '#domain/funds.ts';
import { firstIdOf, type Id } from '#domain/id.ts';
import { type Integer, sumOf } from '#domain/integer.ts';
import { type Checkpoint, forgetDaysBefore, putCheckpoint, readCheckpoint } from '#store/ledger.ts';
import { listLines } from '#store/lines.ts';
import { readAccount } from '#store/merchants.ts';

const hour = 60 * 60 * 1000;

/** A line's id is made before it is written, and the index follows the table: both take seconds at most. */
const settledAfter = hour;

/** After so many lines the sum so far is stored, so that a check that timed out goes on from there. */
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
  const known = await readCheckpoint(merchantId);
  if (known && known.through > firstIdOf(today)) return 0;
  const [{ shares }, lines] = await Promise.all([
    readAccount(merchantId),
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
  for await (const { id, balance } of listLines(merchantId, { limit: 1000, after })) {
    if (id >= end) break;
    sum += BigInt(balance);
    if (++count % linesToACheckpoint === 0) await putCheckpoint(merchantId, { through: id, sum });
  }
  if (count > 0) await putCheckpoint(merchantId, { through: end, sum });
  return sum;
}
