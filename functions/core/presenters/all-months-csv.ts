import { type Cell, decimalOf } from '#basics/csv.ts';
import type { Account } from '#domain/ledger/month.ts';
import { exponentOf, isCurrency } from '#domain/money/currency.ts';
import { lineKinds } from '#schemas/ledger-names.ts';

/** A merchant, with its month if it is closed. */
interface Listed {
  merchantId: string;
  name: string;
  currency: string;
  month?: {
    name: string;
    closedAt: string;
    timeZone: string;
    accounts: readonly Account[];
    pockets?: readonly Account[];
  };
}

/** The columns of a file with a month of all merchants. */
export const allMonthsColumns: readonly string[] = [
  ...['merchant', 'name', 'state', 'closed_at', 'time_zone', 'currency', 'opening_balance'],
  ...lineKinds,
  ...['fees', 'closing_balance', 'lines', 'pocket'],
];

/** A row for each currency and each pocket of a closed month, or one row of an open month. */
export function allMonthsRows({ merchantId, name, currency, month }: Listed): Cell[][] {
  if (!month)
    return [[merchantId, name, 'open', '', '', currency, ...lineKinds.map(() => ''), '', '', '', '', '']];
  return [...month.accounts, ...(month.pockets ?? [])].map((account) => {
    const decimals = isCurrency(account.currency) ? exponentOf(account.currency) : 2;
    const decimal = (minor: number) => decimalOf(minor, decimals);
    return [
      ...[merchantId, name, 'closed', month.closedAt, month.timeZone, account.currency],
      decimal(account.opening),
      ...lineKinds.map((kind) => decimal(account.kinds[kind])),
      ...[decimal(account.fees), decimal(account.closing), account.count, account.pocket],
    ];
  });
}
