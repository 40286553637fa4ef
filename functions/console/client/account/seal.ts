import { toBase64 } from '../browser/base64.ts';

/** Encrypts a text for the holder of a key. */
export type Seal = (text: string) => Promise<string>;

const curve = { name: 'ECDH', namedCurve: 'P-256' };

/**
 * Makes a key for one text, which only the holder of the private key of `point` can read (ECDH on P-256, AES-GCM).
 * The answer is in Base64: 65 bytes of a public key, and the encrypted text.
 *
 * @param point an uncompressed point in base64url
 * @param context must be the same when the text is decrypted
 * @throws DOMException if the point is not on the curve
 */
export async function sealFor(point: string, context: string): Promise<Seal> {
  const theirs = await crypto.subtle.importKey('raw', fromBase64url(point), curve, false, []);
  const own = await crypto.subtle.generateKey(curve, false, ['deriveKey']);
  const exchange = { name: 'ECDH', public: theirs };
  const cipher = { name: 'AES-GCM', length: 256 };
  const key = await crypto.subtle.deriveKey(exchange, own.privateKey, cipher, false, ['encrypt']);
  const ownPoint = await crypto.subtle.exportKey('raw', own.publicKey);
  return async (text) => {
    // The key encrypts this text alone, so the vector need not differ from others.
    const gcm = { name: 'AES-GCM', iv: new Uint8Array(12), additionalData: utf8(context) };
    const sealed = await crypto.subtle.encrypt(gcm, key, utf8(text));
    return toBase64(new Uint8Array([...new Uint8Array(ownPoint), ...new Uint8Array(sealed)]));
  };
}

const utf8 = (text: string) => new TextEncoder().encode(text);

const fromBase64url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
