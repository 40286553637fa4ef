import { kmsCipher } from './kms.ts';
import { localCipher } from './local.ts';

/**
 * What a sealed value is: a card number, a security code, the proof of a completed challenge, or what a challenge
 * in an iframe must know to make one.
 */
export type SealType = 'pcn' | 'pcsc' | 'hint' | 'frame';

/** Authenticated encryption under a key that only the cipher knows; `context` is bound to the text. */
export interface Cipher {
  encrypt(plain: Buffer, context: Context): Promise<Buffer>;
  /** @returns undefined when the text was not made by `encrypt` with the same context */
  decrypt(sealed: Buffer, context: Context): Promise<Buffer | undefined>;
}

export type Context = Record<string, string>;

const hour = 60 * 60;

/** Made at the start of the local runner; in AWS there is none, and KMS holds the key. */
const localKey = process.env.SEAL_KEY;
const cipher: Cipher = localKey ? localCipher(localKey) : kmsCipher(process.env.SEAL_KEY_ID ?? '');

/** Seals a value: nobody can read it, change it, use it as another type, or use it after an hour. */
export async function seal(type: SealType, value: string): Promise<string> {
  const expires = Math.floor(Date.now() / 1000) + hour;
  const sealed = await cipher.encrypt(Buffer.from(value), contextOf(type, expires));
  return `${type}.${expires.toString(36)}.${sealed.toString('base64url')}`;
}

export type Opened = { value: string } | { error: 'invalid' | 'type' };

/** Opens what {@link seal} sealed, if it is of this type and has not expired. */
export async function open(type: SealType, token: string): Promise<Opened> {
  const [, actual, expiry = '', body = ''] =
    /^(pcn|pcsc|hint|frame)\.([0-9a-z]{1,10})\.([\w-]+)$/.exec(token) ?? [];
  if (actual === undefined) return { error: 'invalid' };
  const expires = Number.parseInt(expiry, 36);
  const sealed = Buffer.from(body, 'base64url');
  // The last character of base64 has bits that mean nothing; a token has one spelling only.
  if (expires < Date.now() / 1000 || sealed.toString('base64url') !== body) return { error: 'invalid' };
  const plain = await cipher.decrypt(sealed, contextOf(actual, expires));
  if (!plain) return { error: 'invalid' };
  return actual === type ? { value: plain.toString() } : { error: 'type' };
}

const contextOf = (type: string, expires: number): Context => ({ type, expires: String(expires) });
