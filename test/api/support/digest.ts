import { BASIC, DIGEST } from 'http-auth-utils';

export interface Challenge {
  scheme: string;
  realm?: string;
  nonce?: string;
  opaque?: string;
  algorithm?: string;
  qop?: string;
  stale?: string;
}

/** Parses the challenges of a 401 by RFC 9110, section 11.6.1: a scheme is a token that is not followed by `=`. */
export function challengesIn(header = ''): Challenge[] {
  const challenges: Challenge[] = [];
  for (const [, scheme, name = '', quoted, token] of header.matchAll(
    /(?:(\w+) +)?(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))(?:, *|$)/g,
  )) {
    if (scheme) challenges.push({ scheme });
    Object.assign(challenges.at(-1) ?? {}, { [name]: quoted ?? token });
  }
  return challenges;
}

export interface Signed {
  username: string;
  password: string;
  method: string;
  uri: string;
  nc?: string;
  cnonce?: string;
}

/** Returns the `Authorization` that answers a challenge. The library http-auth-utils computes the hashes. */
export function answerTo(challenge: Challenge, signed: Signed): string {
  const { username, password, method, uri, nc = '00000001', cnonce = 'c2FsdA' } = signed;
  if (challenge.scheme === 'Basic') return `Basic ${BASIC.buildAuthorizationRest({ username, password })}`;
  const { realm = '', nonce = '', opaque = '', algorithm = 'MD5' } = challenge;
  const hash = algorithm === 'SHA-256' ? 'sha256' : 'md5';
  const response = DIGEST.computeHash({
    ...{ username, password, realm, method, uri, nonce, nc, cnonce },
    qop: 'auth',
    algorithm: hash,
  });
  return `Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=${algorithm}, qop=auth, nc=${nc}, cnonce="${cnonce}", response="${response}", opaque="${opaque}"`;
}
