import { acquirerOf } from '#acquirer/registry.ts';
import { inGroups } from '#basics/in-groups.ts';
import { day, hour } from '#basics/time.ts';
import { firstIdAt, type Id } from '#domain/id.ts';
import type { BooksCase } from '#domain/ledger/books.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { warningTime } from '#domain/transactions/warning-time.ts';
import { logError } from '#observability/log.ts';
import { listLines } from '#store/ledger/lines.ts';
import { accountsOf, type ConnectedAccount } from '#store/merchants/acquirer-accounts.ts';
import { markSeen, namedBalanceTransactions } from '#store/reconciliation/acquirer-references.ts';
import { keepCase } from '#store/reconciliation/cases.ts';
import { readWalk, saveWalk, type Walk, type WalkState } from '#store/reconciliation/reconciliations.ts';
import { firstOf } from '#store/table/list.ts';
import { markEnding } from '#store/transactions/ending-authorizations.ts';
import { getTransactionState, listTransactions } from '#store/transactions/transactions.ts';
import { syncPayment } from '../acquirer-events/adopt-dashboard-movements.ts';
import { storedReferenceOf } from '../ledger/record-acquirer-payout.ts';
import { addEntry, openingOf } from './compare-balance.ts';
import { compareBalanceTransactions } from './compare-balance-transactions.ts';

/** In milliseconds. A younger balance transaction may still get its line from an event. */
const linesDueAfter = hour;

/**
 * In milliseconds. Each night also compares the end of the earlier nights' period, since entries may be written late.
 */
const overlap = 3 * day;

/** A period that an operator has requested, in milliseconds since 1970. `name` distinguishes it from other periods. */
export interface Period {
  name: string;
  since: number;
  until: number;
}

/**
 * Compares an acquirer's books with the ledger of the account's merchant, in both directions. It repairs the
 * differences that it can, and stores the others as cases.
 *
 * 1. Each balance transaction has one line, of the same sum.
 * 2. Each line of real money has its balance transaction.
 * 3. Each pending amount can still be captured at the acquirer. The merchant is warned if that ends soon.
 *
 * A run continues where the previous one stopped: the cursor is stored after each page.
 *
 * @param end milliseconds since 1970: after this time only the first page is read
 * @returns true if everything is compared, or another run is at work
 */
export async function reconcile(
  merchant: Merchant,
  account: ConnectedAccount,
  { now, end, period }: { now: number; end: number; period?: Period },
): Promise<boolean> {
  const name = period?.name ?? 'nights';
  let state: WalkState | undefined = await readWalk(account, name);
  let walk = state.walk ?? walkFrom(state, account, now, period);
  if (walk.until <= walk.since) return true;
  do {
    const next = await compare[walk.phase](merchant, account, walk, now);
    const done = next ? {} : await stateAfter(account, state, walk, period === undefined);
    state = await saveWalk(account, name, { ...state, walk: next, ...done });
    // Another run is further ahead. It will continue.
    if (!state || !next) return true;
    walk = next;
  } while (Date.now() < end);
  return false;
}

function walkFrom(
  { through }: WalkState,
  { connected }: ConnectedAccount,
  now: number,
  period?: Period,
): Walk {
  const latest = now - linesDueAfter;
  // An earlier version of Florin did not store when an account was connected.
  const begun = through === undefined && connected > 0 ? connected : undefined;
  const since = begun ?? Math.min(through ?? latest, latest) - overlap;
  return {
    since: Math.max(period?.since ?? since, connected),
    until: Math.min(period?.until ?? latest, latest),
    phase: 'entries',
    sums: {},
    pockets: {},
  };
}

/**
 * Completes a period. The first comparison covers everything since the account was connected, so it also finds the
 * opening balance.
 */
async function stateAfter(
  account: ConnectedAccount,
  { through, opening, openingPockets }: WalkState,
  walk: Walk,
  isNight: boolean,
): Promise<Partial<WalkState>> {
  if (!isNight) return {};
  const isFirst = through === undefined && account.connected > 0;
  const first = isFirst && !opening ? await openingIfRead(account, walk) : undefined;
  return {
    through: walk.until,
    opening: opening ?? first?.balance,
    openingPockets: openingPockets ?? (walk.pockets && first?.pockets),
  };
}

/** A key that lacks the right to read the balance must not end the comparison of entries and lines. */
async function openingIfRead(
  account: ConnectedAccount,
  { sums, pockets = {}, until }: Walk,
): Promise<Awaited<ReturnType<typeof openingOf>> | undefined> {
  try {
    return await openingOf(account, { balance: sums, pockets }, until);
  } catch (error) {
    logError(account.account ?? account.acquirer, error);
    return undefined;
  }
}

/**
 * Compares a page.
 *
 * @returns the cursor of the next page; undefined at the end
 */
type Compare = (
  merchant: Merchant,
  account: AcquirerAccount,
  walk: Walk,
  now: number,
) => Promise<Walk | undefined>;

