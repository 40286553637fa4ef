/**
 * Returns the first characters of a text. Cutting by UTF-16 units could leave half of a surrogate pair, which DynamoDB
 * refuses to store or to look for.
 */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('');
