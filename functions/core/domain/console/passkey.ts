import type { Id } from '../id.ts';

/** A passkey of a user. Times are in milliseconds since 1970. */
export interface Passkey {
  /** The id by which the user manages the passkey. */
  id: Id;
  userId: Id;
  email: string;
  /** The authenticator's own id of the credential, Base64url. */
  credential: string;
  /** The public key as DER, SubjectPublicKeyInfo. */
  publicKey: Uint8Array;
  /** The authenticator's count of signatures; 0 if it does not count. */
  counter: number;
  name: string;
  created: number;
  /** The last sign-in or confirmation with the passkey. */
  used?: number;
}

/** The most passkeys of one user. */
export const mostPasskeys = 10;

/** A challenge can be answered for 5 minutes, once. */
export const challengeLifetime = 5 * 60_000;
