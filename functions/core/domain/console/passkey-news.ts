import type { Id } from '../id.ts';

/** A change of a user's passkeys, as the mail to the user reports it. It is stored together with the change. */
export interface PasskeyNews {
  id: Id;
  kind: 'added' | 'removed';
  userId: Id;
  email: string;
  /** The name that the user has given to the passkey. */
  name: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The browser and system that made the change; empty if unknown. */
  device: string;
  /** The network address that the request came from. */
  address: string;
  /** The language of the request, which is one of the console's. */
  language: string;
}

/** The facts of the request that changes a passkey. */
export type PasskeyChange = Pick<PasskeyNews, 'device' | 'address' | 'language'>;
