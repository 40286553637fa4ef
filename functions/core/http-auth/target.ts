/** The method and URI of a request, as the client sent them. */
export interface Target {
  /** `https://api.example.com` */
  origin: string;
  /** Includes the stage or the base path, if present. */
  path: string;
  /** Decoded values, by decoded name. */
  query: Record<string, readonly string[]>;
}

/**
 * Whether the `uri` that a client signed is the one that it requests (RFC 7616, section 3.4.6). The signed `uri` may
 * begin with the origin. The paths must be exactly equal. API Gateway gives an authorizer only the decoded query,
 * without the order of names, so any spelling of the same names and values is accepted. This is safe, as the handler
 * gets the same decoded query.
 */
export function isTarget(uri: string, { origin, path, query }: Target): boolean {
  const [signedPath, signedQuery = ''] = (uri.startsWith(origin) ? uri.slice(origin.length) : uri).split(
    /\?(.*)/s,
  );
  const asked = Object.entries(query).flatMap(([name, values]) => values.map((value) => [name, value]));
  return signedPath === path && sortPairs([...new URLSearchParams(signedQuery)]) === sortPairs(asked);
}

const sortPairs = (pairs: readonly (readonly string[])[]): string =>
  JSON.stringify(pairs.map((pair) => JSON.stringify(pair)).sort());
