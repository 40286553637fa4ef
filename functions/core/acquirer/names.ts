/** The adapters to acquirers of real money. Each has the folder of its name, and its part in the registries beside. */
export const acquirerNames = ['stripe'] as const;

export type AcquirerName = (typeof acquirerNames)[number];

export const isAcquirerName = (name: unknown): name is AcquirerName =>
  acquirerNames.some((known) => known === name);
