import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { inSeconds } from '#basics/time.ts';

/** How long a client can use a nonce, in seconds. */
export const nonceLifetime = 300;

/** A nonce that Florin has made: a time and some random bytes, under a seal. */
export interface Nonce {
  text: string;
  /** Seconds since 1970. */
  expires: number;
}

// The sum is a multiple of 3, so that base64 has only one spelling of a nonce.
const length = { time: 6, random: 15, seal: 18 };

/** @param now milliseconds since 1970 */
export function makeNonce(key: Buffer, now: number): string {
  const time = Buffer.alloc(length.time);
  time.writeUIntBE(now, 0, length.time);
  const body = Buffer.concat([time, randomBytes(length.random)]);
  return Buffer.concat([body, seal(key, body)]).toString('base64url');
}

/**
 * Verifies a nonce that {@link makeNonce} made with this key. Florin stores a nonce only when it is used, so that a
 * stranger who asks for challenges in a loop cannot fill the table.
 *
 * @param lifetime seconds
 * @returns undefined for a nonce that was made elsewhere, was changed, or has expired
 */
export function verifyNonce(key: Buffer, text: string, now: number, lifetime: number): Nonce | undefined {
  if (!/^[\w-]{52}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const body = bytes.subarray(0, -length.seal);
  if (!timingSafeEqual(seal(key, body), bytes.subarray(-length.seal))) return undefined;
  const expires = inSeconds(body.readUIntBE(0, length.time)) + lifetime;
  return expires * 1000 > now ? { text, expires } : undefined;
}

const seal = (key: Buffer, body: Buffer): Buffer =>
  createHmac('sha256', key).update(body).digest().subarray(0, length.seal);
