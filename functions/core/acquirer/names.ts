/**
 * The adapters to acquirers of real money. An adapter is the folder of the same name, and an entry in each list of
 * `registry.ts`.
 */
export const acquirerNames = ['stripe'] as const;

export type AcquirerName = (typeof acquirerNames)[number];
