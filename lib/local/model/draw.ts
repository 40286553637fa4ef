/**
 * Draws a number from 0 to less than 1. It depends only on the words: the seed, and the number of earlier requests of
 * the same kind. So a run with the same seed has the same faults.
 */
export function draw(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5; // FNV-1a
  const text = words.join('\n');
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The finalizer of MurmurHash3, so that the numbers of neighbouring requests are independent.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A random number for one request and one purpose. */
export type Draw = (what: string) => number;
