import { type Caller, makerOf } from '#domain/caller.ts';
import { firstIdAt, type Id } from '#domain/id.ts';
import {
  beginToClose,
  type ClosedMonth,
  type Closing,
  closeMonth,
  countLine,
  countOpening,
  earliestOpen,
} from '#domain/ledger/closed-month.ts';
import { fundsOf, otherCurrencies, totalOf } from '#domain/ledger/funds.ts';
import { hashOfSeal } from '#domain/ledger/seal.ts';
import { timeZoneOf } from '#domain/merchants/time-zone.ts';
import { requireFound } from '#domain/outcome.ts';
import { listLines } from '#store/ledger/lines.ts';
import { newestSeal } from '#store/ledger/seals.ts';
import { findMerchant, readAccount } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import {
  beforeFirst,
  type CountedIndex,
  type CountedLines,
  countedFrom,
  getClosedMonth,
  listClosedMonths,
  readMonths,
  storeClosing,
} from '#store/months/months.ts';
import { StaleRead } from '#store/table/retry.ts';

/** How much one request counts. */
interface Limits {
  /** The lines that are counted in one write. */
  atOnce: number;
  /** In milliseconds: the request begins no further write after this time. */
  longest: number;
}

/** The ids of 5000 lines take 60 KB. */
const usual: Limits = { atOnce: 5000, longest: 5000 };

/** Later lines may still be missing in the list, in milliseconds. */
const listedAfter = 60_000;

export type CloseResult = { closed: ClosedMonth } | { closing: Closing };

/**
 * Closes a month of a merchant, or does a part of it: the lines are read page by page. Another request goes on where this one
 * has ended. Two at the same time close the month once. A closed month is returned as it is.
 *
 * @throws Conflict, NoAccess, QuotaUsedUp
 */
export async function closeMonthOf(
  merchantId: Id,
  caller: Caller,
  name: string,
  { atOnce, longest } = usual,
): Promise<CloseResult> {
  const until = Date.now() + longest;
  const [merchant, before] = await Promise.all([findMerchant(merchantId), readMonths(merchantId)]);
  // This read comes second, so that it finds a month that was the last one in the first read.
  const stored = await getClosedMonth(merchantId, name);
  if (stored) return { closed: stored };
  const owner = requireFound(merchant);
  const now = Date.now();
  const isFirst = before.last === undefined;
  const months = isFirst ? [] : await listClosedMonths(merchantId);
  let closing = beginToClose(before, name, {
    timeZone: timeZoneOf(owner),
    now,
    end: firstIdAt(now - listedAfter),
    closed: [...(months.at(-1)?.accounts ?? []), ...(months.at(-1)?.pockets ?? [])],
  });
  const isLost = lacksPockets(months);
  const index = countedFrom(merchantId, months, isLost ? firstIdAt(0) : earliestOpen(closing));
  if (!before.closing) await admitMerchantWrite(owner);
  let state = before;
  try {
    for (;;) {
      const part = await countPart(merchantId, owner.currency, index, { isFirst, isLost, atOnce }, closing);
      closing = part.closing;
      if (part.isLast) {
        const closed = await closedOf(merchantId, caller, closing);
        await storeClosing(merchantId, caller, state, part.counted, { closed });
        return { closed };
      }
      state = await storeClosing(merchantId, caller, state, part.counted, { closing });
      if (Date.now() > until) return { closing };
    }
  } catch (error) {
    if (!(error instanceof StaleRead)) throw error;
    // Another request has counted this part.
    const [closed, { closing: present }] = await Promise.all([
      getClosedMonth(merchantId, name),
      readMonths(merchantId),
    ]);
    if (closed) return { closed };
    if (present?.name === name) return { closing: present };
    throw error;
  }
}

/** Whether an earlier version of Florin has closed the last month, without the money in pockets. */
const lacksPockets = (months: readonly ClosedMonth[]): boolean =>
  months.length > 0 && months.at(-1)?.pockets === undefined;

interface CountedPart {
  closing: Closing;
  counted: CountedLines[];
  isLast: boolean;
}

/** Counts the next lines of a month, and changes nothing. */
async function countPart(
  merchantId: Id,
  own: string,
  index: CountedIndex,
  { isFirst, isLost, atOnce }: Pick<Limits, 'atOnce'> & { isFirst: boolean; isLost: boolean },
  begun: Closing,
): Promise<CountedPart> {
  const closing = structuredClone(begun);
  const window = earliestOpen(closing);
  // The opening balance of the first closed month is the sum of all earlier lines, and so is that of lost pockets.
  const after = closing.cursor ?? (isFirst || isLost ? firstIdAt(0) : window);
  const [opening, within]: [Id[], Id[]] = [[], []];
  let read = 0;
  for await (const line of listLines(merchantId, { after, limit: atOnce, to: closing.end })) {
    closing.cursor = line.id;
    read++;
    const isCounted = (isLost && line.id < window) || (await index.has(line.id));
    if (isCounted && isLost && line.pocket) countOpening(closing, line, own);
    if (!isCounted) {
      const share = countLine(closing, line, isFirst, own);
      if (share === 'month') within.push(line.id);
      if (share === 'opening' && line.id >= window) opening.push(line.id);
    }
    if (read === atOnce) break;
  }
  const counted = [
    { month: closing.name, ids: within },
    { month: beforeFirst, ids: opening },
  ];
  return { closing, counted, isLast: read < atOnce };
}

/** The month as it is stored, with the parts of the balance at this moment. */
async function closedOf(merchantId: Id, caller: Caller, closing: Closing): Promise<ClosedMonth> {
  const [{ merchant, shares }, sealed] = await Promise.all([readAccount(merchantId), newestSeal(merchantId)]);
  const { currency, test } = requireFound(merchant);
  const seal = sealed && { day: sealed.day, hash: hashOfSeal(sealed) };
  const closedAt = new Date().toISOString();
  const sums = totalOf(shares);
  const partsOf = (other?: string) => {
    const { pending, reserved, disputed } = fundsOf(sums, test, closedAt.slice(0, 10), other);
    return { pending, reserved, disputed };
  };
  const others = otherCurrencies(sums).map((other) => [other, partsOf(other)]);
  const funds = { [currency]: partsOf(), ...Object.fromEntries(others) };
  return closeMonth(closing, currency, { by: makerOf(caller), closedAt, funds, ...(seal && { seal }) });
}
