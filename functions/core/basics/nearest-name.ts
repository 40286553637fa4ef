import { firstCharacters } from './first-characters.ts';

/**
 * Returns the known name that somebody probably meant by an unknown one: it differs in at most a third of its letters, or
 * is the beginning of the unknown name, as `link` is of `linkId`. Names of less than four letters are the beginning of too many
 * words, like `key` of `keyword`.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const meant = firstCharacters(name, 64).toLowerCase();
  const lettersTo = (one: string) => distance(meant, one.toLowerCase());
  return known
    .filter(
      (one) =>
        lettersTo(one) <= Math.max(1, Math.floor(Math.min(one.length, meant.length) / 3)) ||
        (one.length > 3 && meant.startsWith(one.toLowerCase())),
    )
    .sort((a, b) => lettersTo(a) - lettersTo(b))[0];
}

/** Says which name was probably meant, or which names are known. */
export function adviceOn(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  return known.length === 0 ? 'leave it out' : `known are ${known.join(', ')}`;
}

/** Counts the letters to insert, delete or change to turn one text into the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 0; at < to.length; at++)
      next.push(
        Math.min((row[at] ?? 0) + (letter === to[at] ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
