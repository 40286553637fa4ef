const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

export type Paint = (colour: keyof typeof codes, text: string) => string;

type Output = Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors'>>;

/** Colours text on a terminal. Pipes and files get plain text, and so does a terminal with `NO_COLOR` (no-color.org). */
export function painter(output: Output, { NO_COLOR }: { NO_COLOR?: string } = process.env): Paint {
  const colours = output.isTTY && !NO_COLOR && output.hasColors?.();
  return (colour, text) => (colours ? `\x1b[${codes[colour]}m${text}\x1b[0m` : text);
}
