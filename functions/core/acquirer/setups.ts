import type { AcquirerAccount } from '#domain/operation.ts';
import { type AcquirerName, isAcquirerName } from './names.ts';
import type { AcquirerSetup } from './setup.ts';
import { stripeSetup } from './stripe/setup.ts';

/** The adapters' part that connects accounts, by their names. */
const setups: Record<AcquirerName, AcquirerSetup> = { stripe: stripeSetup };

export function setupOf({ acquirer }: AcquirerAccount): AcquirerSetup {
  if (!isAcquirerName(acquirer)) throw new Error(`There is no adapter for ${acquirer}`);
  return setups[acquirer];
}
