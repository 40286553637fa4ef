/**
 * The merchant's reference of an order, for the acquirer's fraud checks and dashboard: `custom.reference`, where
 * payment links store it. A reference that looks like a card number or contains an e-mail address is not sent.
 */
export function orderReferenceIn(custom: unknown): string | undefined {
  const { reference } = Object(custom) as { reference?: unknown };
  if (typeof reference !== 'string' || reference === '' || reference.length > 255) return undefined;
  return /@|(\d[ -]?){12}/.test(reference) ? undefined : reference;
}
