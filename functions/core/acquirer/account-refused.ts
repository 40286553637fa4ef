/** The acquirer refuses access to an account: it does not exist, or its owner has disconnected it. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}
