/** Computes the expected amounts independently of Florin: in fractions of integers, rounded once, half to even. */

const exponents: Record<string, number> = { JPY: 0, KRW: 0, KWD: 3, BHD: 3, JOD: 3 };
const exponentOf = (currency: string): bigint => BigInt(exponents[currency] ?? 2);

type Fraction = [over: bigint, under: bigint];

function fractionOf(decimal: string): Fraction {
  const [whole = '', part = ''] = decimal.split('.');
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
}

function round([over, under]: Fraction): bigint {
  const down = over / under;
  const twice = 2n * (over % under);
  if (twice < under) return down;
  if (twice > under) return down + 1n;
  return down % 2n === 0n ? down : down + 1n;
}

export interface Exchanged {
  from: string;
  to: string;
  perEuro: { from: string; to: string };
}

/** Converts minor units of the transaction's currency to minor units of the merchant's currency. */
export function inFunding(amount: number, at: Exchanged | undefined): bigint {
  if (!at) return BigInt(amount);
  const [from, to] = [fractionOf(at.perEuro.from), fractionOf(at.perEuro.to)];
  const over = BigInt(amount) * to[0] * from[1] * 10n ** exponentOf(at.to);
  return round([over, to[1] * from[0] * 10n ** exponentOf(at.from)]);
}

/** Returns the fee of 1.35 %. */
export const shareOf = (gross: bigint): bigint => round([gross * 135n, 10_000n]);
