import type { Id } from '../id.ts';

/** The news that a user gets by mail after a change of the own passkeys. It is stored with the change. */
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
  /** A language of the console, that of the request. */
  language: string;
}

/** The facts of the request that changes a passkey. */
export type PasskeyChange = Pick<PasskeyNews, 'device' | 'address' | 'language'>;
