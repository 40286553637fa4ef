import { NotFound } from '#domain/outcome.ts';

/** In code points, as for the customer of a link. */
const longest = 100;

/**
 * Reads a customer's name, which the merchant's server chooses, from a path. @throws NotFound for a name that no link
 * can have
 */
export function customerIn(segment: string): string {
  const customer = decodeSegment(segment);
  if (customer === undefined || [...customer].length > longest) throw new NotFound();
  return customer;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
