import type { Florin } from '../api/support/florin.ts';
import { type Exchanged, inFunding, shareOf } from './arithmetic.ts';
import type { Book, Merchant, Movement, Payment } from './book.ts';
import { auditAttempts, madeBy } from './methods.ts';
import { addByMethod } from './operations.ts';
import { read, readAll } from './read.ts';
import { digestOf, type Entry, kindOf, type Shown, sumsOf } from './trail.ts';

interface Line {
  id: string;
  created: string;
  transactionId?: string;
  capture?: true;
  refund?: true;
  dispute?: true;
  payout?: true;
  amount: { currency: string; amount: number };
  balance: number;
  fee: number;
  exchange?: Exchanged;
}

/** A line's balance, and the earliest and latest time of its write. */
interface Moved {
  balance: bigint;
  started: number;
  ended: number;
}

/** Milliseconds between the date of a line and its write, at most. One request does both. */
const written = 30_000;

/** Milliseconds between the clock that dates lines and the clock of the book, at most. */
const slack = 1_000;

/** Returns the movement that a line describes. The request of the client, if known, narrows its times. */
function movedBy({ created, balance }: Line, asked?: Movement): Moved {
  const made = Date.parse(created) - performance.timeOrigin;
  return {
    balance: BigInt(balance),
    started: Math.max(asked?.started ?? 0, made - slack),
    ended: Math.min(asked?.ended ?? Number.POSITIVE_INFINITY, made + written),
  };
}

/**
 * Reads all data through the API after all requests have ended, and returns the faults: wrong sums, wrong answers, and
 * requests that had two effects or none.
 */
export async function audit(florin: Florin, book: Book): Promise<string[]> {
  const wrongs: string[] = [];
  await inTurn(book.merchants, 4, async (merchant) => {
    wrongs.push(...(await auditMerchant(florin, book, merchant)));
  });
  return wrongs;
}

async function inTurn<T>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const left = [...things];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let thing = left.pop(); thing !== undefined; thing = left.pop()) await work(thing);
    }),
  );
}

