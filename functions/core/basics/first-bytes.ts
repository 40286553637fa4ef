/** The bytes of a text in UTF-8, as DynamoDB and HTTP count it. */
export const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Returns the beginning of a text that has at most so many bytes in UTF-8, and cuts no character. */
export function firstBytes(text: string, most: number): string {
  if (bytesOf(text) <= most) return text;
  let [beginning, left] = ['', most];
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    beginning += character;
  }
  return beginning;
}
