import { randomBytes } from 'node:crypto';
import { requireVariable } from '#aws/environment.ts';
import { decrypt, encrypt } from './envelope.ts';
import { kmsDataKeys } from './kms.ts';
import { localDataKeys } from './local.ts';
import { hasExpired, readToken, type SealType } from './token.ts';

const hour = 60 * 60;

/** Made at the start of the local runner; in AWS there is none, and KMS holds the key. */
const localKey = process.env.SEAL_KEY;
const keys = localKey ? localDataKeys(localKey) : kmsDataKeys(requireVariable('SEAL_KEY_ID'));

/**
 * Seals a value: nobody can read it, change it, use it as another type, or use it after an hour. In front of what is
 * sealed stands a label, `<type>.<expiry>.<a random id>`, which is bound to it as it is written.
 */
export async function seal(type: SealType, value: string): Promise<string> {
  const expires = Math.floor(Date.now() / 1000) + hour;
  const label = `${type}.${expires.toString(36)}.${randomBytes(16).toString('base64url')}`;
  const sealed = await encrypt(keys, Buffer.from(value), label);
  return `${label}.${sealed.toString('base64url')}`;
}

export type Opened = { value: string } | { error: 'invalid' | 'type' };

/** Opens what {@link seal} sealed, if it is of this type and has not expired. */
export async function open(type: SealType, token: string): Promise<Opened> {
  const read = readToken(token);
  if (!read || hasExpired(read)) return { error: 'invalid' };
  const plain = await decrypt(keys, read.sealed, read.label);
  if (!plain) return { error: 'invalid' };
  return read.type === type ? { value: plain.toString() } : { error: 'type' };
}

/** Encrypts what is kept in the table and never expires. @param label names what it is, and opens it again */
export const sealAtRest = async (label: string, value: string): Promise<string> =>
  (await encrypt(keys, Buffer.from(value), `at rest ${label}`)).toString('base64');

/** @throws for what {@link sealAtRest} did not make with this label */
export async function openAtRest(label: string, sealed: string): Promise<string> {
  const plain = await decrypt(keys, Buffer.from(sealed, 'base64'), `at rest ${label}`);
  if (!plain) throw new Error(`What is sealed as ${label} does not open`);
  return plain.toString();
}
