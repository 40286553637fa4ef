import { day } from '#basics/time.ts';
import { kindOfReason } from '#domain/disputes/dispute-reason.ts';
import {
  type Incidents,
  noIncidents,
  type Payments,
  ratiosOf,
  readThresholds,
  type WatchedScheme,
} from '#domain/disputes/ratios.ts';
import { firstIdAt, type Id, idTime } from '#domain/id.ts';
import { exchange, exchangeBetween, type Rates } from '#domain/money/exchange.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import { listAlerts } from '#store/disputes/alerts.ts';
import { keepRatioMonth, type RatioMonth, readRatioMonth, warnOfRatio } from '#store/disputes/ratios.ts';
import { listLines } from '#store/ledger/lines.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { transactionKey } from '#store/table/keys.ts';
import { chunks } from '#store/table/list.ts';
import { getAll, type Item } from '#store/table/read.ts';

/** The number of lines or alerts in one read. */
const atOnce = 500;

/** A calendar month in UTC. */
interface Month {
  name: string;
  start: number;
  end: number;
}

function monthAt(time: number, back = 0): Month {
  const date = new Date(time);
  const first = (more: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back + more);
  return { name: new Date(first(0)).toISOString().slice(0, 7), start: first(0), end: first(1) };
}

/**
 * Measures a merchant's ratios of this month and the month before, as far as their days (UTC) have ended, and warns of those
 * that have reached half of a threshold. Each run counts only the captures of the days since the previous one. Repeated calls
 * warn once.
 *
 * @param setting the thresholds as the stage has set them
 */
export async function watchRatios(merchantId: Id, now: Date, setting: string): Promise<void> {
  const merchant = await findMerchant(merchantId);
  if (!merchant) return;
  const thresholds = readThresholds(setting);
  const today = Math.floor(now.getTime() / day) * day;
  // The last day that has ended decides: on the first of a month, the job completes the month before.
  const last = today - 1;
  for (const back of [1, 0]) {
    const month = monthAt(last, back);
    const end = Math.min(month.end, today);
    const incidents = await incidentsIn(merchantId, month.start, end);
    if (Object.keys(incidents).length === 0) continue;
    const monthBefore = await counted(merchantId, monthAt(last, back + 1), today);
    const counts = await counted(merchantId, month, today);
    const payments = { month: counts.payments, monthBefore: monthBefore.payments };
    const ratios = ratiosOf({ month: month.name, incidents, payments }, thresholds);
    await keepRatioMonth(merchantId, { ...counts, ratios }, counts.through);
    for (const ratio of ratios)
      if (ratio.level !== 'below') await warnOfRatio(merchantId, merchant.test, ratio);
  }
}

/**
 * Counts the captures of a month until a time, by scheme. Stores each day, so that a run that is interrupted continues where it
 * was, and no capture is ever counted twice.
 */
async function counted(merchantId: Id, { name, start, end }: Month, until: number): Promise<RatioMonth> {
  const known = await readRatioMonth(merchantId, name);
  // A merchant has no captures before the day on which it was created.
  const created = Math.floor(idTime(merchantId) / day) * day;
  const begun = { month: name, payments: {}, through: Math.min(Math.max(start, created), end) };
  let month: RatioMonth = known ?? begun;
  let before = known?.through;
  while (month.through < Math.min(end, until)) {
    const next = month.through + day;
    const payments = addPayments(month.payments, await capturesIn(merchantId, month.through, next));
    month = { ...month, payments, through: next };
    if (!(await keepRatioMonth(merchantId, month, before)))
      throw new Error('Another run counts the captures of this merchant');
    before = next;
  }
  return month;
}

const addPayments = (one: Payments, other: Payments): Payments => ({
  visa: (one.visa ?? 0) + (other.visa ?? 0),
  mastercard: (one.mastercard ?? 0) + (other.mastercard ?? 0),
});

async function capturesIn(merchantId: Id, from: number, to: number): Promise<Payments> {
  let payments: Payments = {};
  const lines = listLines(merchantId, { limit: atOnce, booked: { from, to } });
  for await (const some of chunks(lines, atOnce)) {
    const captures = some.filter(({ kind, amount }) => kind === 'capture' && amount.amount > 0);
    for (const { scheme } of await withSchemes(captures)) payments = addPayments(payments, { [scheme]: 1 });
  }
  return payments;
}

async function incidentsIn(
  merchantId: Id,
  start: number,
  end: number,
): Promise<Partial<Record<WatchedScheme, Incidents>>> {
  const slice = { limit: atOnce, from: firstIdAt(start), to: firstIdAt(end) };
  const found: Partial<Record<WatchedScheme, Incidents>> = {};
  const add = (scheme: WatchedScheme, more: Partial<Incidents>) => {
    const sum = found[scheme] ?? noIncidents;
    const keys = Object.keys(noIncidents) as (keyof Incidents)[];
    found[scheme] = Object.fromEntries(
      keys.map((key) => [key, sum[key] + (more[key] ?? 0)]),
    ) as unknown as Incidents;
  };
  const rates = await currentRates();
  for await (const some of chunks(listAlerts('dispute', merchantId, undefined, slice), atOnce)) {
    const disputes = some.filter(({ status }) => status !== 'inquiry' && status !== 'inquiry_closed');
    for (const { scheme, currency, of } of await withSchemes(disputes)) {
      const isFraud = kindOfReason(of.reason.title) === 'fraud';
      const fraudAmount = isFraud ? inDollars(of.amount, of.currency ?? currency, rates) : 0;
      add(scheme, { disputes: 1, fraudDisputes: isFraud ? 1 : 0, fraudAmount });
    }
  }
  for await (const some of chunks(listAlerts('fraud', merchantId, undefined, slice), atOnce))
    for (const { scheme } of await withSchemes(some)) add(scheme, { frauds: 1 });
  return found;
}

/** Cents of US dollars; 0 if the currency has no rate. */
function inDollars(amount: number, currency: string, rates: Rates): number {
  if (currency === 'USD') return amount;
  const at = exchangeBetween(rates, currency, 'USD');
  return at ? exchange(amount, at) : 0;
}

/** Finds the payment of each line or alert, and leaves out those of schemes that nobody watches. */
async function withSchemes<T extends { transactionId?: Id }>(
  things: readonly T[],
): Promise<{ of: T; scheme: WatchedScheme; currency: string }[]> {
  const ids = things.flatMap(({ transactionId }) => transactionId ?? []);
  const headers = await getAll<Item & Pick<Transaction, 'card' | 'currency'>>(ids.map(transactionKey), {
    consistent: false,
  });
  const payments = new Map(headers.map((header) => [header.pk, header]));
  return things.flatMap((of) => {
    const payment =
      of.transactionId === undefined ? undefined : payments.get(transactionKey(of.transactionId).pk);
    const scheme = payment?.card?.scheme;
    if (!payment || (scheme !== 'visa' && scheme !== 'mastercard')) return [];
    return [{ of, scheme, currency: payment.currency }];
  });
}
