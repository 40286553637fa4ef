import { day } from '#basics/time.ts';
import type { Id } from '../id.ts';
import type { TillRole } from '../merchants/roles.ts';

/** The rights of a till, and the user who has paired it. */
interface TillTerms {
  merchantId: Id;
  test: boolean;
  /** The till's name for the merchant's users. */
  name: string;
  role: TillRole;
  /**
   * The user who has paired the till. The till ends with that user's present admission, and does not work again under
   * a later one.
   */
  pairedBy: { id: Id; email: string; admission?: Id | undefined };
}

/** A device that takes payments for one merchant, without a user and without an API key. Times are in milliseconds since 1970. */
export interface Till extends TillTerms {
  id: Id;
  created: number;
  /** The time of the last use that was stored. */
  seen: number;
  /** The browser and system of the device. */
  device: string;
  /** The network address from which the code was used. */
  address: string;
}

/** A code that pairs one device. */
export interface Pairing extends TillTerms {
  /** In seconds since 1970. */
  expires: number;
}

/** The most tills of a merchant. */
export const mostTills = 20;

/** A code pairs a device within 10 minutes. */
export const pairingLifetime = 10 * 60_000;

/** A till ends after 30 days without use. */
export const tillLifetime = 30 * day;

export const endOfTill = ({ seen }: Pick<Till, 'seen'>): number => seen + tillLifetime;

/** A till works only while the user who has paired it may call this route. */
export const pairingRoute = 'POST /merchants/{merchantId}/tills';

/** 32 characters that nobody confuses: I, L, O and U are left out (Crockford's Base32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The number of characters of a code. 10 characters have 50 bits. */
const length = 10;

/** Makes a code of random bytes. It uses 5 bits of each byte. */
export const codeOf = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('');

/** The number of random bytes that a code needs. */
export const bytesOfCode = length;

/**
 * Reads a code as people type it: with spaces and hyphens, in small letters, with O for 0 and I or L for 1. Returns undefined
 * for text that cannot be a code.
 */
export function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return code.length === length && [...code].every((one) => alphabet.includes(one)) ? code : undefined;
}
