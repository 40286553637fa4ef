import type { Florin } from '../../api/support/florin.ts';
import { comparableBooks } from '../../api/support/same-books.ts';
import type { Books } from '../../stripe/stand-in/books.ts';
import type { StandIn } from '../../stripe/stand-in/start.ts';
import { auditAttempts, madeBy } from '../methods.ts';
import { type Get, read, readAll } from '../read.ts';
import { type Entry, kindOf, type Shown, sumsOf } from '../trail.ts';
import type { LiveBook, LivePayment, LiveShop } from './book.ts';
import { addByMethod } from './operations.ts';

/**
 * Reads all data after every operation is resolved. Checks that the books of Florin and the acquirer agree, and that
 * each answer to a client is true and had its effect once.
 */
export async function audit(florin: Florin, stripe: StandIn, book: LiveBook): Promise<string[]> {
  const audits = await Promise.all(book.shops.map((shop) => auditShop(florin, stripe, shop)));
  return audits.flat();
}

async function auditShop(florin: Florin, stripe: StandIn, shop: LiveShop): Promise<string[]> {
  const wrongs: string[] = [];
  const get = (path: string) => read(florin, shop.key, path);
  const transactions = (await readAll(get, `/merchants/${shop.id}/transactions`)) as Shown[];
  const lines = (await readAll(get, `/merchants/${shop.id}/lines`)) as { balance: number }[];
  const { balance } = (await get(`/merchants/${shop.id}`)).body.merchant;
  const paid = transactions.filter(({ successful }) => successful);
  const declined = transactions.filter(({ successful, card }) => !successful && card).length;

  // Customers who pay by a method may never come back.
  for (const attempt of shop.attempts)
    for (const { id, successful } of madeBy(attempt, transactions))
      if (successful) addByMethod(shop, id, attempt);
  wrongs.push(...auditAttempts(shop.attempts, transactions));

  const all = stripe.books(shop.account);
  const given = givenUp(all, new Set(paid.map(({ id }) => id)));
  for (const { id, payment_intent, amount_captured, amount_refunded } of given)
    if (
      amount_captured !== amount_refunded ||
      all.intents.some((one) => one.id === payment_intent && one.amount_capturable > 0)
    )
      wrongs.push(`payment ${id} is given up, and keeps ${amount_captured} less ${amount_refunded}`);
  const books = withoutPayments(all, [...shop.foreign, ...given.map(({ payment_intent }) => payment_intent)]);
  const { ours, theirs } = comparableBooks({ transactions, lines, balance }, books);
  for (const [name, one] of Object.entries(ours)) {
    const other = theirs[name as keyof typeof theirs];
    if (one !== other) wrongs.push(`${name}: ${one}, at the acquirer ${other}`);
  }

  wrongs.push(...(await auditLedger(get, shop)));

  const disputed = transactions.reduce((total, { disputedAmount }) => total + disputedAmount, 0);
  const lost = shop.disputes.filter(({ outcome }) => outcome === 'lost');
  const expected = lost.reduce((total, { amount }) => total + amount, 0);
  if (disputed !== expected) wrongs.push(`disputed: ${disputed}, at the acquirer ${expected}`);
  const entries = transactions.flatMap(({ trail }) => trail);
  const back = entries.flatMap((entry) => (isReturned(entry) ? [-entry.amount] : []));
  const failed = books.entries.flatMap(({ type, amount }) => (type === 'refund_failure' ? [amount] : []));
  if (back.sort().join() !== failed.sort().join())
    wrongs.push(`refunds that came back: ${back}, at the acquirer ${failed}`);

  // Florin may have created several intents for a payment, and used one of them.
  const capturable = new Map<string, number>();
  for (const { metadata, amount_capturable } of books.intents)
    capturable.set(metadata.florin ?? '', (capturable.get(metadata.florin ?? '') ?? 0) + amount_capturable);
  const charged = new Set(books.charges.map(({ payment_intent }) => payment_intent));
  const authorized = new Map(
    books.intents.flatMap(({ id, metadata, amount }) => (charged.has(id) ? [[metadata.florin, amount]] : [])),
  );
  for (const transaction of paid) {
    const theirs = authorized.get(transaction.id) ?? 0;
    // Once the rest is released, only an event reports an earlier increment in the dashboard, and events get lost.
    const isOld = theirs > transaction.amount && transaction.pendingAmount === 0;
    if (theirs !== transaction.amount && !isOld)
      wrongs.push(`${theirs} is authorized: ${JSON.stringify(transaction)}`);
  }
  for (const transaction of paid)
    if (capturable.get(transaction.id) !== transaction.pendingAmount)
      wrongs.push(`${capturable.get(transaction.id)} can be captured: ${JSON.stringify(transaction)}`);

  // Checks that every answer to a client is true.
  const shown = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  for (const payment of shop.payments) {
    const transaction = shown.get(payment.id);
    if (!transaction?.successful) wrongs.push(`payment ${payment.id} is not there`);
    else wrongs.push(...sumsOf(transaction), ...auditPayment(payment, transaction));
  }
  // Florin may not know of an increment in the dashboard. A capture of the known amount then releases the rest.
  const released = shop.payments
    .filter(({ raisedInDashboard, method }) => !raisedInDashboard && !method)
    .reduce((total, payment) => total + unaskedVoids(payment, shown.get(payment.id)?.trail ?? []), 0);
  if (!shop.once && released > shop.expired)
    wrongs.push(`${released} voids that nobody asked for, and ${shop.expired} authorizations have expired`);
  const { payments, unknown } = shop;
  const known = new Set(payments.map(({ id }) => id));
  const untold = paid.filter(({ id }) => !known.has(id));
  if (untold.length > unknown)
    wrongs.push(`paid, and nobody was told, though ${unknown} are unknown: ${JSON.stringify(untold)}`);
  // A copy of a declined payment may have come after its link was closed.
  const perhaps = unknown + shop.late;
  if (declined < shop.declined || declined > shop.declined + perhaps)
    wrongs.push(`${declined} are declined, was told of ${shop.declined}, and ${perhaps} are unknown`);
  for (const { code, paidBy } of shop.codes)
    if (paidBy.length > 1) wrongs.push(`a till's code ${code} was paid ${paidBy.length} times: ${paidBy}`);
  for (const { id, customer } of shop.kept) {
    const kept = (await get(`/merchants/${shop.id}/customers/${customer}/cards?limit=9`)).body;
    if (kept.length !== 1 || kept[0].id !== id)
      wrongs.push(`card ${id} of ${customer}: ${JSON.stringify(kept)}`);
  }
  for (const link of shop.links) {
    const { link: now } = (await get(`/links/${link.id}`)).body;
    const payments: string[] = now.payments.map(
      ({ transactionId }: { transactionId: string }) => transactionId,
    );
    const odd =
      now.paid !== payments.length ||
      now.paid > link.uses ||
      payments.some((id) => !shown.get(id)?.successful) ||
      link.paidBy.some((id) => !payments.includes(id));
    if (odd) wrongs.push(`link ${JSON.stringify(now)}, and told were ${link.paidBy}`);
  }
  return wrongs.map((what) => `live merchant ${shop.id}: ${what}`);
}

