import { fromBase64url, toBase64 } from '../browser/base64.ts';
import type { Query } from '../browser/router.ts';

/** The request of a command-line tool for a key, in the fragment of the link that the tool opens. */
export interface ToolRequest {
  /** The port of this device at which the tool listens. */
  port: number;
  /** The secret that an answer must contain, or the tool ignores it. */
  state: string;
  /** The tool's public key, as `sealFor` takes it. */
  point: string;
  /** The device's name. */
  device: string;
  /** The merchant that the tool wants to use; any if absent. */
  merchantId: string | undefined;
}

/**
 * Reads the query of a link to `#/tool`. A stranger may have made the link, so it can only choose a port: the key is
 * sent to this device and to no other host.
 *
 * @returns undefined if the query does not have the form of such a link
 */
export function readToolLink({
  port = '',
  state = '',
  point = '',
  device = '',
  merchant,
}: Query): ToolRequest | undefined {
  const isGood =
    /^[1-9]\d{3,4}$/.test(port) &&
    Number(port) < 65_536 &&
    /^[0-9a-f]{64}$/.test(state) &&
    /^[\w-]{87}$/.test(point) &&
    /^[\w.-]{1,63}$/.test(device) &&
    /^([0-9a-f]{24})?$/.test(merchant ?? '');
  return isGood ? { port: Number(port), state, point, device, merchantId: merchant } : undefined;
}

/** The first characters of the secret, which the terminal shows as well, so that the user can compare them. */
export const checkOf = (state: string): string => `${state.slice(0, 3)} ${state.slice(3, 6)}`;

/**
 * Leaves the page for the tool. The fields are in the body of a form, so that they are not in the address, and thus
 * not in the browser's history.
 */
export function answerTool(port: number, fields: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `http://127.0.0.1:${port}/`;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

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