async function auditMerchant(florin: Florin, book: Book, merchant: Merchant): Promise<string[]> {
  const get = (path: string) => read(florin, merchant.owner.key, path);
  const wrongs: string[] = [];
  const wrong = (what: string) => wrongs.push(`merchant ${merchant.id}: ${what}`);

  const lines = (await readAll(get, `/merchants/${merchant.id}/lines`)) as Line[];
  const shown = new Map<string, Shown>();
  for (const transaction of (await readAll(get, `/merchants/${merchant.id}/transactions`)) as Shown[])
    shown.set(transaction.id, transaction);
  if (new Set(lines.map(({ id }) => id)).size < lines.length) wrong('a line is twice in its list');

  // Sums
  const sum = lines.reduce((total, { balance }) => total + BigInt(balance), 0n);
  const { status, text } = await get(`/merchants/${merchant.id}`);
  if (status !== 200) wrong(`it is answered with ${status}: ${text}`);
  const balance = BigInt(/"balance":(-?\d+)[,}]/.exec(text)?.[1] ?? 0);
  if (balance !== sum) wrong(`balance ${balance}, its lines add up to ${sum}`);

  // Customers who pay by a method may never come back, so their clients learn of the payment here.
  for (const attempt of merchant.attempts)
    for (const { id, successful } of madeBy(attempt, [...shown.values()]))
      if (successful && !merchant.payments.some((one) => one.id === id))
        addByMethod(book, merchant, id, attempt);
  for (const fault of auditAttempts(merchant.attempts, [...shown.values()])) wrong(fault);
  for (const { id } of merchant.links) {
    const { link } = (await get(`/links/${id}`)).body;
    const paid = [...shown.values()].flatMap((one) => (one.successful && one.linkId === id ? [one.id] : []));
    const told = link.payments.map(({ transactionId }: { transactionId: string }) => transactionId);
    if (paid.length > 1 || link.paid !== paid.length || told.join() !== paid.join())
      wrong(`link ${JSON.stringify(link)} is paid by ${paid}`);
  }

  // Each payment whose success a client has received exists, as in that answer.
  const known = new Set(merchant.payments.map(({ id }) => id));
  const moved: Moved[] = [];
  const byId = new Map(lines.map((line) => [line.id, line]));
  const explained = new Set<string>();
  await inTurn(merchant.payments, 4, async (payment) => {
    const { body } = await get(`/transactions/${payment.id}`);
    const now: Shown | undefined = body?.transaction;
    if (!now) return void wrong(`payment ${payment.id} is not there`);
    const listed = shown.get(payment.id);
    if (JSON.stringify(listed) !== JSON.stringify(now))
      wrong(`payment ${payment.id} is another one in the list`);
    wrongs.push(...sumsOf(now), ...auditPayment(book, payment, now, byId, explained, moved));
  });
  for (const [id, transaction] of shown) {
    if (known.has(id)) continue;
    // The client of this payment got no answer.
    if (transaction.trail.length > 0) wrong(`payment ${id}, which nobody knows, has a trail`);
  }

  const declined = [...shown.values()].filter(({ successful, card }) => !successful && card).length;
  const { told: sure, unknown } = merchant.declined;
  if (declined < sure || declined > sure + unknown)
    wrong(`${declined} declined payments, was told of ${sure}, and ${unknown} are unknown`);

  // Each alert exists once.
  const alerts = async (kind: 'disputes' | 'frauds') =>
    (
      (await readAll(get, `/${kind}`, `&filter[merchantId]=${merchant.id}`)) as { transactionId: string }[]
    ).map(({ transactionId }) => transactionId);
  const told = (events: readonly { payment: Payment }[]) =>
    events.flatMap(({ payment }) => (payment.merchant === merchant ? [payment.id] : []));
  for (const [kind, events] of [
    ['disputes', book.events],
    ['frauds', book.frauds],
  ] as const) {
    const [found, expected] = [await alerts(kind), told(events)];
    if (found.sort().join() !== expected.sort().join())
      wrong(`${found.length} ${kind}, was told of ${expected.length}`);
  }

  // Lines that no trail explains are payouts, at most one for each day.
  const payouts = lines.filter(({ id }) => !explained.has(id));
  for (const line of payouts) {
    if (!line.payout) wrong(`line ${line.id} is in no trail`);
    else if (!merchant.banked || line.balance >= 0) wrong(`payout ${line.id} of ${line.balance}`);
  }
  if (payouts.length > book.payouts.length) wrong(`${payouts.length} payouts in ${book.payouts.length} days`);
  moved.push(...payouts.map((line) => movedBy(line)));

  for (const seen of merchant.balances) {
    const odd = unexplainedPart(seen, moved);
    if (odd) wrong(`no order explains the balance ${seen.balance}: ${odd}`);
  }
  return wrongs;
}