/** The charges of payments by methods that no successful transaction has. */
const givenUp = ({ charges, intents }: Books, paid: Set<string>): Books['charges'] =>
  charges.filter(({ payment_intent, payment_method_details: { type } }) => {
    const florin = intents.find(({ id }) => id === payment_intent)?.metadata.florin ?? '';
    return type !== 'card' && !paid.has(florin);
  });

/**
 * Returns the books without the payments of another system, and without those whose money is returned. Their balance
 * transactions stay, because these have a line.
 */
function withoutPayments(books: Books, foreign: readonly string[]): Books {
  const isOwn = ({ payment_intent }: { payment_intent: string }) => !foreign.includes(payment_intent);
  const refunds = books.refunds.filter(isOwn);
  const charges = books.charges.filter(isOwn);
  return {
    ...books,
    charges,
    refunds,
    intents: books.intents.filter(({ id }) => !foreign.includes(id)),
    captured: { EUR: charges.reduce((sum, { amount_captured }) => sum + amount_captured, 0) },
    refunded: { EUR: refunds.reduce((sum, { amount }) => sum + amount, 0) },
  };
}

interface Movement {
  id: string;
  postings: { account: string; currency: string; amount: number }[];
}

interface Payout {
  id: string;
  status: string;
  amount: { currency: string; amount: number };
  count: number;
  /** The sums of balance transactions that have no line in Florin. */
  carried: { in: number; out: number };
}

