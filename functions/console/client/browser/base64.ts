/** Encodes bytes in Base64, with padding. */
export function toBase64(bytes: Uint8Array): string {
  const part = 0x8000; // a call takes a limited number of arguments
  let text = '';
  for (let at = 0; at < bytes.length; at += part)
    text += String.fromCharCode(...bytes.subarray(at, at + part));
  return btoa(text);
}
