import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { canonical } from '#basics/canonical.ts';
import { day } from '#basics/time.ts';
import { firstIdOf, type Id } from '../id.ts';
import { addDays } from '../merchants/days.ts';
import type { ChainState } from './seal-chain.ts';
import { noHash } from './seal-chain.ts';

/**
 * The seal of a day (UTC) of a merchant. It covers the entries with ids of this day. The first seal of a merchant also covers
 * all earlier days. docs/seals.md publishes the format.
 */
export interface Seal {
  version: 1;
  merchantId: Id;
  /** Counts the seals of the merchant, from 1 on. Each seal is of the day after the seal before. */
  number: number;
  /** `2026-11-30` */
  day: string;
  /** The hash of the seal before; zeros in the first one. */
  previous: string;
  /** ISO 8601. A seal that replaces another one is therefore late, and is seen. */
  sealedAt: string;
  ledger: ChainState;
  audit: ChainState;
}

export interface SignedSeal extends Seal {
  /** The public key, SubjectPublicKeyInfo as DER in Base64. Proves nothing: a verifier must know the key already. */
  key: string;
  /** ECDSA with P-256 and SHA-256, as DER in Base64. */
  signature: string;
}

/** The text that is signed and hashed. */
export const sealText = (seal: Seal): string => {
  const { version, merchantId, number, day, previous, sealedAt, ledger, audit } = seal;
  const chains = { ledger: stateOf(ledger), audit: stateOf(audit) };
  return canonical({ version, merchantId, number, day, previous, sealedAt, ...chains });
};

const stateOf = ({ count, hash }: ChainState): ChainState => ({ count, hash });

/** The name of a seal, which the next one contains, and by which people write down the seal. */
export const hashOfSeal = (seal: Seal): string => createHash('sha256').update(sealText(seal)).digest('hex');

/** Makes the seal that follows another one. */
export const sealAfter = (
  last: Seal | undefined,
  { merchantId, day, ledger, audit }: Pick<Seal, 'merchantId' | 'day' | 'ledger' | 'audit'>,
  now: number,
): Seal => ({
  version: 1,
  merchantId,
  number: last ? last.number + 1 : 1,
  day,
  previous: last ? hashOfSeal(last) : noHash,
  sealedAt: new Date(now).toISOString(),
  ledger: stateOf(ledger),
  audit: stateOf(audit),
});

/** The first id that the seal of a day leaves out. */
export const endOfDay = (day: string): Id => firstIdOf(addDays(day, 1));

/** Whether two runs have sealed the same entries. They differ in the times at which they did it. */
export const sealsTheSame = (one: Seal, other: Seal): boolean =>
  sealText({ ...one, sealedAt: '' }) === sealText({ ...other, sealedAt: '' });

/** In milliseconds: a seal that is made so long after its day is late. */
export const latest = 2 * day;

/** The fault of a seal; undefined if the seal is right. */
export type SealFault = 'signature' | 'order' | 'early' | 'late';

/**
 * @param last the seal before; undefined for the first one
 * @param keys the keys that may have signed
 * @param lateUntil milliseconds since 1970: seals made until then may be late
 */
export function faultOf(
  seal: SignedSeal,
  last: Seal | undefined,
  keys: readonly KeyObject[],
  lateUntil = Number.NEGATIVE_INFINITY,
): SealFault | undefined {
  if (!isSigned(seal, keys)) return 'signature';
  const expected = last ? [last.number + 1, addDays(last.day, 1), hashOfSeal(last)] : [1, seal.day, noHash];
  if ([seal.number, seal.day, seal.previous].some((value, n) => value !== expected[n])) return 'order';
  const [end, at] = [Date.parse(seal.day) + day, Date.parse(seal.sealedAt)];
  if (at < end) return 'early';
  return at > end + latest && at > lateUntil ? 'late' : undefined;
}

function isSigned(seal: SignedSeal, keys: readonly KeyObject[]): boolean {
  const [text, signature] = [Buffer.from(sealText(seal)), Buffer.from(seal.signature, 'base64')];
  return seal.version === 1 && keys.some((key) => verify('sha256', text, key, signature));
}

/** @param text SubjectPublicKeyInfo, as PEM or as DER in Base64. @throws Error for another text */
export const publicKeyOf = (text: string): KeyObject =>
  text.includes('-----BEGIN')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });

/** The SHA-256 of a public key, by which people compare it. */
export const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex');
