import type { SourceMap, SourceMapping } from 'node:module';

/**
 * The first module of every bundle. It makes stack traces name lines of the sources. `--enable-source-maps` does so,
 * too, but reads the source map while the function loads, which takes a seventh of a cold start. Here the first stack
 * trace reads the map (ADR 22).
 */
// tsx switches Node.js's own source maps on in `npm start`, where this would replace those of the runner's code.
if (!process.sourceMapsEnabled) Error.prepareStackTrace = print;

/** Prints a stack trace as Node.js does, with the places and names of the sources. It must not throw. */
function print(error: Error, frames: NodeJS.CallSite[]): string {
  const lines = frames.map((frame, n) => `\n    at ${sourceOf(frame, frames[n + 1]) ?? frame}`);
  return Error.prototype.toString.call(error) + lines.join('');
}

/** @returns undefined for a frame of a dependency or of Node.js, or if the map is missing */
function sourceOf(frame: NodeJS.CallSite, caller?: NodeJS.CallSite): string | undefined {
  const { originalSource, originalLine = 0, originalColumn = 0 } = entryOf(frame) ?? {};
  if (!originalSource) return undefined;
  const place = `${originalSource}:${originalLine + 1}:${originalColumn + 1}`;
  // The bundle has short names. The caller's frame maps to the name that the function has in its source.
  const name = (caller && entryOf(caller)?.name) ?? frame.getFunctionName();
  return name ? `${name} (${place})` : place;
}

/** `@types/node` leaves out the name, which Node.js's documentation has. */
type Entry = Partial<SourceMapping> & { name?: string };

function entryOf(frame: NodeJS.CallSite): Entry | undefined {
  if (frame.getFileName() !== import.meta.url) return undefined;
  return sources()?.findEntry((frame.getLineNumber() ?? 1) - 1, (frame.getColumnNumber() ?? 1) - 1);
}

let read: SourceMap | null | undefined;

function sources(): SourceMap | null {
  if (read !== undefined) return read;
  read = null; // an error in these lines would have a stack trace, too
  try {
    // These modules are not imported, as an import would load them before the function needs them.
    const [fs, { SourceMap }] = [
      process.getBuiltinModule('node:fs'),
      process.getBuiltinModule('node:module'),
    ];
    read = new SourceMap(JSON.parse(fs.readFileSync(new URL(`${import.meta.url}.map`), 'utf8')));
  } catch {}
  return read;
}
