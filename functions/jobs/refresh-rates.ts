import type { ScheduledEvent } from 'aws-lambda';
import { requireVariable } from '#aws/environment.ts';
import { readText } from '#aws/read-text.ts';
import { utcDay } from '#basics/time.ts';
import { readReferenceRates } from '#domain/money/reference-rates.ts';
import { logFinished } from '#jobs/log-finished.ts';
import { readRates, storeRates } from '#store/ledger/rates.ts';

const url = requireVariable('RATES_URL');
const largest = 100_000;

/**
 * Stores the European Central Bank's reference rates of the day. After an error the old rates stay in use, the
 * scheduler runs the job again, and an alarm goes off.
 */
export async function handler(_: Partial<ScheduledEvent>): Promise<{ date: string; updated: boolean }> {
  const known = await readRates();
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The server of the reference rates answered ${response.status}`);
  const xml = await readText(response, signal);
  const today = utcDay(Date.now());
  const rates = xml.length > largest ? undefined : readReferenceRates(xml, known, today);
  if (!rates) throw new Error('The file of the reference rates is implausible; no rate was changed');
  const updated = rates.date > known.date && (await storeRates(rates));
  logFinished('RefreshRates', { rates: rates.date, updated });
  return { date: updated ? rates.date : known.date, updated };
}
