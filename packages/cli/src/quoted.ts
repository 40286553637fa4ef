/** The command line of a command, to be pasted into a shell. */
export const commandLine = (words: readonly string[]): string =>
  words.map((word) => (/^[\w./:@=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
