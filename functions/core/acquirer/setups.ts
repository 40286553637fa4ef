import type { AcquirerAccount } from '#domain/operation.ts';
import type { AcquirerSetup } from './setup.ts';
import { stripeSetup } from './stripe/setup.ts';

const setups: Record<string, AcquirerSetup> = { stripe: stripeSetup };

export function setupOf({ acquirer }: AcquirerAccount): AcquirerSetup {
  const setup = setups[acquirer];
  if (!setup) throw new Error(`There is no adapter for ${acquirer}`);
  return setup;
}
