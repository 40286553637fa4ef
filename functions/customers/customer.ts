import { NotFound } from '#domain/outcome.ts';

/** In code points, as of a link. */
const longest = 100;

/** A customer as their merchant's server calls them, as it stands in a path. @throws NotFound for what no link can say */
export function customerIn(segment: string): string {
  const customer = decoded(segment);
  if (customer === undefined || [...customer].length > longest) throw new NotFound();
  return customer;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
