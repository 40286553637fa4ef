import { algorithms } from './response.ts';

export const realm = 'florin';

/** Has nothing to say, but RFC 7616 has clients send it back; hexadecimal, as it recommends. */
const opaque = Buffer.from(realm).toString('hex');

/**
 * `WWW-Authenticate`: Digest with each algorithm, the strongest first, then Basic, in one value, since a gateway
 * response of API Gateway has a header once.
 *
 * Many clients (curl and Python's requests among them) do not expect several challenges in one value: they read on
 * through all of it as if it were the first one, and the last parameter of a name counts. So the challenges differ
 * in nothing but the algorithm, which goes by the last, MD5, as those clients' older versions need; and `realm`
 * comes first, since what follows the name of a scheme is lost on them. Written here and not by http-auth-utils,
 * which quotes what "MUST NOT" be quoted, `algorithm` and `stale` (RFC 7616, section 3.3).
 *
 * @param stale whether the client only has to try again with this nonce
 */
export function challenge(nonce: string, stale: boolean): string {
  const digests = algorithms.map(
    (algorithm) =>
      `Digest realm="${realm}", qop="auth", algorithm=${algorithm}, nonce="${nonce}", opaque="${opaque}"${stale ? ', stale=true' : ''}`,
  );
  return [...digests, `Basic realm="${realm}"`].join(', ');
}
