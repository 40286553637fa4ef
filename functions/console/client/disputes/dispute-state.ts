import { readList } from '../lists/reader.ts';
import { t } from '../values/texts.ts';
import type { Dispute } from '../values/types.ts';

/** The titles that acquirers give to reasons of disputes, with the keys of the console's texts. */
const known: [RegExp, keyof typeof t.disputes.reasons][] = [
  [/fraud|unauthori[sz]ed/i, 'fraud'],
  [/not received|non.?receipt/i, 'missing'],
  [/unacceptable|not as described|defective/i, 'quality'],
  [/duplicate/i, 'duplicate'],
  [/credit not processed|refund/i, 'credit'],
  [/cancell?ed|subscription/i, 'cancelled'],
  [/unrecogni[sz]ed/i, 'unrecognized'],
  [/amount|currency/i, 'amount'],
];

/** The reason in plain words, followed by the bank's own title, which the merchant needs for an answer. */
export function plainReason(title: string): string {
  const [, key] = known.find(([pattern]) => pattern.test(title)) ?? [];
  return key ? t.disputes.reasons[key] : t.disputes.reasons.other;
}

/** Whether the bank has decided. After the decision, the deadline has no meaning. */
export const isDecided = ({ status }: Dispute): boolean =>
  status === 'won' || status === 'lost' || status === 'inquiry_closed';

/** Whether the merchant can still answer. Evidence is sent once. */
export const isOpen = (dispute: Dispute, now = Date.now()): boolean =>
  !isDecided(dispute) && !dispute.evidence && Date.parse(dispute.due) > now;

/** In milliseconds. Card schemes give a merchant at most 45 days, and an inquiry can last some weeks before. */
const longest = 180 * 86_400_000;

/**
 * Reads the disputes of a merchant that wait for an answer, the nearest deadline first. The API lists disputes in the order
 * of their opening, so this reads all disputes whose deadline may still be ahead.
 */
export async function openDisputes(merchantId: string, signal: AbortSignal): Promise<Dispute[]> {
  const open: Dispute[] = [];
  const disputes = readList<Dispute>('api/disputes', {
    'filter[merchantId]': merchantId,
    'filter[from]': new Date(Date.now() - longest).toISOString(),
  });
  for (;;) {
    const some = await disputes.next(signal);
    if (!some) return open.sort((one, other) => Date.parse(one.due) - Date.parse(other.due));
    open.push(...some.filter((one) => isOpen(one)));
  }
}

type Step = keyof typeof t.disputes.nextSteps;

/** The next steps in plain words. An open dispute that the merchant can no longer answer waits for the bank's decision. */
export function nextStep(dispute: Dispute): string {
  const { status, evidence } = dispute;
  const waits: Step = evidence ? 'answered' : 'late';
  const isWaiting = status === 'open' && !isOpen(dispute);
  return t.disputes.nextSteps[isWaiting ? waits : (status ?? 'unknown')];
}
