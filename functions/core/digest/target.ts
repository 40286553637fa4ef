/** The method and URI of a request, as the client sent them. */
export interface Target {
  /** `https://api.example.com` */
  origin: string;
  /** With the stage or the base path, where there is one. */
  path: string;
  /** Decoded, by name. */
  query: Record<string, readonly string[]>;
}

/**
 * Whether the `uri` that a client signed is the one that it asks for (RFC 7616, section 3.4.6); it may have put its
 * origin in front. The path must be the same to the letter. Of the query API Gateway shows an authorizer only what
 * it decoded, without the order of names, so the same names and values in any spelling must do: the handler behind
 * sees no more of it either.
 */
export function isTarget(uri: string, { origin, path, query }: Target): boolean {
  const [signedPath, signedQuery = ''] = (uri.startsWith(origin) ? uri.slice(origin.length) : uri).split(
    /\?(.*)/s,
  );
  const asked = Object.entries(query).flatMap(([name, values]) => values.map((value) => [name, value]));
  return signedPath === path && sorted([...new URLSearchParams(signedQuery)]) === sorted(asked);
}

const sorted = (pairs: readonly (readonly string[])[]): string =>
  JSON.stringify(pairs.map((pair) => JSON.stringify(pair)).sort());
