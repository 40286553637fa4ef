import type { Received } from '../../../api/support/receiver.ts';
import type { Beginning, Scene } from './life.ts';

// biome-ignore lint/suspicious/noExplicitAny: as the API shows it
type Json = any;

/** The outcome of a life, as the cells of its row. */
export interface Shown {
  lines: string;
  balance: string;
  available: string;
  disputed: string;
  state: string;
  webhooks: string;
}

const nothing = '–';
const listed = (items: readonly string[], by = '<br>') => (items.length > 0 ? items.join(by) : nothing);
const money = (amount: number, currency = 'EUR') =>
  `${currency === 'EUR' ? '' : `${currency} `}${(amount / 100).toFixed(2)}`;

/** The lines and the webhooks of the state that a life begins in. */
const before: Record<Beginning, { lines: number; webhooks: number }> = {
  merchant: { lines: 0, webhooks: 0 },
  authorized: { lines: 0, webhooks: 1 },
  captured: { lines: 1, webhooks: 2 },
};

/** @param received everything that Florin has posted for the merchant */
export async function shownOf(
  scene: Scene,
  begins: Beginning,
  received: readonly Received['event'][],
): Promise<Shown> {
  const { live, key, merchant: known } = scene;
  const read = async (path: string): Promise<Json> => (await live.here.api('GET', path, { key })).body;
  const list = (what: string): Promise<Json[]> => read(`/merchants/${known.id}/${what}?limit=99`);
  const [lines, transactions, payouts, disputes, { merchant }] = await Promise.all([
    list('lines'),
    list('transactions'),
    scene.payout ? list('payouts') : [],
    scene.dispute ? (read(`/disputes?limit=9&filter[merchantId]=${known.id}`) as Promise<Json[]>) : [],
    read(`/merchants/${known.id}`),
  ]);
  const funds: [string, Json][] = [['EUR', merchant], ...Object.entries<Json>(merchant.balances)];
  const sums = (name: string) =>
    listed(
      funds
        .filter(([currency, sum], n) => (n === 0 && merchant.currency === currency) || sum[name] !== 0)
        .map(([currency, sum]) => money(sum[name], currency)),
    );
  return {
    lines: listed(lines.reverse().slice(before[begins].lines).map(lineText)),
    balance: sums('balance'),
    available: sums('available'),
    disputed: sums('disputed'),
    state: listed([
      ...transactions.map(transactionText),
      ...disputes.reverse().map(({ status }) => `dispute ${status}`),
      ...payouts.reverse().map(({ status, itemized }) => `payout ${status}, lines: ${itemized}`),
    ]),
    webhooks: listed(typesOf(received).slice(before[begins].webhooks)),
  };
}

type Sums = Record<string, { available: number; pending: number }>;

/** A merchant's money, by currency. */
export async function fundsOf({ live, key, merchant: { id } }: Scene): Promise<Sums> {
  const { merchant } = (await live.here.api('GET', `/merchants/${id}`, { key })).body;
  const funds: [string, Json][] = [[merchant.currency, merchant], ...Object.entries<Json>(merchant.balances)];
  return nonzero(funds.map(([currency, { available, pending }]) => [currency, { available, pending }]));
}

/** The same sums as the acquirer shows them. */
export function acquirerFundsOf({ live, account }: Scene): Sums {
  const { available, pending } = live.stripe.balance(account);
  const of = (list: typeof available, code: string) =>
    list.find(({ currency }) => currency === code)?.amount ?? 0;
  const currencies = [...new Set([...available, ...pending].map(({ currency }) => currency))];
  return nonzero(
    currencies.map((code) => [
      code.toUpperCase(),
      { available: of(available, code), pending: of(pending, code) },
    ]),
  );
}

const nonzero = (sums: [string, Sums[string]][]): Sums =>
  Object.fromEntries(sums.filter(([, { available, pending }]) => available !== 0 || pending !== 0));

/** Writes a line as `dispute -40.00`, followed by the line's own amount if it differs from the moved amount. */
function lineText(line: Json): string {
  const kind = ['capture', 'refund', 'dispute', 'payout', 'adjustment'].find((name) => line[name]) ?? '?';
  const { balance, fee, currency } = line.kept ?? { ...line, currency: 'EUR' };
  const gross = Math.abs(balance + fee);
  const isOther = line.amount.currency !== currency || Math.abs(line.amount.amount) !== gross;
  const of = isOther ? ` of ${money(line.amount.amount, line.amount.currency)}:` : '';
  return `${kind}${of} ${money(balance, currency)}${fee === 0 ? '' : ` with a fee of ${money(fee, currency)}`}`;
}

function transactionText(transaction: Json): string {
  if (!transaction.successful) return `declined: ${transaction.error.text}`;
  const amounts = ['pending', 'captured', 'refunded', 'voided', 'disputed'].flatMap((name) => {
    const amount: number = transaction[`${name}Amount`];
    return amount === 0 ? [] : [`${name} ${money(amount, transaction.currency)}`];
  });
  return [...amounts, ...(transaction.operation ? ['operation open'] : [])].join(', ');
}

/**
 * Lists the types of events in the order of their transaction. Events without a place in this order come last, with
 * their number.
 */
function typesOf(received: readonly Received['event'][]): string[] {
  const inOrder = received
    .filter(({ type }) => !withoutOrder.includes(type))
    .sort((a, b) => a.created.localeCompare(b.created) || a.sequence - b.sequence);
  const others = withoutOrder.flatMap((type) => {
    const count = received.filter((event) => event.type === type).length;
    return count === 0 ? [] : [count === 1 ? type : `${type}, ${count} times`];
  });
  return [...inOrder.map(({ type }) => type), ...others];
}

const withoutOrder = ['dispute.updated', 'operation.open', 'operation.accepted', 'operation.settled'];
