/**
 * The fields that have changed. Only they are sent, so that two people or tabs that change different fields do not undo each
 * other's work.
 *
 * @param textOf the text by which two values of a field are compared
 */
export const changesOf = <T extends object>(
  before: T,
  now: T,
  textOf: (value: unknown) => string | undefined = (value) => JSON.stringify(value),
): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => textOf(value) !== textOf(before[name as keyof T])),
  ) as Partial<T>;
