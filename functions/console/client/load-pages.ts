import { Unreachable } from './api.ts';

export type Pages = typeof import('./signed-in.tsx');

let hasFailed = false;

/**
 * Loads the pages of signed-in users, once. A browser may remember a failed load until the page is reloaded, and a new
 * version of Florin has other file names, so a second failure reloads the whole page.
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
