/** How an operator connects a merchant's account. Apart from the adapter, whose functions need none of it. */
export interface AcquirerSetup {
  /** The version of its API that the adapter speaks. */
  apiVersion: string;
  /** What must be known of an account before payments are sent to it. @throws where the acquirer does not tell */
  validateAccount(account?: string): Promise<AccountFacts>;
  /** Rights that our key lacks for an account, in the acquirer’s words. @throws where the acquirer refuses the key itself */
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
  /** That it is settled in, ISO 4217. */
  currency: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  chargesEnabled: boolean;
  /** That it writes before the text of each bank statement. */
  prefix?: string;
  /** Whether our key moves real money there, and not only play money of the acquirer's test mode. */
  live: boolean;
}

export interface EventEndpoint {
  /** The acquirer's name for it. */
  id: string;
  /** It was made just now, and was not there before. */
  created: boolean;
}
