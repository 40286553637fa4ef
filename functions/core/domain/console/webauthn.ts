import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/**
 * Verifies the signatures of authenticators (WebAuthn Level 3, sections 7.1 and 7.2), for credentials without an attestation: their
 * public key arrives as the browser's `getPublicKey()` gives it, so nothing here reads CBOR
 * (docs/adr/0042-passkeys.md).
 */

/** The site that passkeys belong to. */
export interface Site {
  origin: string;
  /** The RP ID, which is the name of the host. */
  host: string;
}

export const siteOf = (url: string): Site => {
  const { origin, hostname } = new URL(url);
  return { origin, host: hostname };
};

/** The answer of a browser that has made a passkey. All values are Base64url. */
export interface Registration {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  /** The public key as DER, SubjectPublicKeyInfo. */
  publicKey: string;
}

/** The answer of a browser whose passkey has signed. All values are Base64url. */
export interface Assertion {
  id: string;
  /** The user handle: the user's id. */
  user: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/**
 * Returns the challenge that the passkey has answered, which the browser copies into the client data; undefined if
 * there is none.
 */
export function challengeOf({ clientDataJSON }: Pick<Assertion, 'clientDataJSON'>): string | undefined {
  const { challenge } = clientDataOf(clientDataJSON);
  return typeof challenge === 'string' ? challenge : undefined;
}

/**
 * Verifies a new passkey, and returns its counter; undefined if the browser's answer is invalid. The caller checks
 * the challenge, which can be used once only.
 */
export function verifyRegistration(site: Site, registration: Registration): { counter: number } | undefined {
  const { id, clientDataJSON, authenticatorData, publicKey } = registration;
  const data = bytesOf(authenticatorData);
  if (!isClientDataGood(site, 'webauthn.create', clientDataJSON)) return undefined;
  if (!isVerified(site, data) || !(flagsOf(data) & flags.attested)) return undefined;
  const length = data.length < idStart ? 0 : data.readUInt16BE(idStart - 2);
  const credential = data.subarray(idStart, idStart + length);
  if (length === 0 || length > longestId || !credential.equals(bytesOf(id))) return undefined;
  return keyOf(bytesOf(publicKey)) && { counter: counterOf(data) };
}

/** Verifies a signature by a passkey, and returns the counter in it; undefined if the signature is invalid. */
export function verifyAssertion(
  site: Site,
  { clientDataJSON, authenticatorData, signature }: Assertion,
  publicKey: Uint8Array,
): { counter: number } | undefined {
  const data = bytesOf(authenticatorData);
  const key = keyOf(Buffer.from(publicKey));
  if (!key || !isClientDataGood(site, 'webauthn.get', clientDataJSON) || !isVerified(site, data))
    return undefined;
  const signed = Buffer.concat([data, sha256(bytesOf(clientDataJSON))]);
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return verify(digest, signed, key, bytesOf(signature)) ? { counter: counterOf(data) } : undefined;
}

/**
 * Bits of the flags in the authenticator data: a person was present; a PIN, finger or face has shown that this is the owner;
 * the data contains a new credential.
 */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/**
 * Positions in the authenticator data, in bytes. It has the hash of the RP ID (32), the flags (1) and the counter
 * (4). For a new credential these parts follow: the authenticator's model (16), the length of the credential's id (2)
 * and the id.
 */
const [flagsAt, counterAt, shortest, idStart] = [32, 33, 37, 55];

/** The longest id of a credential, in bytes. */
const longestId = 1023;

const flagsOf = (data: Buffer): number => data[flagsAt] ?? 0;
const counterOf = (data: Buffer): number => data.readUInt32BE(counterAt);

function isVerified({ host }: Site, data: Buffer): boolean {
  const both = flags.present | flags.verified;
  return (
    data.length >= shortest && data.subarray(0, 32).equals(sha256(host)) && (flagsOf(data) & both) === both
  );
}

function isClientDataGood({ origin }: Site, type: string, clientDataJSON: string): boolean {
  const data = clientDataOf(clientDataJSON);
  return data.type === type && data.origin === origin && data.crossOrigin !== true;
}

function clientDataOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(bytesOf(text).toString('utf8')));
  } catch {
    return {};
  }
}

/** Reads a key of one of the three kinds that Florin asks for (ES256, RS256 and Ed25519). */
function keyOf(der: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    const kinds = { ec: namedCurve === 'prime256v1', rsa: modulusLength >= 2048, ed25519: true };
    return kinds[key.asymmetricKeyType as keyof typeof kinds] ? key : undefined;
  } catch {
    return undefined;
  }
}
