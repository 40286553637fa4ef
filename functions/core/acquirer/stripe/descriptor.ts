/**
 * What follows the account's own name on a bank statement, as Stripe takes it: no `<>\'"*`, and a letter in it
 * (https://docs.stripe.com/get-started/account/statement-descriptors#requirements).
 */
export function suffixOf(descriptor: string | undefined): string | undefined {
  const suffix = descriptor
    ?.replace(/[<>\\'"*]/g, ' ')
    .trim()
    .slice(0, 22);
  return suffix && /[a-z]/i.test(suffix) ? suffix : undefined;
}
