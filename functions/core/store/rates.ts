import type { Rates } from '#domain/exchange.ts';
import { bundledRates } from '#domain/rates-snapshot.ts';
import { ratesKey } from './keys.ts';
import { get, type Item } from './read.ts';

const freshFor = 5 * 60_000;

let known: { rates: Rates; at: number } | undefined;

/**
 * The exchange rates in force: those in the table, or the bundled snapshot until there are any. They change once
 * a day, so each environment reads them at most every five minutes.
 */
export async function currentRates(): Promise<Rates> {
  if (known && Date.now() - known.at < freshFor) return known.rates;
  const stored = await get<Item & Rates>(ratesKey);
  const rates = stored ? { date: stored.date, perEuro: stored.perEuro } : bundledRates;
  known = { rates, at: Date.now() };
  return rates;
}
