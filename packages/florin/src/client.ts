import { addressOf } from './address.ts';
import { type MerchantApi, merchantTable } from './api.generated.ts';
import { basic } from './authentication.ts';
import type { Settings } from './options.ts';
import { sender } from './send.ts';
import { bind } from './verbs.ts';

export interface ClientSettings extends Settings {
  /** The address of the merchants' API: `BaseUrl` of the deployed stage. */
  baseUrl: string;
  /** The API key of an app. Leave it out only for `apps.create`. */
  key?: string | undefined;
}

/** The resources and verbs of the merchants' API. */
export type Client = MerchantApi;

/**
 * Makes a client of the merchants' API, for a merchant's server. Never use it in a browser: the API key reads
 * everything of the merchant, and moves its money.
 *
 * @throws TypeError for a wrong address, and for a `key` that is given without a value, like that of a missing variable
 */
export function createClient(options: ClientSettings): Client {
  const { baseUrl, key, ...settings } = options;
  if ('key' in options && !key)
    throw new TypeError('key is missing: it is the API key of your app. For `apps.create` leave `key` out');
  const url = addressOf('baseUrl', baseUrl);
  return bind<Client>(
    merchantTable,
    sender({ url, ...(key && { authentication: basic('', key) }) }, settings),
  );
}
