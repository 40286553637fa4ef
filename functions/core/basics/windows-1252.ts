/** The characters of the bytes 0x80 to 0x9f. Those of all other bytes have the number of their byte in Unicode. */
const special = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Encodes a text in Windows-1252. A letter that the encoding lacks loses its accents; any other character becomes a question mark. */
export function windows1252(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const character of text) {
    const plain = byteOf(character) ?? byteOf(character.normalize('NFD')[0] ?? '');
    bytes.push(plain ?? 0x3f);
  }
  return Uint8Array.from(bytes);
}

function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const place = special.indexOf(character);
  return place === -1 || code < 0xa0 ? undefined : 0x80 + place;
}
