const blank = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids these characters in a string
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;

/**
 * Finds the position at which a text stops being JSON, counted from 0. The message of `JSON.parse` names the position
 * only sometimes, and quotes the text, which may contain a card number.
 *
 * @returns undefined for a text that is JSON
 */
export function jsonFault(text: string): number | undefined {
  let at = 0;
  /** The brackets that are still open, as the characters that close them: `}` or `]`. */
  const open: string[] = [];
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length;
    if (length !== undefined) at += length;
    return length !== undefined;
  };
  const skipCharacter = (character: string): boolean => {
    skip(blank);
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const name = (): boolean => {
    skip(blank);
    return skip(string) && skipCharacter(':');
  };

  for (;;) {
    skip(blank);
    if (skipCharacter('{')) {
      if (!skipCharacter('}')) {
        open.push('}');
        if (!name()) return at;
        continue;
      }
    } else if (skipCharacter('[')) {
      if (!skipCharacter(']')) {
        open.push(']');
        continue;
      }
    } else if (!skip(string) && !skip(scalar)) return at;
    // A value has ended: close brackets, or read the comma and the next name.
    for (let end = open.at(-1); ; end = open.at(-1)) {
      if (end === undefined) {
        skip(blank);
        return at < text.length ? at : undefined;
      }
      if (!skipCharacter(end)) break;
      open.pop();
    }
    if (!skipCharacter(',')) return at;
    if (open.at(-1) === '}' && !name()) return at;
  }
}
