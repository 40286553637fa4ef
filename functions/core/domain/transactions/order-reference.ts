/**
 * The merchant's reference of an order, for the acquirer's fraud checks and its dashboard: `custom.reference`, as payments
 * by a link have it. A reference that looks like a card number, or has an e-mail address in it, stays here.
 */
export function orderReferenceIn(custom: unknown): string | undefined {
  const { reference } = Object(custom) as { reference?: unknown };
  if (typeof reference !== 'string' || reference === '' || reference.length > 255) return undefined;
  return /@|(\d[ -]?){12}/.test(reference) ? undefined : reference;
}
