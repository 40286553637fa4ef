import { Unreachable } from './api.ts';

export type Pages = typeof import('./signed-in.tsx');

let hasFailed = false;

/**
 * Loads the pages of signed-in users, once. Browsers may keep a failed load for as long as the page is open, and a new
 * version of Florin has files of other names, so a second failure loads the whole page again.
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
