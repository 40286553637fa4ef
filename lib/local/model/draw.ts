/**
 * A number from 0 to less than 1 that the words decide, and nothing else: what is drawn for a request depends on the
 * seed and on how many of its kind came before, so that a run can be had again.
 */
export function draw(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5; // FNV-1a
  const text = words.join('\n');
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // Murmur's finish: neighbouring counts are to have nothing in common.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A random number for one request and one purpose. */
export type Draw = (what: string) => number;
