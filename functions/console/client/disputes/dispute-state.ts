import { kindOfReason } from '#domain/disputes/dispute-reason.ts';
import { readList } from '../lists/reader.ts';
import { call } from '../requests/api.ts';
import { money, monthName, number, percent } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import type { Dispute, Ratio } from '../values/types.ts';

/** The reason in plain words, followed by the bank's own title, which the merchant needs for an answer. */
export const plainReason = (title: string): string => t.disputes.reasons[kindOfReason(title)];

/** Whether the bank has decided. After the decision, the deadline has no meaning. */
export const isDecided = ({ status }: Dispute): boolean =>
  status === 'won' || status === 'lost' || status === 'inquiry_closed';

/** Whether the merchant can still answer. Evidence is sent once in each stage, while the payment provider takes it. */
export const isOpen = (dispute: Dispute, now = Date.now()): boolean =>
  !isDecided(dispute) && !dispute.evidence && Date.parse(dispute.due) > now && isTaken(dispute);

/** An inquiry is answered at the payment provider, whatever can be sent here. */
const isTaken = ({ status, accepts }: Dispute): boolean => status !== 'open' || accepts !== null;

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

/** Reads the shares of disputes and fraud alerts that card schemes watch, those of the newest month first. */
export const readRatios = async (merchantId: string, signal: AbortSignal): Promise<Ratio[]> => {
  const path = `api/merchants/${merchantId}/ratios`;
  const { months } = await call<{ months: { ratios: Ratio[] }[] }>('GET', path, { signal });
  return months.flatMap(({ ratios }) => ratios);
};

/** A share of disputes in words, with its threshold. */
export const ratioText = ({ program, month, threshold: { basisPoints, least }, ...ratio }: Ratio): string =>
  fill(t.disputes.ratio, {
    program: program.toUpperCase(),
    month: monthName(month),
    incidents: number(ratio.incidents),
    payments: number(ratio.payments),
    share: ratio.basisPoints === null ? '–' : percent(ratio.basisPoints / 10_000, 2),
    threshold: percent(basisPoints / 10_000, 2),
    least: program === 'efm' ? money(least, 'USD') : number(least),
  });

/** The fee of the card scheme in a text. */
export const feeText = ({ amount, currency }: NonNullable<Dispute['contestFee']>, text: string): string =>
  fill(text, { amount: amount && currency ? money(amount, currency) : t.disputes.feeUnknown });

/** Whether earlier payments prove this one, and what is missing. */
export function eligibilityText({ status, missing }: NonNullable<Dispute['eligibility']>): string {
  const names = missing.map((name) => t.disputes.missing[name]).join(', ');
  return [t.disputes.earlierStates[status], names].filter(Boolean).join(' ');
}

export type DisputeState = keyof typeof t.disputes.statuses;

/** The state as the merchant sees it: an open dispute that cannot be answered any more waits for the bank's decision. */
export function stateOf(dispute: Dispute): DisputeState {
  const { status, stage, evidence } = dispute;
  if (status !== 'open') return status ?? 'unknown';
  if (isOpen(dispute)) return stage === 'appeal' ? stage : status;
  return evidence || !isTaken(dispute) ? 'answered' : 'late';
}
