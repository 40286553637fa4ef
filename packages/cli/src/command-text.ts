/** Quotes the words of a command, so that the line can be pasted into a shell. */
export const commandLine = (words: readonly string[]): string =>
  words.map((word) => (/^[\w./:@=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
