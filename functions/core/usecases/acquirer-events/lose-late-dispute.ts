import type { Id } from '#domain/id.ts';
import { getAlert } from '#store/disputes/alerts.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import { applyOutcome } from './apply-test-dispute-event.ts';

/**
 * Ends an open test dispute as lost if its deadline has passed without evidence, as a bank does.
 *
 * @param now milliseconds since 1970
 * @returns when to check the dispute again; undefined if it does not wait for evidence
 */
export async function loseLateDispute(id: Id, now: number): Promise<number | undefined> {
  const { status, reference, due = '', evidence } = (await getAlert('dispute', id)) ?? {};
  if (status !== 'open' || reference === undefined || evidence?.submitted) return undefined;
  // A request that began before the deadline may still submit its evidence.
  const end = Math.max(Date.parse(due), evidence?.busyUntil ?? 0);
  if (end > now) return end;
  await repeatWhileStale(() => applyOutcome(reference, 'lost'));
  return undefined;
}
