/** How an operator connects a merchant's account. Apart from the adapter, whose functions need none of it. */
export interface AcquirerSetup {
  /** The version of its API that the adapter speaks. */
  apiVersion: string;
  /** Reads the facts that Florin needs before it sends payments to an account. @throws if the acquirer does not tell */
  validateAccount(account?: string): Promise<AccountFacts>;
  /** The rights that the stage's key lacks for an account, in the acquirer’s words. @throws if the acquirer refuses the key */
  missingRights(account?: string): Promise<string[]>;
  /**
   * Has the acquirer report events to our address, and keeps the secret that they are signed with. Repeating it changes
   * nothing.
   *
   * @param ofAccounts events of connected accounts; else of the account of the key
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
  /** The text that the acquirer writes before each statement descriptor. */
  prefix?: string;
  /** Whether the stage's key moves real money there. A key of the acquirer's test mode moves none. */
  live: boolean;
}

export interface EventEndpoint {
  /** The acquirer's name for it. */
  id: string;
  /** It was made just now, and was not there before. */
  created: boolean;
}
