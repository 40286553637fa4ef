/**
 * The API version that every request asks for, and that webhook endpoints are created with, whatever the account's own is
 * (https://docs.stripe.com/api/versioning).
 */
export const version = '2026-09-30.endive';

/**
 * Release trains whose events have the shapes that we read. Only the first version of a train breaks anything
 * (https://docs.stripe.com/api/versioning), and what Endive broke are parameters of requests, which no event has
 * (https://docs.stripe.com/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents).
 */
const readable = /^\d{4}-\d{2}-\d{2}\.(dahlia|endive)$/;

/** Whether Florin can read an event of this API version. Previews and other release trains may differ. */
export const isReadable = (apiVersion: unknown): boolean =>
  typeof apiVersion === 'string' && readable.test(apiVersion);
