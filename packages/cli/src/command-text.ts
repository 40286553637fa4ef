/** Quotes the words of a command, so that the line can be pasted into a shell. */
export const commandLine = (words: readonly string[]): string =>
  words.map((word) => (/^[\w./:@=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');

/** A flag and its value, as words of a command. A value that begins with a hyphen would otherwise look like a flag. */
export const flagWords = (name: string, value: string): string[] =>
  value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value];
