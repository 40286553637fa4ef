import { randomBytes } from 'node:crypto';
import { requireVariable } from '#aws/environment.ts';
import { inSeconds } from '#basics/time.ts';
import { type DataKeys, decrypt, encrypt } from './envelope.ts';
import { kmsDataKeys } from './kms.ts';
import { hasExpired, readToken, type SealType } from './token.ts';

const hour = 60 * 60;

/** Only a laptop sets this variable. In AWS the variable is empty, and KMS makes the data keys. */
const localKey = process.env.SEAL_KEY;
const keys = localKey ? localDataKeys(localKey) : kmsDataKeys(requireVariable('SEAL_KEY_ID'));

/**
 * Seals a value, so that nobody can read it, change it, use it as another type, or use it after its time. The token
 * begins with a readable label, `<type>.<expiry>.<a random id>`, which the encryption authenticates.
 *
 * @param seconds an hour, unless the caller knows better
 */
export async function seal(type: SealType, value: string, seconds = hour): Promise<string> {
  const expires = inSeconds(Date.now()) + seconds;
  const label = `${type}.${expires.toString(36)}.${randomBytes(16).toString('base64url')}`;
  const sealed = await encrypt(keys, Buffer.from(value), label);
  return `${label}.${sealed.toString('base64url')}`;
}

export type UnsealResult = { value: string } | { error: 'invalid' | 'type' };

/** Decrypts a token of {@link seal} if it has this type and has not expired. */
export async function unseal(type: SealType, token: string): Promise<UnsealResult> {
  const read = readToken(token);
  if (!read || hasExpired(read)) return { error: 'invalid' };
  const plain = await decrypt(keys, read.sealed, read.label);
  if (!plain) return { error: 'invalid' };
  return read.type === type ? { value: plain.toString() } : { error: 'type' };
}

/**
 * Encrypts a value for the table, without expiry. @param label names the value; {@link unsealAtRest} needs the same
 * label
 */
export const sealAtRest = async (label: string, value: string): Promise<string> =>
  (await encrypt(keys, Buffer.from(value), `at rest ${label}`)).toString('base64');

/** @throws for text that {@link sealAtRest} did not make with this label */
export async function unsealAtRest(label: string, sealed: string): Promise<string> {
  const plain = await decrypt(keys, Buffer.from(sealed, 'base64'), `at rest ${label}`);
  if (!plain) throw new Error(`The value that was sealed as ${label} cannot be decrypted`);
  return plain.toString();
}

/** The data key of the local runner, given as base64. Its tokens have an empty wrapped key, as there is only one key. */
function localDataKeys(base64: string): DataKeys {
  const key = { plain: Buffer.from(base64, 'base64'), wrapped: Buffer.alloc(0) };
  return {
    current: async () => key,
    unwrap: async ({ length }) => (length === 0 ? key.plain : undefined),
  };
}
