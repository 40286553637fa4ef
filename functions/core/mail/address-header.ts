/**
 * The most bytes of text in an encoded word. Encoded in Base64, the word then has at most the 75 characters that RFC
 * 2047 allows.
 */
const most = 45;

/**
 * Formats a name and an address for a header of a mail. The name is always encoded (RFC 2047), so that no character in
 * it can end the name, begin an address or begin another header.
 */
export function addressWithName(name: string | undefined, address: string): string {
  if (!name) return address;
  const words: string[] = [];
  let word = '';
  for (const character of name) {
    if (Buffer.byteLength(word + character) > most) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  const encoded = [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`);
  return `${encoded.join(' ')} <${address}>`;
}
