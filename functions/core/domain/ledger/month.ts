import { lineKinds } from '#schemas/ledger-names.ts';
import { dayAt, startOfDay } from '../merchants/days.ts';
import type { MovementDetails } from '../transactions/movement-details.ts';
import type { OrderSummary } from '../transactions/order-data.ts';

/** A month in the time zone of a merchant. Both times are ISO 8601, and `to` is the beginning of the next month. */
export interface Month {
  /** `2026-10` */
  name: string;
  from: string;
  to: string;
}

/** Whether a text names a month, such as `2026-10`. */
export const isMonth = (name: string): boolean => /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/.test(name);

/** @param name as {@link isMonth} wants it */
export function monthOf(name: string, timeZone: string): Month {
  const begin = (month: string) => new Date(startOfDay(`${month}-01`, timeZone)).toISOString();
  return { name, from: begin(name), to: begin(addMonths(name, 1)) };
}

function addMonths(name: string, count: number): string {
  const first = new Date(`${name}-01`);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 7);
}

/** The name of the next month. */
export const nextMonth = (name: string): string => addMonths(name, 1);

/** The name of the month of a time in milliseconds. */
export const monthAt = (time: number, timeZone: string): string => dayAt(time, timeZone).slice(0, 7);

/** The name of the last full month before a time in milliseconds. */
export const lastFullMonth = (time: number, timeZone: string): string =>
  addMonths(monthAt(time, timeZone), -1);

/** The names of all months from one month to another, the latest first. */
export function monthsBetween(first: string, last: string): string[] {
  const names: string[] = [];
  for (let name = last; name >= first; name = addMonths(name, -1)) names.push(name);
  return names;
}

export type LineKind = (typeof lineKinds)[number];

/** Money that a line moves in a pocket of the acquirer, in minor units of the line's currency. */
export interface ShownPocket {
  name: string;
  balance: number;
  fee: number;
}

/** A line of the ledger, as the API shows it. */
export interface ShownLine extends Partial<Record<LineKind, true>> {
  id: string;
  created: string;
  bookedAt: string;
  amount: { currency: string; amount: number };
  /** The effect on the merchant's balance, after `fee`. */
  balance: number;
  fee: number;
  /** The effect on a balance that the acquirer keeps in another currency. */
  kept?: { currency: string; balance: number; fee: number };
  /** The effect on a pocket of the acquirer. `balance` and `fee`, or those of `kept`, are 0 then. */
  pocket?: ShownPocket;
  transactionId?: string;
  disputeId?: string;
  description?: string;
  order?: { [Field in keyof OrderSummary]?: string | null };
  reference?: string;
  payoutId?: string;
  /** The day on which that payout reaches the bank. */
  arrival?: string | null;
  /** The reference by which the bank finds that payout. */
  trace?: string | null;
  /** Set if the acquirer holds the money in reserve, or releases it. */
  reserve?: true;
  /** The parts of the fee; absent if the acquirer does not say. */
  fees?: readonly { kind: string; amount: number }[];
  exchange?: { rate: number };
  /** Set if the line was booked in an earlier month, which was closed when Florin found the line. */
  late?: true;
  /** The day on which real money can be paid out. */
  available?: string;
  details?: MovementDetails;
}

export const kindOfLine = (line: Partial<Record<LineKind, true>>): LineKind =>
  lineKinds.find((kind) => line[kind]) ?? 'adjustment';

/** The effect of a line on the balance that the line belongs to: the merchant's, or one in another currency. */
export const effectOf = (
  { kept, balance, fee }: Pick<ShownLine, 'kept' | 'balance' | 'fee'>,
  currency: string,
): { currency: string; balance: number; fee: number } => kept ?? { currency, balance, fee };

/** The money that a line moves in a balance, or in a pocket. */
export interface MovedMoney {
  currency: string;
  /** The acquirer's name of the pocket. */
  pocket?: string | undefined;
  balance: number;
  fee: number;
}

export function moneyMovedBy(
  line: Pick<ShownLine, 'kept' | 'pocket' | 'balance' | 'fee'>,
  own: string,
): MovedMoney {
  const effect = effectOf(line, own);
  if (!line.pocket) return effect;
  const { name, balance, fee } = line.pocket;
  return { currency: effect.currency, pocket: name, balance, fee };
}

/** Names the balance that a line or an account belongs to: its currency, and its pocket after a space. */
export const balanceName = ({ currency, pocket }: Pick<MovedMoney, 'currency' | 'pocket'>): string =>
  pocket === undefined ? currency : `${currency} ${pocket}`;

/** Adds the money that a line moves to sums by {@link balanceName}. */
export function addEffect(sums: Map<string, number>, line: ShownLine, own: string): void {
  const moved = moneyMovedBy(line, own);
  const name = balanceName(moved);
  sums.set(name, (sums.get(name) ?? 0) + moved.balance);
}

/** A balance over a month, in minor units: `opening` + the sum of `kinds` − `fees` = `closing`. */
export interface Account {
  currency: string;
  /** Set if the acquirer keeps the money in another pocket than the balance. */
  pocket?: string | undefined;
  opening: number;
  /** Effects before fees. */
  kinds: Record<LineKind, number>;
  fees: number;
  closing: number;
  /** The number of lines. */
  count: number;
}

/** Accounts by {@link balanceName}. */
export type Accounts = Map<string, Account>;

/** An account without movements. @param opening the balance before, in minor units */
export const openAccount = (currency: string, opening: number, pocket?: string): Account => ({
  currency,
  ...(pocket !== undefined && { pocket }),
  opening,
  kinds: { capture: 0, refund: 0, dispute: 0, payout: 0, adjustment: 0 },
  fees: 0,
  closing: opening,
  count: 0,
});

/**
 * Opens the accounts of a month: one in the merchant's own currency, and one for each other currency and each pocket
 * that has a balance.
 *
 * @param opening sums of all lines before the month, by {@link balanceName}
 */
export function openAccounts(opening: ReadonlyMap<string, number>, own: string): Accounts {
  const others = [...opening].filter(([name, sum]) => name !== own && sum !== 0);
  return new Map(
    [[own, opening.get(own) ?? 0] as const, ...others].map(([name, sum]) => {
      const [currency = '', ...pocket] = name.split(' ');
      return [name, openAccount(currency, sum, pocket.length > 0 ? pocket.join(' ') : undefined)];
    }),
  );
}

/** The account of moved money, which is opened if it is missing. */
export function accountIn(accounts: Accounts, moved: Pick<MovedMoney, 'currency' | 'pocket'>): Account {
  const name = balanceName(moved);
  const account = accounts.get(name) ?? openAccount(moved.currency, 0, moved.pocket);
  accounts.set(name, account);
  return account;
}

/** Books a line of the month. Returns its account, whose `closing` is the balance after the line. */
export function bookLine(
  accounts: Accounts,
  line: Pick<ShownLine, 'kept' | 'pocket' | 'balance' | 'fee' | LineKind>,
  own: string,
): Account {
  const moved = moneyMovedBy(line, own);
  const { balance, fee } = moved;
  const account = accountIn(accounts, moved);
  account.kinds[kindOfLine(line)] += balance + fee;
  account.fees += fee;
  account.closing += balance;
  account.count++;
  return account;
}
