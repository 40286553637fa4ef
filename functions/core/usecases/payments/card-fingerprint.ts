import { createHmac, randomBytes } from 'node:crypto';
import { readCardSecret, storeCardSecret } from '#store/transactions/decline-counts.ts';
import { sealAtRest, unsealAtRest } from '#vault/seal.ts';

const label = 'card-secret';

/** The secret, once this function instance has read it. */
let known: Promise<string | undefined> | undefined;

/**
 * A name for a card number from which nobody can find the number without the stage's secret. The secret is stored
 * encrypted: a reader of the table could otherwise try all ten digits that Florin does not store.
 *
 * @returns undefined before the first decline that was counted, because no card has a counter then
 */
export async function fingerprintOf(number: string): Promise<string | undefined> {
  known ??= read();
  const secret = await known.catch(() => undefined);
  if (secret === undefined) known = undefined;
  return secret && nameBy(secret, number);
}

/** Does the same as {@link fingerprintOf}. If the stage has no secret yet, this function makes and stores one first. */
export async function newFingerprintOf(number: string): Promise<string> {
  const present = await fingerprintOf(number);
  if (present) return present;
  const secret = randomBytes(32).toString('base64');
  if (await storeCardSecret(await sealAtRest(label, secret))) known = Promise.resolve(secret);
  return (await fingerprintOf(number)) ?? nameBy(secret, number);
}

async function read(): Promise<string | undefined> {
  const sealed = await readCardSecret();
  return sealed && unsealAtRest(label, sealed);
}

const nameBy = (secret: string, number: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(number).digest('base64url');
