import { addressOf } from './address.ts';
import { type MerchantApi, merchantTable } from './api.generated.ts';
import { basic } from './authentication.ts';
import type { Settings } from './options.ts';
import { sender } from './send.ts';
import { bind } from './verbs.ts';

export interface ClientSettings extends Settings {
  /** The address of the merchants' API: `BaseUrl` of the deployed stage. */
  baseUrl: string;
  /** The API key of an app. Only `apps.create` works without. */
  key?: string | undefined;
}

/** The resources and verbs of the merchants' API. */
export type Client = MerchantApi;

/**
 * Makes a client of the merchants' API, for a merchant's server. Never use it in a browser: the API key reads
 * everything of the merchant, and moves its money.
 */
export function createClient({ baseUrl, key, ...settings }: ClientSettings): Client {
  const url = addressOf('baseUrl', baseUrl);
  return bind<Client>(
    merchantTable,
    sender({ url, ...(key && { authentication: basic('', key) }) }, settings),
  );
}
