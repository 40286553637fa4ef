import { type Algorithm, algorithmOf } from './digest-response.ts';
import { parseParams } from './params.ts';

/** The credentials of a request: the password, or a digest of the password for this request. */
export type Credentials = BasicCredentials | DigestCredentials;

/** RFC 7617 */
export interface BasicCredentials {
  scheme: 'basic';
  username: string;
  password: string;
}

/** RFC 7616, section 3.4 */
export interface DigestCredentials {
  scheme: 'digest';
  username: string;
  realm: string;
  nonce: string;
  uri: string;
  response: string;
  algorithm: Algorithm;
  cnonce: string;
  /** The number of requests that the client has made with this nonce, in eight hex digits. */
  nc: string;
}

/** API Gateway takes 10,240 bytes of headers and URL, and Digest sends a long URL twice. */
const longest = 8192;

/** @returns undefined for a header that is missing, repeated, malformed or of another scheme */
export function readCredentials(headers: readonly string[]): Credentials | undefined {
  const [value] = headers;
  if (value === undefined || headers.length > 1 || value.length > longest) return undefined;
  const header = decodeBytes(value);
  const [, scheme, rest = ''] = /^(basic|digest)[ \t]+(.*)$/is.exec(header) ?? [];
  switch (scheme?.toLowerCase()) {
    case 'basic':
      return readBasic(rest.trim());
    case 'digest':
      return readDigest(rest);
    default:
      return undefined;
  }
}

function readBasic(text: string): BasicCredentials | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  const [username, password] = Buffer.from(text, 'base64').toString().split(/:(.*)/s);
  return username === undefined || password === undefined
    ? undefined
    : { scheme: 'basic', username: username.normalize(), password: password.normalize() };
}

/**
 * All of these parameters are required with `qop=auth`, the only one that Florin offers. Refuses hashed user names and
 * hashed session keys, which Florin does not offer.
 */
function readDigest(text: string): DigestCredentials | undefined {
  const params = parseParams(text);
  if (!params) return undefined;
  const [realm, nonce, uri, response, cnonce, nc] = ['realm', 'nonce', 'uri', 'response', 'cnonce', 'nc'].map(
    (name) => params.get(name),
  );
  const username = readUsername(params);
  // A header without an algorithm follows RFC 2069, in which MD5 was the only one.
  const algorithm = algorithmOf(params.get('algorithm') ?? 'MD5');
  if (username === undefined || realm === undefined || !nonce || !uri || !response || !cnonce || !nc)
    return undefined;
  if (!algorithm || params.get('qop')?.toLowerCase() !== 'auth') return undefined;
  if (!/^[0-9a-f]{8}$/i.test(nc)) return undefined;
  if ((params.get('userhash') ?? 'false').toLowerCase() !== 'false') return undefined;
  return { scheme: 'digest', username, realm, nonce, uri, response, algorithm, cnonce, nc };
}

/**
 * The user name, which a client may send as an extended parameter: `username*=UTF-8''J%C3%A4s%C3%B8n` (RFC 7616, section
 * 3.4, and RFC 8187).
 *
 * @returns undefined without a user name, with two, and for one that is not UTF-8
 */
function readUsername(params: ReadonlyMap<string, string>): string | undefined {
  const [plain, extended] = [params.get('username'), params.get('username*')];
  if (extended === undefined) return plain?.normalize();
  const [, encoded] = /^utf-8'[\w-]*'(.+)$/i.exec(extended) ?? [];
  if (plain !== undefined || encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded).normalize();
  } catch {
    return undefined;
  }
}

/**
 * Decodes the UTF-8 of a header. Node.js and API Gateway may hand over each byte as a character of Latin-1; text that is not
 * UTF-8 stays as it is.
 */
function decodeBytes(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  if (bytes.toString('latin1') !== value) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}
