/**
 * The API version of every request and of created webhook endpoints, independent of the account's own version
 * (https://docs.stripe.com/api/versioning).
 */
export const version = '2026-09-30.endive';

/**
 * Release trains whose events Florin can read. Only the first version of a train has breaking changes
 * (https://docs.stripe.com/api/versioning). Endive changed only parameters of requests, which events do not have
 * (https://docs.stripe.com/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents).
 */
const readable = /^\d{4}-\d{2}-\d{2}\.(dahlia|endive)$/;

/** Whether Florin can read an event of this API version. Previews and other release trains may differ. */
export const isReadable = (apiVersion: unknown): boolean =>
  typeof apiVersion === 'string' && readable.test(apiVersion);
