import { Unreachable } from './api.ts';

export type Pages = typeof import('./signed-in.tsx');

let hasFailed = false;

/**
 * Loads the pages of signed-in users, once. A second failure reloads the whole page: a browser may remember a failed
 * load until then, and a new version of Florin has other file names.
 *
 * @throws Unreachable
 */
export async function loadPages(): Promise<Pages> {
  try {
    return await import('./signed-in.tsx');
  } catch {
    if (hasFailed && navigator.onLine) location.reload();
    hasFailed = true;
    throw new Unreachable();
  }
}
