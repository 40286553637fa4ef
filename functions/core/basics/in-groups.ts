/** Does something for each, so many at once. */
export async function inGroups<T>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < things.length; first += atOnce)
    await Promise.all(things.slice(first, first + atOnce).map(work));
}
