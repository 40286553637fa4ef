import { type Currency, exponentOf } from './currency.ts';
import { perDollar, perEuroFixed } from './fixed-parities.ts';
import { type Decimal, decimal, divideHalfEven } from './money.ts';

/** The euro reference rates of one day: the published units of each currency that one euro buys. */
export interface Rates {
  /** `2026-03-13` */
  date: string;
  perEuro: Record<Currency, string>;
}

/** The rate of an exchange. It is stored with the line, so that history never changes. */
export interface Exchange {
  from: Currency;
  to: Currency;
  date: string;
  /** The units of `from` and of `to` that one euro bought. */
  perEuro: { from: string; to: string };
  /** Units of `to` for one of `from`, rounded for display. Amounts are computed from the exact figures above. */
  rate: number;
}

/** The exact units of `currency` for one euro; undefined if there is no rate. */
function perEuro(rates: Rates, currency: Currency): Decimal | undefined {
  const quoted = rates.perEuro[currency] ?? perEuroFixed[currency];
  if (quoted !== undefined) return decimal(quoted);
  const parity = perDollar[currency];
  const dollar = rates.perEuro.USD;
  if (parity === undefined || dollar === undefined) return undefined;
  const [a, b] = [decimal(parity), decimal(dollar)];
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

const toText = ({ digits, scale }: Decimal): string => {
  const text = digits.toString().padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`.replace(/\.?0+$/, '');
};

/** The exchange from one currency to another at these rates; undefined if one of them has no rate. */
export function exchangeBetween(rates: Rates, from: Currency, to: Currency): Exchange | undefined {
  const [a, b] = [perEuro(rates, from), perEuro(rates, to)];
  if (!a || !b) return undefined;
  const [fromRate, toRate] = [toText(a), toText(b)];
  const rate = Number((Number(toRate) / Number(fromRate)).toPrecision(10));
  return { from, to, date: rates.date, perEuro: { from: fromRate, to: toRate }, rate };
}

/** Whether a payment in one currency can be credited in another one. Without exchange it always can. */
export const canExchange = (rates: Rates, from: Currency, to: Currency): boolean =>
  from === to || exchangeBetween(rates, from, to) !== undefined;

/**
 * Exchanges minor units of one currency to minor units of the other, rounded half-even once (wire contract, section 2:
 * money at capture).
 */
export function exchange(amount: number, at: Exchange): number {
  const [from, to] = [decimal(at.perEuro.from), decimal(at.perEuro.to)];
  const shift = exponentOf(at.to) - exponentOf(at.from) + from.scale - to.scale;
  const [up, down] = shift >= 0 ? [10n ** BigInt(shift), 1n] : [1n, 10n ** BigInt(-shift)];
  return Number(divideHalfEven(BigInt(amount) * to.digits * up, from.digits * down));
}
