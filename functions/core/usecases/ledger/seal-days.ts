import { hour, utcDay } from '#basics/time.ts';
import { firstIdAt, firstIdOf, type Id } from '#domain/id.ts';
import {
  endOfDay,
  type Seal,
  type SignedSeal,
  sealAfter,
  sealsTheSame,
  sealText,
} from '#domain/ledger/seal.ts';
import { type ChainState, noHash, SealChain } from '#domain/ledger/seal-chain.ts';
import { digestOf, type SealedLog, type Shown, sealedLogs } from '#domain/ledger/sealed-fields.ts';
import { addDays } from '#domain/merchants/days.ts';
import { present } from '#presenters/line.ts';
import { listLastingEntries } from '#store/console/audit.ts';
import { listLines } from '#store/ledger/lines.ts';
import { newestSeal, putSealedEntries, storeSeal } from '#store/ledger/seals.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import type { Slice } from '#store/table/list.ts';

/**
 * In milliseconds, far longer than the seconds between the making of an entry's id and its appearance in the list. An entry
 * that appears even later is in no seal, and a verification reports it as added.
 */
const entriesCompleteAfter = hour;

/** The number of entries in one read. */
const atOnce = 1000;

/** The most entries in one item, at 44 bytes each. */
const inOneItem = 4000;

/** The day that is being sealed, and how far. */
export interface SealProgress {
  day: string;
  log: SealedLog;
  /** The last entry that was read. */
  after?: Id;
  /** The number of parts that are stored. */
  part: number;
  ledger: ChainState;
  audit: ChainState;
}

/** The table has another seal of a day than its entries give, or one of a future day. Somebody has changed the table. */
export class SealConflict extends Error {}

type Sign = (text: string) => Promise<Pick<SignedSeal, 'key' | 'signature'>>;

/**
 * Seals the days of a merchant's ledger and audit log that have ended, in their order. Each id has the time at which Florin
 * has written the entry, so that an entry that Florin finds late belongs to the day on which it was found.
 *
 * Leaves out merchants whose data expires. Two runs at the same time store one seal.
 *
 * @param now milliseconds since 1970
 * @param end milliseconds since 1970: the run begins no further day or part after this time
 * @returns the rest for the next run; undefined at the end
 * @throws SealConflict
 */
export async function sealDays(
  merchantId: Id,
  now: number,
  sign: Sign,
  { end = Number.POSITIVE_INFINITY, begun }: { end?: number; begun?: SealProgress | undefined } = {},
): Promise<SealProgress | undefined> {
  const merchant = await findMerchant(merchantId);
  if (!merchant || merchant.unvouched) return undefined;
  // An operator can run the job for a future time, and then a day must not be sealed before its end.
  const through = addDays(utcDay(Math.min(now, Date.now()) - entriesCompleteAfter), -1);
  let last: Seal | undefined = await newestSeal(merchantId);
  if (last && last.day >= utcDay(Date.now())) throw new SealConflict(`${last.day} has a seal already`);
  for (let progress = begun; ; progress = undefined) {
    const day: string = last ? addDays(last.day, 1) : through;
    if (day > through) return undefined;
    const start = progress?.day === day ? progress : beginningOf(day);
    const from = last ? firstIdOf(day) : firstIdAt(0);
    const read = await readDay(merchantId, start, from, end);
    if ('left' in read) return read.left;
    last = await sealDay(sealAfter(last, { merchantId, day, ...read.done }, Date.now()), sign);
    if (Date.now() > end && day < through) return beginningOf(addDays(day, 1));
  }
}

const beginningOf = (day: string): SealProgress => ({
  day,
  log: 'ledger',
  part: 0,
  ledger: { count: 0, hash: noHash },
  audit: { count: 0, hash: noHash },
});

async function sealDay(seal: Seal, sign: Sign): Promise<Seal> {
  const stored = await storeSeal({ ...seal, ...(await sign(sealText(seal))) });
  if (!sealsTheSame(seal, stored))
    throw new SealConflict(`The stored seal of ${seal.day} does not have the entries of the table`);
  return stored;
}

type Read = { done: Record<SealedLog, ChainState> } | { left: SealProgress };

/** Reads the entries of a day, and stores them in parts. */
async function readDay(merchantId: Id, start: SealProgress, from: Id, end: number): Promise<Read> {
  const progress = { ...start };
  for (const log of sealedLogs.slice(sealedLogs.indexOf(start.log))) {
    if (log !== progress.log) Object.assign(progress, { log, part: 0, after: undefined });
    const chain = new SealChain(progress[log]);
    let entries: Buffer[] = [];
    const store = async () => {
      const { day, part } = progress;
      progress[log] = chain.state;
      const { hash } = chain.state;
      await putSealedEntries(merchantId, { day, log, part, hash, entries: Buffer.concat(entries) });
      progress.part += 1;
      entries = [];
    };
    const slice = { limit: atOnce, after: progress.after ?? firstIdAt(0), from, to: endOfDay(progress.day) };
    for await (const { id, shown } of entriesOf[log](merchantId, slice)) {
      const digest = digestOf(log, shown);
      chain.add(id, digest);
      entries.push(Buffer.from(id, 'hex'), digest);
      progress.after = id;
      if (entries.length < 2 * inOneItem) continue;
      await store();
      if (Date.now() > end) return { left: progress };
    }
    if (entries.length > 0) await store();
    progress[log] = chain.state;
  }
  return { done: { ledger: progress.ledger, audit: progress.audit } };
}

interface Entry {
  id: Id;
  shown: Shown;
}

const entriesOf: Record<SealedLog, (merchantId: Id, slice: Slice) => AsyncGenerator<Entry>> = {
  async *ledger(merchantId, slice) {
    for await (const line of listLines(merchantId, slice)) yield { id: line.id, shown: present(line) };
  },
  async *audit(merchantId, slice) {
    for await (const entry of listLastingEntries(merchantId, slice))
      yield { id: entry.id, shown: { ...entry } };
  },
};
