/**
 * The adapters to acquirers of real money. An adapter is the folder of the same name, and an entry in each registry
 * beside this file.
 */
export const acquirerNames = ['stripe'] as const;

export type AcquirerName = (typeof acquirerNames)[number];

const isAcquirerName = (name: unknown): name is AcquirerName => acquirerNames.some((known) => known === name);

/** The part of an adapter in a list of adapters; undefined if there is no adapter of that name. */
export const partOf = <T>(parts: Record<AcquirerName, T>, name: string | undefined): T | undefined =>
  isAcquirerName(name) ? parts[name] : undefined;

/**
 * The part of an adapter that must exist, since an account can only be connected with an acquirer that has an
 * adapter.
 */
export function requirePart<T>(parts: Record<AcquirerName, T>, name: string): T {
  const part = partOf(parts, name);
  if (part === undefined) throw new Error(`There is no adapter for ${name}`);
  return part;
}