const compare: Record<Walk['phase'], Compare> = {
  async entries(merchant, account, walk) {
    const adapter = acquirerOf(account);
    const { entries, next } = await adapter.listBalanceTransactions(account.account, walk, walk.cursor);
    await keepCases(merchant.id, await compareBalanceTransactions(merchant, account, entries));
    const [sums, pockets] = [{ ...walk.sums }, walk.pockets && { ...walk.pockets }];
    for (const entry of entries) addEntry({ balance: sums, pockets: pockets ?? {} }, entry);
    const counted = { ...walk, sums, pockets };
    return next ? { ...counted, cursor: next } : { ...counted, phase: 'lines', cursor: undefined };
  },

  async lines(merchant, account, walk) {
    const after = walk.cursor ?? firstIdAt(walk.since);
    const slice = { limit: linesAtOnce, after, to: firstIdAt(walk.until) };
    const lines = await firstOf(listLines(merchant.id, slice), linesAtOnce);
    await keepCases(merchant.id, await linesWithoutEntry(merchant, account, lines));
    const cursor = lines.length === linesAtOnce ? lines.at(-1)?.id : undefined;
    return cursor ? { ...walk, cursor } : { ...walk, phase: 'pending', cursor: undefined };
  },

  async pending(merchant, account, walk, now) {
    const after = walk.cursor ?? firstIdAt(0);
    const slice = { limit: pendingAtOnce, after, to: firstIdAt(walk.until), pending: true as const };
    const transactions = await firstOf(listTransactions(merchant.id, slice), pendingAtOnce);
    await inGroups(transactions, 4, async ({ id, acquirer, endsSoon }) => {
      if (!acquirer || !isSameAccount(acquirer, account)) return;
      try {
        // A change that cannot be adopted has a balance transaction, which becomes a case.
        await syncPayment(account, acquirer.reference);
        const { captureBefore } = acquirer;
        // Authorizations that an earlier version of Florin has made are not in the list of authorizations that end.
        if (
          !endsSoon &&
          captureBefore &&
          warningTime(id, captureBefore) < now &&
          now < Date.parse(captureBefore)
        )
          await markEnding(id, captureBefore);
      } catch (error) {
        logError(id, error);
      }
    });
    const cursor = transactions.length === pendingAtOnce ? transactions.at(-1)?.id : undefined;
    return cursor ? { ...walk, cursor } : undefined;
  },
};

/** The number of lines in one read of DynamoDB. */
const linesAtOnce = 500;

/** The number of pending transactions in one page. Each takes one request to the acquirer. */
const pendingAtOnce = 100;

async function keepCases(merchantId: Id, found: readonly BooksCase[]): Promise<void> {
  await inGroups(found, 10, (each) => keepCase(merchantId, each));
}

/**
 * Returns lines whose balance transaction is missing from the acquirer's books. A line may be written long after
 * its balance transaction, which then is in no page of this period. So Florin asks the acquirer for each missing
 * balance transaction.
 */
async function linesWithoutEntry(
  merchant: Merchant,
  { acquirer, account }: AcquirerAccount,
  lines: readonly Line[],
): Promise<BooksCase[]> {
  const named = lines.flatMap((line) =>
    line.acquirer ? [{ line, reference: line.acquirer.reference }] : [],
  );
  const accounts = named.length > 0 ? await accountsOf(merchant) : [];
  const known = await Promise.all(
    [...new Set(accounts.map((each) => each.acquirer))].map((each) =>
      namedBalanceTransactions(
        each,
        named.map(({ reference }) => reference),
      ),
    ),
  );
  const unseen = named.filter(({ reference }) => !known.some((entries) => entries.get(reference)?.seen));
  const found: BooksCase[] = [];
  await inGroups(unseen, 4, async ({ line, reference }) => {
    const { transactionId } = line;
    const owner = transactionId && (await getTransactionState(transactionId))?.acquirer;
    const asked = owner ? [accounts.find((each) => isSameAccount(owner, each)) ?? owner] : accounts;
    const { books, isCertain } = await booksWith(reference, asked, { acquirer, account });
    if (books) return markSeen(books.acquirer, reference);
    if (!isCertain) return;
    found.push({
      kind: 'line',
      reference: line.id,
      account: { acquirer, account },
      why: `The acquirer has no balance transaction ${reference}`,
      amount: -Number(line.kept?.net ?? line.balance),
      currency: line.kept?.currency ?? merchant.currency,
      lineId: line.id,
      source: reference,
    });
  });
  return found;
}

/**
 * Finds the account whose books have a balance transaction. An earlier account may be disconnected, which must not end the
 * comparison of the present one. A retired account is not asked.
 *
 * @param accounts that may have it: only a payment says at which of the merchant's accounts its money moves
 * @returns also whether all accounts have answered
 * @throws if the account that is compared does not answer
 */
async function booksWith(
  reference: string,
  accounts: readonly (AcquirerAccount & Pick<ConnectedAccount, 'retired'>)[],
  compared: AcquirerAccount,
): Promise<{ books?: AcquirerAccount; isCertain: boolean }> {
  // The reference of a payout's balance transaction begins with the payout's name.
  const of = reference.split(' ', 1)[0] ?? reference;
  let isCertain = true;
  for (const books of accounts) {
    if (books.retired) {
      isCertain = false;
      continue;
    }
    try {
      const entries = await acquirerOf(books).findBalanceTransactions(books.account, of);
      if (entries.some((entry) => storedReferenceOf(entry) === reference)) return { books, isCertain };
    } catch (error) {
      if (isSameAccount(books, compared)) throw error;
      logError(reference, error);
      isCertain = false;
    }
  }
  return { isCertain };
}
