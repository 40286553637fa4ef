/** Encodes bytes in Base64, with padding. */
export function toBase64(bytes: Uint8Array): string {
  const part = 0x8000; // a call takes a limited number of arguments
  let text = '';
  for (let at = 0; at < bytes.length; at += part)
    text += String.fromCharCode(...bytes.subarray(at, at + part));
  return btoa(text);
}

/** Encodes a text of Latin letters in Base64url, without padding. */
export const toBase64url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
