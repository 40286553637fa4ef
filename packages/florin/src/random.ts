/** 32 hex digits from 128 random bits. `crypto.randomUUID` is missing on pages that came over HTTP. */
export const randomHex = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
