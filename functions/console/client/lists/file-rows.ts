import { type Cell, type Decimal, decimalOf } from '#basics/csv.ts';
import { effectOf, kindOfLine } from '#domain/ledger/month.ts';
import { detailCells } from '#domain/transactions/movement-details.ts';
import { orderDataOf } from '#domain/transactions/order-data.ts';
import { decimalsOf } from '../values/format.ts';
import { authorOf } from '../values/names.ts';
import { statusesOf } from '../values/statuses.ts';
import type { AuditEntry, Dispute, Line, Payout, Transaction } from '../values/types.ts';

/** The rows of an exported file. */
export interface FileRows<T> {
  columns: readonly string[];
  row: (entry: T) => Cell[];
}

/** The cells of a row by their columns, whose names stay the same in each language, so that programs can read the file. */
export type Cells<T> = Readonly<Record<string, (entry: T) => Cell>>;

export const fileRows = <T>(cells: Cells<T>): FileRows<T> => ({
  columns: Object.keys(cells),
  row: (entry) => Object.values(cells).map((cell) => cell(entry)),
});

const decimal = (minor: number, currency: string): Decimal => decimalOf(minor, decimalsOf(currency));

export const paymentCells: Cells<Transaction> = {
  id: ({ id }) => id,
  created: ({ created }) => created,
  status: (one) => statusesOf(one).join(' '),
  currency: ({ currency }) => currency,
  amount: ({ amount, currency }) => decimal(amount, currency),
  pending: ({ pendingAmount, currency }) => decimal(pendingAmount, currency),
  captured: ({ capturedAmount, currency }) => decimal(capturedAmount, currency),
  refunded: ({ refundedAmount, currency }) => decimal(refundedAmount, currency),
  voided: ({ voidedAmount, currency }) => decimal(voidedAmount, currency),
  disputed: ({ disputedAmount, currency }) => decimal(disputedAmount, currency),
  card_scheme: ({ card }) => card?.scheme,
  card_last4: ({ card }) => card?.last4,
  reference: (one) => orderDataOf(one).reference,
  customer_name: (one) => orderDataOf(one).name,
  customer_email: (one) => orderDataOf(one).email,
  description: (one) => orderDataOf(one).description,
  decline: ({ error }) => (error ? error.text : ''),
  payment_reference: ({ reference }) => reference,
  method: ({ method }) => method.type,
  method_name: ({ method }) => method.name,
};

/** The order of a line or a dispute. A line's own `reference` and `description` are the acquirer's. */
const orderCells: Cells<Pick<Line, 'order'>> = {
  order_reference: ({ order }) => order?.reference,
  order_customer: ({ order }) => order?.customer,
  order_description: ({ order }) => order?.description,
};

/** @param own the currency of the merchant */
export const lineCells = (own: string): Cells<Line> => {
  const effect = (line: Line) => effectOf(line, own);
  return {
    id: ({ id }) => id,
    created: ({ created }) => created,
    kind: kindOfLine,
    payment: ({ transactionId }) => transactionId,
    currency: ({ amount }) => amount.currency,
    amount: ({ amount }) => decimal(amount.amount, amount.currency),
    balance_currency: (line) => effect(line).currency,
    fee: (line) => decimal(effect(line).fee, effect(line).currency),
    balance: (line) => decimal(effect(line).balance, effect(line).currency),
    description: ({ description }) => description,
    reference: ({ reference }) => reference,
    payout: ({ payoutId }) => payoutId,
    ...orderCells,
    ...Object.fromEntries(
      detailCells({}).map(([column], n) => [column, (line: Line) => detailCells(line)[n]?.[1]]),
    ),
    booked_at: ({ bookedAt }) => bookedAt,
    available_on: ({ available }) => available,
  };
};

export const payoutCells: Cells<Payout> = {
  id: ({ id }) => id,
  created: ({ created }) => created,
  status: ({ status }) => status,
  currency: ({ amount }) => amount.currency,
  amount: ({ amount }) => decimal(amount.amount, amount.currency),
  lines: ({ count }) => count,
  arrival: ({ arrival }) => arrival,
  trace: ({ trace }) => trace,
  reference: ({ reference }) => reference,
  ...Object.fromEntries(
    (['gross', 'fees', 'net'] as const).map((sum) => [
      sum,
      ({ [sum]: value, amount }: Payout) => (value === null ? undefined : decimal(value, amount.currency)),
    ]),
  ),
};

/** A dispute with the currency of its payment, which Florin stores with the dispute since it stores the order. */
export type PricedDispute = Omit<Dispute, 'currency'> & Pick<Transaction, 'currency'>;

export const disputeCells: Cells<PricedDispute> = {
  id: ({ id }) => id,
  created: ({ created }) => created,
  status: ({ status }) => status,
  payment: ({ transactionId }) => transactionId,
  amount_minor: ({ amount }) => amount,
  reason_code: ({ reason }) => reason.code,
  reason: ({ reason }) => reason.title,
  due: ({ due }) => due,
  currency: ({ currency }) => currency,
  amount: ({ amount, currency }) => decimal(amount, currency),
  ...orderCells,
};

export const auditCells: Cells<AuditEntry> = {
  id: ({ id }) => id,
  created: ({ created }) => created,
  person: ({ user }) => authorOf(user),
  action: ({ action }) => action,
  about: ({ about }) => JSON.stringify(about),
  fields: ({ fields }) => JSON.stringify(fields),
  device: ({ device }) => device,
  address: ({ address }) => address,
  status: ({ status }) => status,
  request: ({ requestId }) => requestId,
};
