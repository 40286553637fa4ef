import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from './envelope.ts';
import { kmsDataKeys } from './kms.ts';
import { localDataKeys } from './local.ts';

/**
 * What a sealed value is: a card number, a security code, the proof of a completed challenge (of 3-D Secure, which
 * ends a payment's challenges, or of another one), or what a challenge in an iframe must know to make one.
 */
export type SealType = 'pcn' | 'pcsc' | 'hint' | 'tds' | 'frame';

const hour = 60 * 60;

/** Made at the start of the local runner; in AWS there is none, and KMS holds the key. */
const localKey = process.env.SEAL_KEY;
const keys = localKey ? localDataKeys(localKey) : kmsDataKeys(process.env.SEAL_KEY_ID ?? '');

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

/** Whether it may be worth a call to KMS to open it: it looks like a token, and has not expired. */
export function mayOpen(token: string): boolean {
  const read = readToken(token);
  return read !== undefined && !hasExpired(read);
}

/**
 * The label of a token of this type, also of one that has expired; undefined for all else. No two tokens share one,
 * and a token opens under its own alone, so that what may be used once is known by it before it is opened.
 */
export function labelOf(type: SealType, token: string): string | undefined {
  const read = readToken(token);
  return read?.type === type ? read.label : undefined;
}

interface Token {
  label: string;
  type: string;
  /** Seconds since 1970. */
  expires: number;
  sealed: Buffer;
}

const hasExpired = ({ expires }: Token): boolean => expires < Date.now() / 1000;

function readToken(token: string): Token | undefined {
  const [, label, type, expiry, body] =
    /^((pcn|pcsc|hint|tds|frame)\.([0-9a-z]{1,10})\.[\w-]{22})\.([\w-]+)$/.exec(token) ?? [];
  if (label === undefined || type === undefined || expiry === undefined || body === undefined)
    return undefined;
  const sealed = Buffer.from(body, 'base64url');
  // The last character of base64 has bits that mean nothing; a token has one spelling only.
  if (sealed.toString('base64url') !== body) return undefined;
  return { label, type, expires: Number.parseInt(expiry, 36), sealed };
}
