import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '#basics/address.ts';
import { hostOf, type Reach } from '#domain/webhooks/endpoint-url.ts';

export interface Address {
  address: string;
  family: 4 | 6;
}

/** Thrown for a host that Florin must not or cannot send to. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor(readonly code: 'ADDRESS_NOT_PUBLIC' | 'HOST_NOT_FOUND') {
    super(code);
  }
}

type Lookup = (host: string, reach: Reach) => Promise<{ address: string; family: number }[]>;

/**
 * The timeout is in milliseconds. Florin queries name servers directly: in the system's resolver, slow name servers
 * would block the four threads that Node.js has for it.
 */
const resolver = new Resolver({ timeout: 1500, tries: 2 });

/**
 * Lists IPv4 addresses first, as functions have no route to IPv6. On a laptop, names of the machine itself, such as
 * `localhost`, resolve too.
 */
const everyAddress: Lookup = async (host, reach) => {
  if (reach === 'any') return lookup(host, { all: true, order: 'ipv4first' });
  const [ipv4, ipv6] = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ]);
  return [
    ...ipv4.map((address) => ({ address, family: 4 })),
    ...ipv6.map((address) => ({ address, family: 6 })),
  ];
};

/**
 * Looks up and checks the address to connect to. If one of several addresses is forbidden, the whole host is refused:
 * otherwise, its owner could repeat attempts until Florin chooses the forbidden address. The caller must connect to the
 * returned address and not look up the name again, as the name may have another address by then.
 *
 * @throws Unreachable
 */
export async function resolveHost(url: URL, reach: Reach, find: Lookup = everyAddress): Promise<Address> {
  const host = hostOf(url);
  const literal = isIP(host);
  const found = literal ? [{ address: host, family: literal }] : await find(host, reach).catch(() => []);
  const [first] = found;
  if (!first) throw new Unreachable('HOST_NOT_FOUND');
  if (reach === 'public' && !found.every(({ address }) => isPublicAddress(address)))
    throw new Unreachable('ADDRESS_NOT_PUBLIC');
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}
