import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Wrong values that a passkey and its browser send in place of the right ones. */
export interface Lies {
  type?: string;
  origin?: string;
  host?: string;
  crossOrigin?: boolean;
  /** The flags of the authenticator data: 1 present, 4 verified, 64 with a new credential. */
  flags?: number;
  counter?: number;
  /** The user handle, in place of the user's own. */
  user?: string;
  id?: string;
  publicKey?: string;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

function clientData(type: string, challenge: string, origin: string, lies: Lies): string {
  const { crossOrigin = false } = lies;
  return base64url(
    JSON.stringify({ type: lies.type ?? type, challenge, origin: lies.origin ?? origin, crossOrigin }),
  );
}

function authenticatorData(host: string, flags: number, counter: number, more = Buffer.alloc(0)): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(host), tail, more]);
}

/** A passkey in software, with its browser: it makes what `@simplewebauthn/browser` sends. */
export function authenticator(url: string, pair = p256()) {
  const { origin, hostname } = new URL(url);
  const id = randomBytes(20).toString('base64url');
  let counter = 0;

  /** The answer to a challenge for a new passkey. */
  function register(challenge: string, lies: Lies = {}) {
    const [raw, length] = [Buffer.from(lies.id ?? id, 'base64url'), Buffer.alloc(2)];
    length.writeUInt16BE(raw.length);
    // Pages of earlier releases send the public key in the field `publicKey`.
    const credential = Buffer.concat([Buffer.alloc(16), length, raw]);
    const data = authenticatorData(lies.host ?? hostname, lies.flags ?? 0x45, lies.counter ?? 0, credential);
    return {
      id: lies.id ?? id,
      clientDataJSON: clientData('webauthn.create', challenge, origin, lies),
      authenticatorData: base64url(data),
      publicKey: lies.publicKey ?? base64url(pair.publicKey.export({ format: 'der', type: 'spki' })),
    };
  }

  /** The answer to a challenge for a new passkey, as the present page sends it. @param key the public key in COSE */
  function attest(challenge: string, key: Uint8Array, lies: Lies = {}) {
    const { id, clientDataJSON, authenticatorData } = register(challenge, lies);
    const authData = new Uint8Array(Buffer.concat([Buffer.from(authenticatorData, 'base64url'), key]));
    const object = new Map<string, unknown>(Object.entries({ fmt: 'none', attStmt: new Map(), authData }));
    return { id, clientDataJSON, attestationObject: base64url(Buffer.from(isoCBOR.encode(object as never))) };
  }

  /** The answer to a challenge of a sign-in or a step-up. Each answer increases the counter of the passkey. */
  function answer(challenge: string, user: string, lies: Lies = {}) {
    counter = lies.counter ?? counter + 1;
    const data = authenticatorData(lies.host ?? hostname, lies.flags ?? 0x05, counter);
    const json = clientData('webauthn.get', challenge, origin, lies);
    const signed = Buffer.concat([data, sha256(Buffer.from(json, 'base64url'))]);
    const digest = pair.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    return {
      id: lies.id ?? id,
      user: base64url(lies.user ?? user),
      clientDataJSON: json,
      authenticatorData: base64url(data),
      signature: base64url(sign(digest, signed, pair.privateKey)),
    };
  }

  return { id, register, attest, answer };
}

export type Authenticator = ReturnType<typeof authenticator>;

interface Pair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

export const p256 = (): Pair => generateKeyPairSync('ec', { namedCurve: 'P-256' });
