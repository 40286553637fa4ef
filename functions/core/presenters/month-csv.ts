import { type Cell, type Decimal, decimalOf } from '#basics/csv.ts';
import {
  type Account,
  type Accounts,
  kindOfLine,
  type Month,
  moneyMovedBy,
  type ShownLine,
} from '#domain/ledger/month.ts';
import { counterAccountOf } from '#domain/ledger/postings.ts';
import type { FoundLater } from '#domain/ledger/statement.ts';
import { exponentOf, isCurrency } from '#domain/money/currency.ts';
import { detailCells } from '#domain/transactions/movement-details.ts';

const ownColumns = [
  'created',
  'kind',
  'payment',
  'currency',
  'amount',
  'balance_currency',
  'gross',
  'fee',
  'net',
  'balance',
  'description',
  'reference',
  'payout',
  'id',
  'order_reference',
  'order_customer',
  'order_description',
  'fee_acquirer',
  'fee_network',
  'fee_platform',
  'fee_tax',
  'fx_rate',
  'payout_arrival',
  'late',
] as const;

type Column = (typeof ownColumns)[number];

/**
 * The columns of a month's file. The `net` of all lines with the same currency and pocket leads from its opening to its
 * closing balance.
 */
export const monthColumns: readonly string[] = [
  ...ownColumns,
  ...detailCells({}).map(([column]) => column),
  'booked_at',
  'available_on',
  'dispute',
  'payout_trace',
  'account',
  'pocket',
];

const cellsOf = (row: Readonly<Record<string, Cell>>): Cell[] => monthColumns.map((column) => row[column]);

const decimal = (minor: number, currency: string): Decimal =>
  decimalOf(minor, isCurrency(currency) ? exponentOf(currency) : 2);

/** @param after the balance after the line */
export function monthRow(line: ShownLine, own: string, after: number): Cell[] {
  const { currency, pocket, balance, fee } = moneyMovedBy(line, own);
  const row: Record<Column, Cell> = {
    created: line.created,
    kind: kindOfLine(line),
    payment: line.transactionId,
    currency: line.amount.currency,
    amount: decimal(line.amount.amount, line.amount.currency),
    balance_currency: currency,
    gross: decimal(balance + fee, currency),
    fee: decimal(fee, currency),
    net: decimal(balance, currency),
    balance: decimal(after, currency),
    description: line.description,
    reference: line.reference,
    payout: line.payoutId,
    id: line.id,
    order_reference: line.order?.reference,
    order_customer: line.order?.customer,
    order_description: line.order?.description,
    ...feeCells(line, fee, currency),
    fx_rate: line.exchange && String(line.exchange.rate),
    payout_arrival: line.arrival,
    late: line.late && 'late',
  };
  const more = {
    ...{ booked_at: line.bookedAt, available_on: line.available },
    ...{ dispute: line.disputeId, payout_trace: line.trace, account: accountOf(line, balance + fee), pocket },
  };
  return cellsOf({ ...row, ...Object.fromEntries(detailCells(line)), ...more });
}

/** The account of the ledger that the gross amount is posted to. A line that is nothing but a fee has the account of the fee. */
const accountOf = (line: ShownLine, gross: number): string =>
  gross === 0 && line.fees?.[0]
    ? `fees:${line.fees[0].kind}`
    : counterAccountOf({ kind: kindOfLine(line), reserve: line.reserve });

/** The parts of the fee of a line, which add up to it. A fee without parts is the acquirer's. */
function feeCells({ fees }: ShownLine, fee: number, currency: string) {
  const parts = { network: 0, platform: 0, tax: 0 };
  for (const { kind, amount } of fees ?? [])
    if (kind === 'network') parts.network += amount;
    else if (kind === 'application') parts.platform += amount;
    else if (kind === 'tax' || kind === 'withheld_tax') parts.tax += amount;
  const { network, platform, tax } = parts;
  return {
    fee_acquirer: decimal(fee - network - platform - tax, currency),
    fee_network: decimal(network, currency),
    fee_platform: decimal(platform, currency),
    fee_tax: decimal(tax, currency),
  };
}

/** The rows before the lines: each balance at the beginning of the month. */
export const openingRows = ({ from }: Month, accounts: Accounts): Cell[][] =>
  balanceRows(from, 'opening_balance', accounts, ({ opening }) => opening);

/** The rows after the lines: each balance at the end of the month. */
export const closingRows = ({ to }: Month, accounts: Accounts): Cell[][] =>
  balanceRows(to, 'closing_balance', accounts, ({ closing }) => closing);

const parts = ['pending', 'reserved', 'disputed'] as const;

interface Closed {
  closedAt: string;
  funds: readonly ({ currency: string } & Record<(typeof parts)[number], unknown>)[];
  seal?: { day: string; hash: string };
}

/**
 * The rows of a closed month after its closing balances: the parts of each balance at the closing, and the money that was found
 * afterwards, with the month that has it, and the newest seal at the closing. Like a balance, they have no `net`.
 */
export const closedRows = ({ closedAt, funds, seal }: Closed, found: readonly FoundLater[]): Cell[][] => [
  ...funds.flatMap(({ currency, ...sums }) =>
    parts.map((kind) => {
      const balance = decimal(Number(sums[kind]), currency);
      return cellsOf({ created: closedAt, kind, balance_currency: currency, balance });
    }),
  ),
  ...found.map(({ currency, pocket, net, month }) => {
    const balance = decimal(net, currency);
    return cellsOf({ kind: 'found_later', balance_currency: currency, balance, description: month, pocket });
  }),
  ...(seal ? [cellsOf({ created: seal.day, kind: 'seal', description: seal.hash })] : []),
];

const balanceRows = (
  time: string,
  kind: string,
  accounts: Accounts,
  balanceOf: (account: Account) => number,
): Cell[][] =>
  [...accounts.values()].map((account) => {
    const { currency, pocket } = account;
    const balance = decimal(balanceOf(account), currency);
    return cellsOf({ created: time, booked_at: time, kind, balance_currency: currency, balance, pocket });
  });
