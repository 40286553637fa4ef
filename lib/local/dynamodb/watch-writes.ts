import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** In milliseconds: writes within this time cause only one call. */
const pause = 20;

/**
 * Calls `onWrite` soon after writes to the engine's database, whichever process has made them. SQLite appends a write
 * to the file `…-wal` beside the database. The watch does not open these files, as an open file would change the
 * engine's locks.
 *
 * @returns the function that ends the watch; undefined if the system cannot watch files here
 */
export function watchWrites(file: string, onWrite: () => void): (() => void) | undefined {
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    onWrite();
  };
  try {
    const watcher = watch(dirname(file), { persistent: false }, (_, name) => {
      if (name?.startsWith(basename(file))) timer ??= setTimeout(tell, pause).unref();
    });
    watcher.on('error', () => {});
    return () => {
      watcher.close();
      clearTimeout(timer);
    };
  } catch {
    return undefined;
  }
}