/** Checks that the postings of each movement sum to zero in each currency, and that payouts equal their lines. */
async function auditLedger(get: Get, shop: LiveShop): Promise<string[]> {
  const wrongs: string[] = [];
  for (const movement of (await readAll(get, `/merchants/${shop.id}/postings`)) as Movement[]) {
    const sums = new Map<string, number>();
    for (const { currency, amount } of movement.postings)
      sums.set(currency, (sums.get(currency) ?? 0) + amount);
    if ([...sums.values()].some((sum) => sum !== 0))
      wrongs.push(`postings do not sum to zero: ${JSON.stringify(movement)}`);
  }
  const payouts = (await readAll(get, `/merchants/${shop.id}/payouts`)) as Payout[];
  const onTheirWay = payouts.filter(({ status }) => !['paid', 'failed', 'canceled'].includes(status));
  if (onTheirWay.length !== shop.payouts.length)
    wrongs.push(`${onTheirWay.length} payouts are on their way, at the acquirer ${shop.payouts.length}`);
  for (const payout of shop.automatic ? payouts : []) {
    const lines = await linesOfPayout(get, payout.id);
    const sum = lines.reduce((total, { balance }) => total + balance, 0);
    if (
      lines.length !== payout.count ||
      sum + payout.carried.in - payout.carried.out !== payout.amount.amount
    )
      wrongs.push(
        `payout of ${payout.amount.amount}: ${lines.length} of its ${payout.count} lines are ${sum}`,
      );
  }
  return wrongs;
}

async function linesOfPayout(get: Get, id: string): Promise<{ balance: number }[]> {
  const lines = await readAll(get, `/payouts/${id}`, '', ({ payout }) => payout.lines);
  return lines as { balance: number }[];
}

/** True for the trail entry of a refund that failed at the customer's bank. */
const isReturned = (entry: Entry) => kindOf(entry) === 'refund' && entry.amount < 0;

const unaskedVoids = ({ movements }: LivePayment, trail: readonly Entry[]): number => {
  const asked = movements.filter(({ kind, result }) => kind === 'void' && result !== 'refused');
  return Math.max(0, trail.filter((entry) => kindOf(entry) === 'void').length - asked.length);
};

function auditPayment(
  { id, amount, movements, raisedInDashboard }: LivePayment,
  transaction: Shown,
): string[] {
  const wrongs: string[] = [];
  const nameOf = ({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`;
  const named = (entry: Entry) => nameOf({ kind: kindOf(entry), amount: entry.amount });
  // No client requests disputes or failed refunds, so the comparison with the requests leaves out their trail entries.
  const asked = transaction.trail.filter((entry) => kindOf(entry) !== 'dispute' && !isReturned(entry));
  const raised = asked.filter((entry) => kindOf(entry) === 'increment');
  const begun = transaction.amount - raised.reduce((total, entry) => total + entry.amount, 0);
  const entries = countNames(asked.map(named));
  const ending = (result: string) => countNames(movements.filter((one) => one.result === result).map(nameOf));
  const [done, unknown] = [ending('done'), ending('unknown')];
  if (begun !== amount) wrongs.push(`it began with ${begun}, not ${amount}`);
  for (const name of new Set([...entries.keys(), ...done.keys()])) {
    const [there, told, perhaps] = [entries, done, unknown].map((of) => of.get(name) ?? 0) as [
      number,
      number,
      number,
    ];
    // Florin can record several increments in the dashboard as one entry. Expired authorizations make voids.
    const isOpen = name.startsWith('void') || (raisedInDashboard && name.startsWith('increment'));
    const most = isOpen ? Number.POSITIVE_INFINITY : told + perhaps;
    if (there < told || there > most) {
      const said = movements.filter((one) => nameOf(one) === name).map(({ told }) => told);
      wrongs.push(`${name} is there ${there} times, was told ${told} times, ${perhaps} unknown: ${said}`);
    }
  }
  return wrongs.map((what) => `payment ${id}: ${what}; it is ${JSON.stringify(transaction)}`);
}

function countNames(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
