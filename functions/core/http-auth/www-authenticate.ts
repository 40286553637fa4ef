import { algorithms } from './digest-response.ts';

export const realm = 'florin';

/**
 * A value that clients must send back (RFC 7616). It carries no information, and is hexadecimal as the RFC
 * recommends.
 */
const opaque = Buffer.from(realm).toString('hex');

/** Clients send user names and passwords in UTF-8 (RFC 7616, section 3.3, and RFC 7617, section 2.1). */
const charset = 'charset="UTF-8"';

/**
 * `WWW-Authenticate`: Digest with each algorithm, the strongest first, then Basic. All challenges are in one value,
 * since a gateway response of API Gateway can have each header only once.
 *
 * Many clients (curl and Python's requests among them) do not expect several challenges in one value. They read the
 * whole value as one challenge, in which the last parameter of each name counts. So the challenges differ only in the
 * algorithm, and MD5 comes last, as older versions of those clients need it. `realm` comes first, since those clients
 * lose the parameter that follows the name of a scheme. http-auth-utils cannot replace it, as it quotes `algorithm`
 * and `stale`, which RFC 7616 (section 3.3) forbids.
 *
 * @param stale whether the client only has to try again with this nonce
 */
export function challenge(nonce: string, stale: boolean): string {
  const digests = algorithms.map(
    (algorithm) =>
      `Digest realm="${realm}", qop="auth", algorithm=${algorithm}, nonce="${nonce}", opaque="${opaque}", ${charset}${stale ? ', stale=true' : ''}`,
  );
  return [...digests, `Basic realm="${realm}", ${charset}`].join(', ');
}
