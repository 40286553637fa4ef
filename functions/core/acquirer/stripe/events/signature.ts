import { createHmac, timingSafeEqual } from 'node:crypto';
import { keys } from '../api/api-keys.ts';

/** In seconds. Older events are refused, so that nobody can send an intercepted event again. */
const tolerance = 300;

/**
 * Whether an event comes from Stripe, and is recent: one of its signatures must fit one of the secrets, the time and
 * the body (https://docs.stripe.com/webhooks#verify-manually).
 *
 * @param body as it was received, to the byte
 * @param header `Stripe-Signature`: `t=…,v1=…`, with a `v1` for each secret that is in use
 * @param now milliseconds since 1970
 */
export function verify(
  body: string | Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
  now: number,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const time = parts.find(([name]) => name === 't')?.[1];
  if (!time || !/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > tolerance) return false;
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value ? [Buffer.from(value)] : []));
  return secrets.some((secret) => {
    const wanted = Buffer.from(createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex'));
    return signatures.some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
  });
}

/**
 * Verifies an event with the known secrets. If none of them fits, Florin reads them once more, as they may have been
 * rotated.
 */
export async function isFromStripe(
  body: string | Uint8Array,
  header: string | undefined,
  now = Date.now(),
): Promise<boolean> {
  const known = await keys.current();
  if (verify(body, header, known.webhookSecrets, now)) return true;
  const newer = await keys.newerThan(known);
  return newer !== undefined && verify(body, header, newer.webhookSecrets, now);
}
