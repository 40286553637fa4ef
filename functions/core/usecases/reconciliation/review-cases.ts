import { inGroups } from '#basics/in-groups.ts';
import { differenceOf, type KnownCase } from '#domain/ledger/books.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { Conflict } from '#domain/outcome.ts';
import { logError } from '#observability/log.ts';
import { getLine } from '#store/ledger/lines.ts';
import type { ConnectedAccount } from '#store/merchants/acquirer-accounts.ts';
import { namedBalanceTransactions } from '#store/reconciliation/acquirer-references.ts';
import { endCase, keepCase, listCases } from '#store/reconciliation/cases.ts';
import { transact } from '#store/table/transact.ts';
import { logCase } from '../ledger/log-case.ts';
import { type BalanceDifference, isOpenBalance, unexplainedDifferences } from './compare-balance.ts';
import { isStillWaiting } from './review-figures.ts';

/**
 * Closes cases whose difference has disappeared, compares the balances, and raises an alarm for each open case.
 *
 * @param until milliseconds since 1970: the balances of an account that takes longer are not compared
 */
export async function reviewCases(
  merchant: Merchant,
  accounts: readonly ConnectedAccount[],
  now: number,
  until = Number.POSITIVE_INFINITY,
): Promise<void> {
  const open = (await listCases(merchant.id)).filter(({ state }) => state === 'open');
  await inGroups(open, 10, async (known) => {
    if (await hasVanished(merchant, accounts, known)) await end(merchant, known);
  });
  // An acquirer that does not show its balance must not silence the cases.
  await compareBalances(merchant, accounts, now, until).catch((error) => logError(merchant.id, error));
  for (const known of await listCases(merchant.id)) if (known.state === 'open') logCase(merchant.id, known);
}

async function hasVanished(
  { currency }: Merchant,
  accounts: readonly ConnectedAccount[],
  known: KnownCase,
): Promise<boolean> {
  const { kind, account, reference, source, amount, fee = 0, pocket } = known;
  if (kind === 'line') return isSeen([account, ...accounts], source ?? '');
  if (kind === 'figures') return !(await isStillWaiting(source ?? '', reference));
  if (kind !== 'entry') return false;
  const name = (await namedBalanceTransactions(account.acquirer, [reference])).get(reference);
  const line = name && (await getLine(name.lineId));
  const entry = { reference, net: amount, fee, currency: known.currency, pocket };
  return differenceOf(entry, line, currency) === undefined;
}

/** Whether the books of one of the merchant's acquirers have a balance transaction. A case names the account that was compared. */
async function isSeen(accounts: readonly AcquirerAccount[], reference: string): Promise<boolean> {
  const acquirers = [...new Set(accounts.map(({ acquirer }) => acquirer))];
  const named = await Promise.all(acquirers.map((each) => namedBalanceTransactions(each, [reference])));
  return named.some((entries) => entries.get(reference)?.seen);
}

const reasons: Record<BalanceDifference['kind'], string> = {
  balance: 'The acquirer’s balance and the ledger’s differ by more than the other cases',
  pending: 'The balances agree, but the acquirer has another part of them pending than the ledger',
  pocket: 'The acquirer’s total of a pocket and the ledger’s differ by more than the other cases',
};

/** A difference of another amount than the night before is a new case. */
async function compareBalances(
  merchant: Merchant,
  accounts: readonly ConnectedAccount[],
  now: number,
  until: number,
): Promise<void> {
  const [present] = accounts;
  const differences = await unexplainedDifferences(merchant, accounts, until);
  if (differences === undefined || !present) return;
  const isOf = (known: KnownCase) => (found: BalanceDifference) =>
    found.kind === known.kind &&
    found.currency === known.currency &&
    found.amount === known.amount &&
    found.pocket?.name === known.pocket?.name &&
    found.pocket?.net === known.pocket?.net;
  const open = (await listCases(merchant.id)).filter(isOpenBalance);
  for (const known of open) if (!differences.some(isOf(known))) await end(merchant, known);
  const { acquirer, account } = present;
  for (const found of differences) {
    if (open.some((known) => isOf(known)(found))) continue;
    await keepCase(merchant.id, {
      ...found,
      reference: [account ?? 'own', found.currency, found.pocket?.name, new Date(now).toISOString()]
        .filter(Boolean)
        .join('@'),
      account: { acquirer, account },
      why: reasons[found.kind],
    });
  }
}

async function end({ id }: Merchant, known: KnownCase): Promise<void> {
  await transact([endCase(id, known, 'gone')]).catch((error) => {
    // An operator has just settled the case, or another run has closed it.
    if (!(error instanceof Conflict)) throw error;
  });
}
