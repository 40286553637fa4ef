import type { StandIn } from '../../stripe/stand-in/start.ts';
import { send } from '../http.ts';
import { type Entry, kindOf, type Shown, sumsOf } from '../trail.ts';
import type { LiveBook, LivePayment, LiveShop } from './book.ts';

/**
 * Looks at all there is, once nobody does anything any more and every operation is settled: that Florin and the
 * acquirer have the same books, and that all that was told is so, once.
 */
export async function audit(baseUrl: string, stripe: StandIn, book: LiveBook): Promise<string[]> {
  const audits = await Promise.all(book.shops.map((shop) => auditShop(baseUrl, stripe, shop)));
  return audits.flat();
}

async function auditShop(baseUrl: string, stripe: StandIn, shop: LiveShop): Promise<string[]> {
  const wrongs: string[] = [];
  const get = async (path: string) => (await send('GET', baseUrl + path, { key: shop.key })).body;
  const all = async (what: string): Promise<never[]> => {
    const found: { id: string }[] = [];
    for (;;) {
      const last = found.at(-1);
      const page = await get(`/merchants/${shop.id}/${what}?limit=100${last ? `&before=${last.id}` : ''}`);
      if (!Array.isArray(page) || page.length === 0) return found as never[];
      found.push(...page);
    }
  };
  const transactions: (Shown & { operation?: object })[] = await all('transactions');
  const lines: { balance: number }[] = await all('lines');
  const paid = transactions.filter(({ successful }) => successful);
  const declined = transactions.length - paid.length;
  const sum = (field: 'amount' | 'capturedAmount' | 'refundedAmount' | 'pendingAmount') =>
    paid.reduce((total, each) => total + each[field], 0);

  // Ours, theirs.
  const books = stripe.books(shop.account);
  const held = books.intents.filter(({ status }) => ['requires_capture', 'succeeded'].includes(status));
  const { balance } = (await get(`/merchants/${shop.id}`)).merchant;
  const compared: Record<string, [number, number]> = {
    captured: [sum('capturedAmount'), books.captured.EUR ?? 0],
    refunded: [sum('refundedAmount'), books.refunded.EUR ?? 0],
    pending: [sum('pendingAmount'), books.capturable.EUR ?? 0],
    'open operations': [transactions.filter(({ operation }) => operation).length, 0],
    payments: [paid.filter(({ amount, voidedAmount }) => voidedAmount < amount).length, held.length],
    lines: [lines.reduce((total, line) => total + line.balance, 0), books.balance],
    balance: [balance, books.balance],
  };
  for (const [name, [ours, theirs]] of Object.entries(compared))
    if (ours !== theirs) wrongs.push(`${name}: ${ours}, at the acquirer ${theirs}`);

  // What was told is so.
  const shown = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  for (const payment of shop.payments) {
    const transaction = shown.get(payment.id);
    if (!transaction?.successful) wrongs.push(`payment ${payment.id} is not there`);
    else wrongs.push(...sumsOf(transaction), ...auditPayment(payment, transaction, shop));
  }
  const { payments, unknown } = shop;
  const known = new Set(payments.map(({ id }) => id));
  const untold = paid.filter(({ id }) => !known.has(id));
  if (untold.length > unknown)
    wrongs.push(`paid, and nobody was told, though ${unknown} are unknown: ${JSON.stringify(untold)}`);
  if (declined < shop.declined || declined > shop.declined + unknown)
    wrongs.push(`${declined} are declined, was told of ${shop.declined}, and ${unknown} are unknown`);
  return wrongs.map((what) => `live merchant ${shop.id}: ${what}`);
}

function auditPayment(
  { id, amount, movements }: LivePayment,
  transaction: Shown,
  { once }: LiveShop,
): string[] {
  const wrongs: string[] = [];
  const nameOf = ({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`;
  const named = (entry: Entry) => nameOf({ kind: kindOf(entry), amount: entry.amount });
  const entries = counted(transaction.trail.map(named));
  const ending = (result: string) => counted(movements.filter((one) => one.result === result).map(nameOf));
  const [done, unknown] = [ending('done'), ending('unknown')];
  if (transaction.amount !== amount) wrongs.push(`it is of ${transaction.amount}, not ${amount}`);
  for (const name of new Set([...entries.keys(), ...done.keys()])) {
    // Nobody asks for what is released with the one capture that there is.
    if (once && name.startsWith('void') && transaction.capturedAmount > 0) continue;
    const [there, told, perhaps] = [entries, done, unknown].map((of) => of.get(name) ?? 0) as [
      number,
      number,
      number,
    ];
    if (there < told || there > told + perhaps) {
      const said = movements.filter((one) => nameOf(one) === name).map(({ told }) => told);
      wrongs.push(`${name} is there ${there} times, was told ${told} times, ${perhaps} unknown: ${said}`);
    }
  }
  return wrongs.map((what) => `payment ${id}: ${what}`);
}

function counted(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
