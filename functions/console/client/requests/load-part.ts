import { Unreachable } from './api.ts';

let hasFailed = false;

/**
 * Loads a part of the console by its `import()`. A second failure reloads the whole page: a browser may remember a failed
 * load until then, and a new version of Florin has other file names.
 *
 * @throws Unreachable
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (hasFailed && navigator.onLine) location.reload();
    hasFailed = true;
    throw new Unreachable();
  }
}
