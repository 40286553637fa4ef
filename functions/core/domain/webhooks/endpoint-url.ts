import { isIP } from 'node:net';
import { isPublicAddress } from '#basics/address.ts';
import { webUrl } from '#basics/web-url.ts';

/**
 * The servers that an endpoint may name. `public` allows only servers on the Internet, by https. `any` also allows
 * servers on this machine, by http, as on a laptop.
 */
export type Reach = 'public' | 'any';

/**
 * Checks an endpoint's URL. It refuses addresses that deliveries could never reach. Each delivery resolves the host
 * and checks it again.
 */
export function webhookUrl(text: string, reach: Reach): URL | undefined {
  const url = webUrl(text);
  if (!url || reach === 'any') return url;
  const host = hostOf(url);
  if (url.protocol !== 'https:' || url.port !== '') return undefined;
  if (isIP(host) ? !isPublicAddress(host) : !isPublicName(host)) return undefined;
  return url;
}

/** The host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Top-level names that do not exist on the Internet: those reserved by RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC
 * 9476 and ICANN, and those that companies and homes use in their own networks.
 */
const privateNames = new Set([
  ...['alt', 'arpa', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'],
  ...[
    'corp',
    'home',
    'mail',
    'intra',
    'intranet',
    'lan',
    'localdomain',
    'priv',
    'private',
    'wan',
    'workgroup',
  ],
  ...['belkin', 'dhcp', 'gateway', 'localnet', 'modem', 'router', 'cluster', 'consul', 'docker', 'svc'],
]);

/** Whether a name can exist on the Internet: it has a dot, and its last part is not reserved for private networks. */
function isPublicName(host: string): boolean {
  const [, last] = /\.([a-z0-9-]*[a-z][a-z0-9-]*)\.?$/.exec(host) ?? [];
  return last !== undefined && !privateNames.has(last);
}
