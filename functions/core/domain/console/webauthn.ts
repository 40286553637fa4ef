import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Passkey } from './passkey.ts';
import { coseOf, derOf } from './passkey-key.ts';
import type { Site } from './site.ts';

/**
 * Verifies the answers of authenticators (WebAuthn Level 3, sections 7.1 and 7.2) with `@simplewebauthn/server`. The strength of
 * keys, and pages in frames, are left to Florin (docs/adr/0042-passkeys.md).
 */

/** The answer of a browser that has made a passkey. All values are Base64url. */
export interface Registration {
  id: string;
  clientDataJSON: string;
  attestationObject?: string;
  /** The answer of a page of an earlier release: the authenticator data, and the public key as DER, SubjectPublicKeyInfo. */
  authenticatorData?: string;
  publicKey?: string;
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

/**
 * Returns the challenge that the passkey has answered, which the browser copies into the client data; undefined if
 * there is none.
 */
export function challengeOf({ clientDataJSON }: Pick<Assertion, 'clientDataJSON'>): string | undefined {
  const { challenge } = clientDataOf(clientDataJSON);
  return typeof challenge === 'string' ? challenge : undefined;
}

/** The caller checks the challenge, which can be used once only. */
const anyChallenge = () => true;

const expected = ({ origin, host }: Site) => ({
  expectedChallenge: anyChallenge,
  expectedOrigin: origin,
  expectedRPID: host,
  requireUserVerification: true,
});

/** Verifies a new passkey. @returns its counter and its public key as DER; undefined if the browser's answer is invalid */
export async function verifyRegistration(
  site: Site,
  registration: Registration,
): Promise<{ counter: number; publicKey: Uint8Array } | undefined> {
  const { id, clientDataJSON } = registration;
  const attestationObject = attestationOf(registration);
  if (!attestationObject || isFramed(clientDataJSON)) return undefined;
  const response = { clientDataJSON, attestationObject };
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    ...expected(site),
    supportedAlgorithmIDs: [-8, -7, -257],
  }).catch(() => ({ registrationInfo: undefined }));
  const { credential } = registrationInfo ?? {};
  const publicKey = credential?.id === id ? derOf(credential.publicKey) : undefined;
  return publicKey && { counter: credential?.counter ?? 0, publicKey };
}

/** Verifies a signature by a passkey. @returns the counter in it; undefined if the signature is invalid */
export async function verifyAssertion(
  site: Site,
  { id, user, clientDataJSON, authenticatorData, signature }: Assertion,
  { publicKey, counter }: Pick<Passkey, 'publicKey' | 'counter'>,
): Promise<{ counter: number } | undefined> {
  const cose = coseOf(publicKey);
  if (!cose || isFramed(clientDataJSON)) return undefined;
  const response = { clientDataJSON, authenticatorData, signature, userHandle: user };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    ...expected(site),
    credential: { id, publicKey: cose, counter },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified && authenticationInfo ? { counter: authenticationInfo.newCounter } : undefined;
}

/** The length of the authenticator data before the length of a new credential's id, in bytes. */
const idLengthAt = 53;

/** The attestation object of a registration. That of an earlier page is made of its parts, without an attestation. */
function attestationOf({
  attestationObject,
  authenticatorData,
  publicKey,
}: Registration): string | undefined {
  if (attestationObject !== undefined || authenticatorData === undefined || publicKey === undefined)
    return attestationObject;
  const [data, cose] = [bytesOf(authenticatorData), coseOf(bytesOf(publicKey))];
  if (!cose || data.length < idLengthAt + 2) return undefined;
  const end = idLengthAt + 2 + data.readUInt16BE(idLengthAt);
  const authData = new Uint8Array(Buffer.concat([data.subarray(0, end), cose]));
  const object = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(object as never)).toString('base64url');
}

/** Whether a page of another site has asked for the passkey in a frame. */
const isFramed = (clientDataJSON: string): boolean => {
  const { crossOrigin, topOrigin } = clientDataOf(clientDataJSON);
  return crossOrigin === true || topOrigin !== undefined;
};

function clientDataOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(bytesOf(text).toString('utf8')));
  } catch {
    return {};
  }
}
