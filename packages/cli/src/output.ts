/**
 * Characters that a terminal interprets or hides: control characters, and those that change the direction of text.
 * Merchants and customers choose texts, and could otherwise move the cursor, or forge lines.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this module removes these characters
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text from somebody else, on one line, with each unsafe character as `\u{1b}`. */
export const plain = (text: unknown): string =>
  String(text ?? '').replace(unsafe, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);

/** JSON that a terminal can show: unsafe characters are escaped inside strings, and the value stays the same. */
export const json = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(unsafe, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The meaning of a colour: `bad` is a failure. Everything else has no colour, so that failures are seen. */
export type Tone = 'bad';

/**
 * A text in the colour of its tone. It stays as it is if nobody looks at a terminal, or the environment asks for no
 * colours (https://no-color.org).
 */
export function coloured(
  text: string,
  tone: Tone | undefined,
  { isTTY }: { isTTY?: boolean },
  { NO_COLOR, TERM }: NodeJS.ProcessEnv = process.env,
): string {
  return tone === 'bad' && isTTY && !NO_COLOR && TERM !== 'dumb' ? `\u001b[31m${text}\u001b[39m` : text;
}

export interface Output {
  readonly isJson: boolean;
  /** The result of a command: the value with `--json`, the text otherwise. */
  result(value: unknown, text: string): void;
  /** One of several results over time, each on a line of its own with `--json`. */
  item(value: unknown, text: string, tone?: Tone): void;
  /** Prints a remark on standard error, separate from the result. */
  note(text: string): void;
  /** The failure of the command: on standard output with `--json`, on standard error otherwise. */
  fail(text: string, value: unknown): void;
}

/** Line breaks of the tool stay; every other unsafe character is made visible. */
const safeLines = (text: string): string => text.split('\n').map(plain).join('\n');

export function output(isJson: boolean): Output {
  const print = (text: string) => process.stdout.write(`${text}\n`);
  // The pipe is closed by a reader that needs only the first lines (`| head`).
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE' || !process.emit('SIGTERM')) process.exit(code === 'EPIPE' ? 0 : 1);
  });
  return {
    isJson,
    result: (value, text) => print(isJson ? json(value, 2) : safeLines(text)),
    item: (value, text, tone) =>
      print(isJson ? json(value) : coloured(safeLines(text), tone, process.stdout)),
    note: (text) => process.stderr.write(`${safeLines(text)}\n`),
    fail: (text, value) =>
      isJson
        ? print(json(value, 2))
        : process.stderr.write(`${coloured(`florin: ${safeLines(text)}`, 'bad', process.stderr)}\n`),
  };
}

/**
 * A table with a line for each row, or `none` without rows. Cells may contain texts of strangers. If the terminal is too
 * narrow for the table, each row has its cells below each other.
 *
 * @param columns the width of the terminal; a pipe takes lines of any length
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
  none: string,
  columns = process.stdout.columns ?? Number.POSITIVE_INFINITY,
): string {
  if (rows.length === 0) return none;
  const cells = [head, ...rows].map((row) => row.map(plain));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  if (widths.reduce((sum, width) => sum + width + 2, -2) > columns)
    return rows.map((row) => fields(Object.fromEntries(head.map((name, n) => [name, row[n]])))).join('\n\n');
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** An object, a line for each field that has a value. */
export function fields(object: object): string {
  const shown = Object.entries(object).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown
    .map(
      ([name, value]) =>
        `${plain(name).padEnd(width)}  ${plain(typeof value === 'object' ? json(value) : value)}`,
    )
    .join('\n');
}