function auditPayment(
  book: Book,
  payment: Payment,
  { trail, disputedAmount }: Shown,
  lines: Map<string, Line>,
  explained: Set<string>,
  moved: Moved[],
): string[] {
  const wrongs: string[] = [];
  const wrong = (what: string) => wrongs.push(`payment ${payment.id}: ${what}`);
  const nameOf = ({ kind, amount }: Pick<Movement, 'kind' | 'amount'>) => `${kind} ${amount}`;

  // Matches trail entries with the movements that made them.
  const movements = new Map(payment.movements.map((movement) => [nameOf(movement), movement]));
  const positions = new Map<Movement, number>();
  /** A capture of a part by a method releases the rest. */
  const isRest = (position: number): boolean => {
    const [before, entry] = [trail[position - 1], trail[position]];
    return Boolean(payment.method && before && entry && before.capture && entry.void);
  };
  let refunded = 0;
  for (const [position, entry] of trail.entries()) {
    const kind = kindOf(entry);
    const line = entry.lineId === undefined ? undefined : lines.get(entry.lineId);
    const movesMoney = !(kind === 'void' || entry.dispute?.won);
    if (movesMoney !== (line !== undefined)) wrong(`${kind} ${entry.amount} has ${line ? 'a' : 'no'} line`);
    if (line) {
      explained.add(line.id);
      if (line.transactionId !== payment.id || !line[kind as 'capture'] || line.balance !== entry.balance)
        wrong(`line ${line.id} is not that of its ${kind}`);
      const expected = worth(entry, line, refunded);
      if (expected !== BigInt(entry.balance))
        wrong(`${kind} ${entry.amount} brought ${entry.balance}, not ${expected}`);
    }
    if (kind === 'refund') refunded += entry.amount;
    if (isRest(position)) continue;
    if (kind === 'dispute') {
      if (line) moved.push(movedBy(line));
      continue;
    }
    const movement = kind === 'increment' ? undefined : movements.get(nameOf({ kind, amount: entry.amount }));
    if (!movement) wrong(`nobody asked for ${kind} ${entry.amount}`);
    else if (positions.has(movement)) wrong(`${kind} ${entry.amount} had its effect twice`);
    else if (movement.result === 'refused')
      wrong(`${kind} ${entry.amount} was refused (${movement.told}), and had its effect`);
    if (movement) {
      positions.set(movement, position);
      if (line) moved.push(movedBy(line, movement));
    }
  }
  for (const movement of payment.movements)
    if (movement.result === 'done' && !positions.has(movement))
      wrong(`${nameOf(movement)} was told, and is not there`);

  // Each trail in an answer is a beginning of the final trail, and fits the times of the movements.
  const digests = trail.map((_, n) => digestOf(trail.slice(0, n + 1)));
  const order: ({ started: number; ended: number } | undefined)[] = [];
  for (const [movement, position] of positions) order[position] = movement;
  for (const { started, ended, length, digest, of } of payment.views) {
    if (digest !== (length === 0 ? digestOf([]) : digests[length - 1]))
      wrong(`somebody was shown a trail of ${length} that never was`);
    if (of && positions.get(of) !== (isRest(length - 1) ? length - 2 : length - 1))
      wrong(`${nameOf(of)} was answered with a trail that it does not end`);
    if (order.some((movement, n) => n >= length && movement && movement.ended < started))
      wrong(`somebody was shown a trail of ${length} without what was told before`);
    if (order.some((movement, n) => n < length && movement && movement.started > ended))
      wrong(`somebody was shown a trail of ${length} with what nobody had asked for`);
  }
  for (const [movement, position] of positions)
    if (order.some((later, n) => n > position && later && later.ended < movement.started))
      wrong(`${nameOf(movement)} comes before what was told before it began`);

  // Disputes
  const events = book.events.filter((event) => event.payment === payment);
  const disputed = events
    .filter(({ outcome }) => outcome !== 'won')
    .reduce((total, { amount }) => total + amount, 0);
  if (disputed !== disputedAmount) wrong(`disputedAmount ${disputedAmount}, was told of ${disputed}`);
  for (const outcome of ['won', 'lost'] as const) {
    const told = events.filter((event) => event.outcome === outcome).map(({ amount }) => amount);
    const entries = trail.filter(({ dispute }) => dispute?.[outcome]);
    const sorted = (amounts: number[]) => amounts.toSorted((a, b) => a - b).join();
    if (sorted(told) !== sorted(entries.map(({ amount }) => amount)))
      wrong(
        `disputes ${outcome}: ${sorted(entries.map(({ amount }) => amount))}, was told of ${sorted(told)}`,
      );
  }
  return wrongs;
}

/** Returns the balance that a trail entry should have. */
function worth(entry: Entry, { exchange }: Line, refunded: number): bigint {
  const kind = kindOf(entry);
  if (kind === 'refund') return inFunding(refunded, exchange) - inFunding(refunded + entry.amount, exchange);
  const gross = inFunding(entry.amount, exchange);
  if (kind === 'dispute') return -gross - BigInt(entry.fee.flat);
  return gross - shareOf(gross) - BigInt(entry.fee.flat);
}

/** Returns the part of a balance that neither earlier movements nor any selection of simultaneous ones explain. */
function unexplainedPart(
  { started, ended, balance }: Merchant['balances'][number],
  moved: readonly Moved[],
): string | undefined {
  const sure = moved.filter((one) => one.ended < started);
  const meanwhile = moved.filter((one) => one.ended >= started && one.started <= ended);
  if (meanwhile.length > 16) return undefined; // too many to try
  const rest = balance - sure.reduce((total, one) => total + one.balance, 0n);
  let sums = new Set([0n]);
  for (const one of meanwhile) sums = new Set([...sums, ...[...sums].map((sum) => sum + one.balance)]);
  if (sums.has(rest)) return undefined;
  return `${rest} beside what was before; meanwhile came ${meanwhile.map((one) => one.balance).join(', ')}`;
}
