import { type Currency, exponentOf } from './currency.ts';
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

/** Official fixed parities for currencies that the European Central Bank does not quote: units for one US dollar. */
const perDollar: Record<Currency, string> = {
  AED: '3.6725',
  ANG: '1.79',
  AWG: '1.79',
  BBD: '2',
  BHD: '0.376',
  BMD: '1',
  BSD: '1',
  BZD: '2',
  DJF: '177.721',
  JOD: '0.709',
  OMR: '0.3845',
  PAB: '1',
  QAR: '3.64',
  SAR: '3.75',
  XCD: '2.7',
};

/** Official fixed parities: units for one euro. */
const perEuroFixed: Record<Currency, string> = {
  BAM: '1.95583',
  BGN: '1.95583',
  CVE: '110.265',
  EUR: '1',
  HRK: '7.5345',
  KMF: '491.96775',
  XAF: '655.957',
  XOF: '655.957',
  XPF: '119.331742',
};

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
