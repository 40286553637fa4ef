import { stop } from 'esbuild';

let users = 0;

/**
 * Runs work that uses esbuild, and then ends esbuild's process, unless other work uses the process. It would keep its
 * memory, some hundred megabytes, for as long as this process runs.
 */
export async function withEsbuild<T>(work: () => Promise<T>): Promise<T> {
  users += 1;
  try {
    return await work();
  } finally {
    users -= 1;
    if (users === 0) await stop();
  }
}
