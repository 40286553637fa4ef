import type { Published, Scene } from './florin.ts';
import type { Beginning } from './life.ts';

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
const joined = (items: readonly string[], by = '<br>') => (items.length > 0 ? items.join(by) : nothing);
const money = (amount: number, currency = 'EUR') =>
  `${currency === 'EUR' ? '' : `${currency} `}${(amount / 100).toFixed(2)}`;

/** The lines and the webhooks of the state that a life begins in. */
const before: Record<Beginning, { lines: number; webhooks: number }> = {
  merchant: { lines: 0, webhooks: 0 },
  authorized: { lines: 0, webhooks: 1 },
  captured: { lines: 1, webhooks: 2 },
};

/** @param published the events of the merchant's webhooks */
export async function shownOf(
  scene: Scene,
  begins: Beginning,
  published: readonly Published[],
): Promise<Shown> {
  const { own } = scene.live;
  const { id } = scene.merchant;
  const all = { limit: 99 };
  const [lines, transactions, payouts, disputes, merchant] = await Promise.all([
    listed(own.listLines(id, all), own.presentLine),
    listed(own.listTransactions(id, all), own.presentTransaction),
    listed(own.listPayouts(id, all), own.presentPayout),
    listed(own.listAlerts('dispute', id, undefined, all), own.presentDispute),
    merchantOf(scene),
  ]);
  const funds: [string, Json][] = [['EUR', merchant], ...Object.entries<Json>(merchant.balances)];
  const sums = (name: string) =>
    joined(
      funds
        .filter(([currency, sum], n) => (n === 0 && merchant.currency === currency) || sum[name] !== 0)
        .map(([currency, sum]) => money(sum[name], currency)),
    );
  return {
    lines: joined(lines.reverse().slice(before[begins].lines).map(lineText)),
    balance: sums('balance'),
    available: sums('available'),
    disputed: sums('disputed'),
    state: joined([
      ...transactions.map(transactionText),
      ...disputes.reverse().map(({ status }) => `dispute ${status}`),
      ...payouts.reverse().map(({ status, itemized }) => `payout ${status}, lines: ${itemized}`),
    ]),
    webhooks: joined(typesOf(published).slice(before[begins].webhooks)),
  };
}

async function listed<T, Shown>(items: AsyncIterable<T>, present: (item: T) => Shown): Promise<Json[]> {
  const all: Shown[] = [];
  for await (const item of items) all.push(present(item));
  return all;
}

async function merchantOf({ live: { own }, merchant: { id } }: Scene): Promise<Json> {
  return own.presentMerchant((await own.getMerchant(id)) as Parameters<typeof own.presentMerchant>[0]);
}

type Sums = Record<string, { available: number; pending: number }>;

/** A merchant's money, by currency. */
export async function fundsOf(scene: Scene): Promise<Sums> {
  const merchant = await merchantOf(scene);
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
function typesOf(published: readonly Published[]): string[] {
  const inOrder = published
    .filter(({ type }) => !withoutOrder.includes(type))
    .sort((a, b) => a.created - b.created || (a.sequence ?? 0) - (b.sequence ?? 0));
  const others = withoutOrder.flatMap((type) => {
    const count = published.filter((event) => event.type === type).length;
    return count === 0 ? [] : [count === 1 ? type : `${type}, ${count} times`];
  });
  return [...inOrder.map(({ type }) => type), ...others];
}

const withoutOrder = ['dispute.updated', 'operation.open', 'operation.accepted', 'operation.settled'];
