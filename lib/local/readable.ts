/**
 * Lines with one of these fields are hidden. The server prints its own line for each request, and the runner itself
 * has caused the others: the link to sign in, and the backfill.
 */
const hidden = ['route', 'signInLink', 'changed'];

/**
 * Makes the log lines of functions readable, which are JSON for CloudWatch. An error is printed on several lines,
 * with its stack. Lines of other programs stay as they are.
 *
 * @param hidesInfo whether all lines of the level `info` are hidden
 */
export function readable(chunk: string, hidesInfo = false): string {
  if (!chunk.startsWith('{"level":')) return chunk;
  return chunk
    .split(/(?<=\n)/)
    .map((line) => readableLine(line, hidesInfo))
    .join('');
}

function readableLine(line: string, hidesInfo: boolean): string {
  try {
    const { level, error, ...fields } = JSON.parse(line);
    if (level === 'info') return hidesInfo || hidden.some((name) => name in fields) ? '' : line;
    return typeof error === 'string' ? `${JSON.stringify(fields)}\n${error}\n` : line;
  } catch {
    return line;
  }
}

/** Makes all later log lines on `output` readable. Those of the level `info` are hidden until `isReady`. */
export function makeReadable(output: Pick<NodeJS.WriteStream, 'write'>, isReady: () => boolean): void {
  const write = output.write.bind(output) as (...args: unknown[]) => boolean;
  output.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? readable(chunk, !isReady()) : chunk, ...rest);
}
