import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Idempotency } from '#domain/idempotency.ts';
import type { Answer } from '#http/answer/answer.ts';
import type { Write } from '#store/table/transact.ts';
import { recordAnswer } from './answer.ts';

/**
 * Stores an answer that contains an API key. Florin may store only the hash of a key in plain, so the answer for a
 * repeat is stored encrypted (AES-256-GCM) under a key derived (HKDF, RFC 5869) from the caller's idempotency key.
 * The idempotency key is stored nowhere, so that a reader of the table cannot decrypt the answer.
 */
const keyFrom = (secret: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'florin app answer', 32));

/** Options of `idempotent` for a route that records its answer with {@link recordSealed}. */
export const sealedAnswers = {
  shortestKey: 16,
  replay: (sealed: string, { idempotency }: { idempotency?: Idempotency }): Answer => ({
    status: 201,
    body: unsealWith(idempotency?.key ?? '', sealed),
  }),
};

/** Writes the answer like `recordAnswer`, encrypted. */
export const recordSealed = (idempotency: Idempotency | undefined, answer: unknown): Write[] =>
  idempotency ? recordAnswer(idempotency, sealWith(idempotency.key, answer)) : [];

function sealWith(secret: string, answer: unknown): string {
  const salt = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, salt), salt);
  return Buffer.concat([
    salt,
    cipher.update(JSON.stringify(answer)),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64');
}

function unsealWith(secret: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64');
  const [salt, text, tag] = [bytes.subarray(0, 12), bytes.subarray(12, -16), bytes.subarray(-16)];
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, salt), salt).setAuthTag(tag);
  return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString());
}
