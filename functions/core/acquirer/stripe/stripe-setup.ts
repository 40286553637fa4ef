import type { AcquirerSetup } from '../setup.ts';
import { validateAccount } from './account.ts';
import { missingRights } from './rights.ts';
import { version } from './version.ts';
import { receiveEvents } from './webhook-endpoint.ts';

export const stripeSetup: AcquirerSetup = {
  apiVersion: version,
  validateAccount,
  missingRights,
  receiveEvents,
};
