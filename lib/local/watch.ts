import { watch } from 'node:fs';
import { join } from 'node:path';
import type { Assembly } from '../build/assembly-cache.ts';

/** In milliseconds: an editor may write a file in several steps, and a branch has many files. */
const pause = 50;

/**
 * Renews the code of functions after each change of the sources.
 *
 * @param note receives a line for each change of what Florin runs, and for code that does not compile
 * @returns a function that ends the watch
 */
export function watchSources(
  root: string,
  refresh: NonNullable<Assembly['refresh']>,
  note: (text: string) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let asksForRestart = false;

  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(renew);
    }, pause);
  };
  const watchers = ['docs', 'functions', 'lib', 'schemas'].map((folder) =>
    watch(join(root, folder), { recursive: true }, onChange),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };

  async function renew(): Promise<void> {
    try {
      const { changed, needsRestart } = await refresh();
      if (changed.length > 0) note(`Runs the new code of ${changed.join(', ')}`);
      if (needsRestart && !asksForRestart)
        note('The template or the documentation has changed. Restart Florin to see the change.');
      asksForRestart = needsRestart;
    } catch (error) {
      // esbuild has printed the error with its place.
      note(`The code from before the change continues to run. ${(error as Error).message.split('\n')[0]}`);
    }
  }
}
