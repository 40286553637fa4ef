import { inSeconds } from '#basics/time.ts';
import type { FraudWarning } from '../../acquirer.ts';
import { pageOf } from '../api/read.ts';
import { type EarlyFraudWarning, fraudWarningOf } from './fraud-warning.ts';

/**
 * A page of an account's early fraud warnings, newest first (https://docs.stripe.com/api/radar/early_fraud_warnings/list).
 *
 * @param since milliseconds since 1970
 * @throws if Stripe does not answer: the job of the caller runs again
 */
export async function listFraudWarnings(
  account: string | undefined,
  since: number,
  cursor?: string,
): Promise<{ warnings: FraudWarning[]; next?: string }> {
  const form = { created: { gte: inSeconds(since) } };
  const list = { path: 'radar/early_fraud_warnings', account, form };
  const { items, next } = await pageOf<EarlyFraudWarning>(list, cursor);
  return { warnings: items.map(fraudWarningOf).filter((warning) => warning !== undefined), next };
}
