/** The adapters to acquirers of real money. Each has the folder of its name, and its part in the registries beside. */
export const acquirerNames = ['stripe'] as const;

export type AcquirerName = (typeof acquirerNames)[number];

const isAcquirerName = (name: unknown): name is AcquirerName => acquirerNames.some((known) => known === name);

/** The part of an adapter in a list of adapters; undefined if there is no adapter of that name. */
export const partOf = <T>(parts: Record<AcquirerName, T>, name: string | undefined): T | undefined =>
  isAcquirerName(name) ? parts[name] : undefined;

/** The part of an adapter that there must be: an account is only connected with an acquirer that has one. */
export function requirePart<T>(parts: Record<AcquirerName, T>, name: string): T {
  const part = partOf(parts, name);
  if (part === undefined) throw new Error(`There is no adapter for ${name}`);
  return part;
}
