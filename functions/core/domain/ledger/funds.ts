import { idDate } from '../id.ts';
import { type Integer, sumOf } from '../money/money.ts';
import type { Line } from '../transactions/transaction.ts';

/**
 * A merchant's money in one currency, in minor units.
 *
 * - `balance`: the sum of the lines.
 * - `pending`: the part of the balance that the acquirer pays out on a later day. A test merchant has none.
 * - `reserved`: money that the acquirer holds in reserve or in another pocket. It is not part of the balance.
 * - `disputed`: the money of open disputes. A test merchant has it in the balance until the dispute is lost. The
 *   acquirer of a live merchant has taken the disputed money off the balance, and returns the money if the merchant
 *   wins the dispute.
 * - `available`: the money that can be paid out now: the balance without the pending part and, for a test merchant,
 *   the disputed part.
 */
export interface Funds {
  balance: Integer;
  available: Integer;
  pending: Integer;
  reserved: Integer;
  disputed: Integer;
}

/**
 * The names of the sums in a share of a balance. The names for the merchant's own currency are short, as they are older
 * than support for other currencies. All others end in their currency.
 */
const suffix = (currency?: string): string => (currency === undefined ? '' : `#${currency}`);

const names = {
  balance: (currency?: string) => `balance${suffix(currency)}`,
  day: (day: string, currency?: string) => (currency === undefined ? day : `moved#${day}${suffix(currency)}`),
  pending: (day: string, currency?: string) => `pending#${day}${suffix(currency)}`,
  reserved: (currency?: string) => `reserved${suffix(currency)}`,
  disputed: (currency?: string) => `disputed${suffix(currency)}`,
  pocket: (name: string, currency?: string) => `pocket:${name}${suffix(currency)}`,
};

/** Sums by their name. */
export type Sums = Record<string, Integer>;

/**
 * The change of the sums by a line.
 *
 * @param today `2026-03-13`
 */
export function sumsOfLine(line: Line, today: string): Sums {
  const { id, balance, kept, pocket, availableOn, reserve, heldIn } = line;
  const day = idDate(id).slice(0, 10);
  const own: Sums = { [names.balance()]: balance, [names.day(day)]: balance };
  const currency = kept?.currency;
  const net = kept ? kept.net : balance;
  if (kept) Object.assign(own, { [names.balance(currency)]: net, [names.day(day, currency)]: net });
  // Each hold and each release has its counterpart in the balance, which already counts the money.
  if (reserve && !pocket) own[names.reserved(currency)] = -net;
  if (pocket && !reserve) own[names.reserved(currency)] = pocket.net;
  if (pocket) own[names.pocket(pocket.name, currency)] = pocket.net;
  if (heldIn) own[names.pocket(heldIn, currency)] = -net;
  if (availableOn !== undefined && availableOn > today) own[names.pending(availableOn, currency)] = net;
  return own;
}

/**
 * The change of the sums by a change of open disputes.
 *
 * @param disputed minor units by currency
 * @param own the merchant's currency
 */
export const sumsOfDisputes = (disputed: Readonly<Record<string, number>>, own: string): Sums =>
  Object.fromEntries(
    Object.entries(disputed).map(([currency, by]) => [
      names.disputed(currency === own ? undefined : currency),
      by,
    ]),
  );

const isSum = (value: unknown): value is Integer => typeof value === 'number' || typeof value === 'bigint';

/** Adds up the sums of several shares. A share contains only keys and sums. */
export function totalOf(shares: readonly Record<string, unknown>[]): Sums {
  const total: Sums = {};
  for (const { pk, sk, ...sums } of shares)
    for (const [name, sum] of Object.entries(sums)) total[name] = sumOf([total[name] ?? 0, sum as Integer]);
  return total;
}

/** The currencies that occur in the sums' names, which leave out the merchant's own. */
export const otherCurrencies = (sums: Readonly<Record<string, unknown>>): string[] =>
  [...new Set(Object.keys(sums).flatMap((name) => /#([A-Z]{3})$/.exec(name)?.[1] ?? []))].sort();

/**
 * The funds of a merchant in one currency, from its sums.
 *
 * @param currency absent for the merchant's own currency
 * @param today `2026-03-13`
 */
export function fundsOf(sums: Sums, test: boolean, today: string, currency?: string): Funds {
  const sumNamed = (name: string): Integer => sums[name] ?? 0;
  const pending = pendingAfter(sums, today, currency);
  const [balance, reserved, disputed] = [
    sumNamed(names.balance(currency)),
    sumNamed(names.reserved(currency)),
    sumNamed(names.disputed(currency)),
  ];
  const held = test ? [pending, disputed] : [pending];
  const available = sumOf([balance, ...held.map((each) => -BigInt(each))]);
  return { balance, available, pending, reserved, disputed };
}

/**
 * The money in each pocket.
 *
 * @param currency absent for the merchant's own currency
 */
export const pocketsIn = (sums: Sums, currency?: string): Sums =>
  Object.fromEntries(
    Object.entries(sums).flatMap(([sum, amount]) => {
      const [, name = '', of] = /^pocket:(.+?)(?:#([A-Z]{3}))?$/.exec(sum) ?? [];
      return name && of === currency ? [[name, amount]] : [];
    }),
  );

/**
 * The money that is available after a day.
 *
 * @param currency absent for the merchant's own currency
 * @param day `2026-03-13`
 */
export function pendingAfter(sums: Sums, day: string, currency?: string): Integer {
  const end = suffix(currency);
  return sumOf(
    Object.entries(sums).flatMap(([name, sum]) => {
      const [, available = '', rest = ''] = /^pending#(\d{4}-\d\d-\d\d)(.*)$/.exec(name) ?? [];
      return available > day && rest === end ? [sum] : [];
    }),
  );
}

/**
 * The amount that has moved since a day began.
 *
 * @param currency absent for the merchant's own currency
 */
export function sumMovedSince(
  sums: Readonly<Record<string, unknown>>,
  day: string,
  currency?: string,
): Integer {
  const pattern = currency === undefined ? /^(\d{4}-\d\d-\d\d)$/ : /^moved#(\d{4}-\d\d-\d\d)#([A-Z]{3})$/;
  return sumOf(
    Object.entries(sums).flatMap(([name, sum]) => {
      const [, known = '', of] = pattern.exec(name) ?? [];
      return known !== '' && known >= day && of === currency && isSum(sum) ? [sum] : [];
    }),
  );
}

/** The names of the sums that Florin no longer needs once a day has begun. */
export const pastSums = (sums: Readonly<Record<string, unknown>>, today: string): string[] =>
  Object.keys(sums).filter((name) => {
    const [, day = ''] = /^(?:moved#|pending#|)(\d{4}-\d\d-\d\d)/.exec(name) ?? [];
    return day !== '' && day < today;
  });
