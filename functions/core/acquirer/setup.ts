/**
 * The part of an adapter that an operator uses to connect a merchant's account. It is separate from the rest of the
 * adapter, so that the bundles of functions do not contain it.
 */
export interface AcquirerSetup {
  /** The version of the acquirer's API that the adapter uses. */
  apiVersion: string;
  /**
   * Reads the facts that Florin needs before it sends payments to an account. @throws if the acquirer does not answer
   */
  validateAccount(account?: string): Promise<AccountFacts>;
  /** The rights that the stage's key lacks for an account, in the acquirer’s words. @throws if the acquirer refuses the key */
  missingRights(account?: string): Promise<string[]>;
  /**
   * Registers Florin's address for the acquirer's events, and stores their signing secret. A repeated call changes
   * nothing.
   *
   * @param ofAccounts true for the events of connected accounts, false for those of the key's own account
   */
  receiveEvents(url: string, ofAccounts: boolean): Promise<EventEndpoint>;
}

export interface AccountFacts {
  /** The settlement currency, ISO 4217. */
  currency: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  /** The time until which the owner must give the acquirer information, so that the account stays enabled, ISO 8601. */
  asksUntil?: string;
  /** The types of the methods beside cards that the account may use, as in `Capabilities.methods`; absent for none. */
  methods?: readonly string[];
  /** The text that the acquirer writes before each statement descriptor. */
  prefix?: string;
  /** Whether the stage's key moves real money in the account. A key of the acquirer's test mode moves none. */
  live: boolean;
}

export interface EventEndpoint {
  /** The acquirer's id of the registration. */
  id: string;
  /** Whether this call has created it. */
  created: boolean;
}

/** The acquirer refuses access to an account: it does not exist, or its owner has disconnected it. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}
