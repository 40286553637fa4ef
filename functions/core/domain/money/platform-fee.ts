import { type Currency, isCurrency } from './currency.ts';
import { maxAmount } from './money.ts';

/** The fee that the platform, which runs Florin for its merchants, takes of each capture of real money. */
export interface PlatformFee {
  /** Hundredths of a percent of the captured amount, 0–9999. */
  basisPoints: number;
  /** The flat part in minor units, by the currency of the payment. */
  flat: Record<Currency, number>;
  /** Whether a refund returns its part of the fee. Otherwise the platform keeps all of it. */
  returned: boolean;
}

/**
 * Computes the fee of a capture, in minor units of its currency: the percentage and the flat part, together rounded
 * up to the next step. It is always less than the capture, since acquirers refuse a larger fee.
 *
 * @param step the acquirer's amounts in this currency must be multiples of this
 * @returns 0 if there is no fee
 */
export function platformFeeOf(
  { basisPoints, flat }: PlatformFee,
  amount: number,
  currency: Currency,
  step = 1,
): number {
  // The product may be larger than the largest exact number, so it is computed with `bigint`.
  const whole = 10_000n * BigInt(step);
  const parts = BigInt(amount) * BigInt(basisPoints) + BigInt(flat[currency] ?? 0) * 10_000n;
  const fee = Number((parts + whole - 1n) / whole) * step;
  return Math.max(0, Math.min(fee, amount - step));
}

/** The fee of a payment, if there is one in its currency. */
export const agreedFee = (
  fee: PlatformFee | undefined,
  amount: number,
  currency: Currency,
): PlatformFee | undefined => (fee && platformFeeOf(fee, amount, currency) > 0 ? fee : undefined);

/**
 * Reads a fee as an operator writes it: `1.5%`, `20EUR`, or both and further currencies, `1.5%+20EUR+150DKK`. The
 * flat parts are in minor units.
 *
 * @returns undefined if the text has another form
 */
export function readPlatformFee(text: string): Pick<PlatformFee, 'basisPoints' | 'flat'> | undefined {
  let basisPoints: number | undefined;
  const flat: Record<Currency, number> = {};
  for (const part of text.split('+')) {
    const [, percent, hundredths = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?%$/.exec(part) ?? [];
    const [, minor = '', currency = ''] = /^(\d{1,13})([A-Z]{3})$/.exec(part) ?? [];
    if (percent !== undefined && basisPoints === undefined)
      basisPoints = Number(percent + hundredths.padEnd(2, '0'));
    else if (isCurrency(currency) && flat[currency] === undefined && isAmount(Number(minor)))
      flat[currency] = Number(minor);
    else return undefined;
  }
  const isSome = Boolean(basisPoints) || Object.keys(flat).length > 0;
  return isSome ? { basisPoints: basisPoints ?? 0, flat } : undefined;
}

const isAmount = (minor: number): boolean => minor > 0 && minor <= maxAmount;

/** Writes a fee as an operator would write it, with the currencies in alphabetical order. */
export function showPlatformFee({ basisPoints, flat }: Pick<PlatformFee, 'basisPoints' | 'flat'>): string {
  const currencies = Object.keys(flat).sort();
  return [`${basisPoints / 100}%`, ...currencies.map((currency) => `${flat[currency]}${currency}`)].join('+');
}
