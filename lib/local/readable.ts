/**
 * Makes the log lines of functions readable. They are JSON, for CloudWatch. The server prints a line for each request,
 * so a request's line is left out, and so is the line about the sign-in link that the runner has made. An error becomes
 * readable lines. All other lines stay.
 */
export function readable(chunk: string): string {
  if (!chunk.startsWith('{"level":')) return chunk;
  return chunk
    .split(/(?<=\n)/)
    .map(readableLine)
    .join('');
}

function readableLine(line: string): string {
  try {
    const { level, error, ...fields } = JSON.parse(line);
    if (level === 'info') return 'route' in fields || 'signInLink' in fields ? '' : line;
    return typeof error === 'string' ? `${JSON.stringify(fields)}\n${error}\n` : line;
  } catch {
    return line;
  }
}

/** Makes what is written to `output` readable from now on. */
export function makeReadable(output: Pick<NodeJS.WriteStream, 'write'>): void {
  const write = output.write.bind(output) as (...args: unknown[]) => boolean;
  output.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? readable(chunk) : chunk, ...rest);
}
