import { createHash } from 'node:crypto';

/** The algorithms that Florin offers, the stronger one first. It does not offer the `-sess` variants. */
export const algorithms = ['SHA-256', 'MD5'] as const;

export type Algorithm = (typeof algorithms)[number];

/** Finds an algorithm by name, in any case of its letters. */
export const algorithmOf = (name: string): Algorithm | undefined =>
  algorithms.find((algorithm) => algorithm === name.toUpperCase());

export interface DigestParameters {
  algorithm: Algorithm;
  method: string;
  uri: string;
  nonce: string;
  nc: string;
  cnonce: string;
}

/** The `response` of a client that knows the password (RFC 7616, section 3.4.1, with `qop=auth`). */
export function responseOf(
  { username, password, realm }: { username: string; password: string; realm: string },
  { algorithm, method, uri, nonce, nc, cnonce }: DigestParameters,
): string {
  const hash = (...parts: string[]) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(parts.join(':'))
      .digest('hex');
  const a1 = hash(username, realm, password);
  const a2 = hash(method, uri);
  return hash(a1, nonce, nc, cnonce, 'auth', a2);
}
