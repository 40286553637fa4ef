import { addressOf } from './address.ts';
import { type CustomerApi, customerTable } from './api.generated.ts';
import type { Settings } from './options.ts';
import { sender } from './send.ts';
import { bind } from './verbs.ts';

export interface CustomerSettings extends Settings {
  /** The address of the checkout API: `PosUrl` of the deployed stage. */
  posUrl: string;
}

/** Makes a client of the checkout API, for browsers and apps. It needs no key. */
export function createCustomerClient({ posUrl, ...settings }: CustomerSettings): CustomerApi {
  const url = addressOf('posUrl', posUrl);
  return bind<CustomerApi>(customerTable, sender({ url, headers: { 'Accept-Version': '1' } }, settings));
}
