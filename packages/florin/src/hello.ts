import { addressOf } from './address.ts';
import { type HelloVerbs, helloTable } from './api.generated.ts';
import { basic } from './authentication.ts';
import { digest } from './digest.ts';
import type { Settings } from './options.ts';
import { sender } from './send.ts';
import { bind } from './verbs.ts';

export interface HelloSettings extends Settings {
  /** The address of the merchants' API, as the service is below its `/api`. */
  baseUrl: string;
  username: string;
  password: string;
  /** The default is `digest`. */
  scheme?: 'basic' | 'digest' | undefined;
}

/** Makes a client of the hello-world service. */
export function createHelloClient({
  baseUrl,
  username,
  password,
  scheme,
  ...settings
}: HelloSettings): HelloVerbs {
  const authentication = (scheme === 'basic' ? basic : digest)(username, password);
  const send = sender({ url: addressOf('baseUrl', baseUrl), authentication }, settings);
  return bind<{ hello: HelloVerbs }>(helloTable, send).hello;
}
