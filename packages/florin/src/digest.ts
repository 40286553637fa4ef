import { type Authentication, hidden } from './authentication.ts';
import { AuthenticationError } from './errors.ts';
import { hex, randomHex } from './random.ts';

interface Challenge {
  realm: string;
  nonce: string;
  opaque: string | undefined;
}

/**
 * HTTP Digest (RFC 7616) with SHA-256 and `qop=auth`. The password never leaves the client. The client sends no
 * credentials to a server that offers only MD5 or Basic, so that an attacker on the way cannot ask for a weaker
 * method.
 */
export function digest(username: string, password: string): Authentication {
  let challenge: Challenge | undefined;
  let count = 0;
  return {
    async header(method, url) {
      if (!challenge) return undefined;
      const { realm, nonce, opaque } = challenge;
      const uri = url.pathname + url.search;
      // The server takes each count once, so it is taken before the first wait.
      const nc = (++count).toString(16).padStart(8, '0');
      const cnonce = randomHex();
      const [a1, a2] = await Promise.all([sha256(username, realm, password), sha256(method, uri)]);
      const response = await sha256(a1, nonce, nc, cnonce, 'auth', a2);
      const quoted = {
        username,
        realm,
        nonce,
        uri,
        cnonce,
        response,
        ...(opaque !== undefined && { opaque }),
      };
      const parts = Object.entries(quoted).map(
        ([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`,
      );
      return `Digest ${parts.join(', ')}, algorithm=SHA-256, qop=auth, nc=${nc}`;
    },
    accepts(headers, wasSigned) {
      const offered = challengeIn(headers.get('www-authenticate') ?? '');
      if (!offered)
        throw new AuthenticationError('The server offers no Digest with SHA-256', 'DIGEST_UNAVAILABLE');
      const { stale, ...next } = offered;
      // Another 401 for the same password would follow, unless only the nonce was too old.
      if (wasSigned && !stale) return false;
      challenge = next;
      count = 0;
      return true;
    },
    hide: (text) => hidden(text, password),
  };
}

/** Finds the challenge with SHA-256 among those of a 401, which can be in one header. */
function challengeIn(header: string): (Challenge & { stale: boolean }) | undefined {
  const all = header.split(/(?:^|,\s*)(?=(?:Digest|Basic)\s)/i);
  for (const text of all.filter((one) => /^Digest\s/i.test(one))) {
    const parameters = new Map(
      [...text.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)].map(([, name = '', quoted, token]) => [
        name.toLowerCase(),
        quoted?.replace(/\\(.)/g, '$1') ?? token ?? '',
      ]),
    );
    const nonce = parameters.get('nonce');
    const qop = (parameters.get('qop') ?? '').split(/\s*,\s*/);
    if (parameters.get('algorithm')?.toUpperCase() !== 'SHA-256' || !nonce || !qop.includes('auth')) continue;
    return {
      realm: parameters.get('realm') ?? '',
      nonce,
      opaque: parameters.get('opaque'),
      stale: parameters.get('stale')?.toLowerCase() === 'true',
    };
  }
  return undefined;
}

async function sha256(...parts: readonly string[]): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(parts.join(':')));
  return hex(new Uint8Array(hash));
}
