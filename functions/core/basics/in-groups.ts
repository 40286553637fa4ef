/** Runs an asynchronous function for each item, for a limited number of items at the same time. */
export async function inGroups<T>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < things.length; first += atOnce)
    await Promise.all(things.slice(first, first + atOnce).map(work));
}
