import { acquirerOf } from '#acquirer/registry.ts';
import { day, hour } from '#basics/time.ts';
import { log } from '#observability/log.ts';
import { type Detachment, isReferenceKept, usesOf } from '#store/cards/detachments.ts';
import { retirementOf } from '#store/merchants/acquirer-accounts.ts';

/** The pause before the next attempt, in milliseconds: it grows with the age of the work. */
const pauseOf = (age: number): number => Math.min(day, Math.max(hour, age));

/** When to try again after an attempt, in milliseconds since 1970. */
export const nextAttempt = ({ since }: Detachment, now: number): number => now + pauseOf(now - since);

/**
 * Deletes a card at its acquirer, unless another saved card, or a payment that can be charged again, uses the same reference. If
 * a payment with the card has no outcome yet, Florin decides later.
 *
 * @param now milliseconds since 1970
 * @returns when to try again; undefined if nothing is left to do
 */
export async function detachCard(work: Detachment, now: number): Promise<number | undefined> {
  const { merchantId, at, credential, since } = work;
  const { forget } = acquirerOf(at);
  if (!forget || (await isReferenceKept(work))) return undefined;
  let isOpen = false;
  const outcome = await forget(at.account, credential, async (ids) => {
    const uses = await usesOf(work, ids);
    isOpen ||= uses === 'open';
    return uses !== undefined;
  });
  const { state } = outcome;
  if (state === 'forgotten' || (state === 'needed' && !isOpen)) {
    log('info', { detached: credential.reference, merchantId, state });
    return undefined;
  }
  // The acquirer does not show the account any more.
  if (state === 'unknown' && (await retirementOf(merchantId, at))) {
    log('info', { detached: credential.reference, merchantId, state: 'retired' });
    return undefined;
  }
  const level = now - since > day ? 'error' : 'info';
  log(level, { undetached: credential.reference, merchantId, ...outcome });
  return nextAttempt(work, now);
}
