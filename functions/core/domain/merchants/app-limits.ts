import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Id } from '../id.ts';
import type { Fault } from '../outcome.ts';
import { type AppRole, mayLimitedApp } from './roles.ts';

/** The limits of an app at a merchant. An app without limits has complete access. */
export interface AppLimits {
  role?: AppRole | undefined;
  /** The app refunds and voids only in these currencies, and only up to their caps. Absent for an app without caps. */
  refundCaps?: readonly RefundCap[] | undefined;
  /** The end of the access, ISO 8601 in UTC. DynamoDB deletes an item at its `expires`, and this one stays. */
  expiresAt?: string | undefined;
  /** The networks that requests may come from, `192.0.2.0/24` or `2001:db8::/32`. */
  networks?: readonly string[] | undefined;
  /** The app whose count of a day's refunds this one shares, because it has taken the other's place. */
  countsWith?: Id | undefined;
}

/** In minor units of the currency. */
export interface RefundCap {
  currency: string;
  /** The most that one payment returns in all. So several small refunds return no more than a large one. */
  each?: number;
  /** The most that the app returns on a day of the merchant's calendar. */
  day?: number;
}

/** The limits of an app at one merchant, as its request has found them. */
export interface FoundLimits extends AppLimits {
  merchantId: Id;
  /** Names this version of the limits. Each change makes a new one. */
  revision: Id;
}

export const isLimited = ({ role = 'owner', refundCaps, expiresAt, networks }: AppLimits): boolean =>
  role !== 'owner' || refundCaps !== undefined || expiresAt !== undefined || networks !== undefined;

/** Says why an app may not make its request now; undefined if it may. */
export function refusalOf(
  { role = 'owner', expiresAt, networks }: AppLimits,
  { route = '', address = '' }: { route?: string; address?: string },
  now: number,
): string | undefined {
  if (networks && !isWithin(address, networks)) return `This key may not be used from ${address}`;
  if (expiresAt !== undefined && !(now < Date.parse(expiresAt)))
    return `The access of this key to the merchant ended at ${expiresAt}`;
  return mayLimitedApp(role, route) ? undefined : 'The role of this key does not allow this';
}

/** Whether an address is in one of the networks. A network of IPv4 also contains its addresses in the notation of IPv6. */
function isWithin(address: string, networks: readonly string[]): boolean {
  const family = familyOf(address);
  if (!family) return false;
  const list = new BlockList();
  for (const { network, bits } of networks.map(partsOf)) {
    const ofNetwork = familyOf(network);
    if (ofNetwork) list.addSubnet(network, bits, ofNetwork);
  }
  return list.check(address, family);
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined =>
  isIP(address) === 0 ? undefined : isIPv6(address) ? 'ipv6' : 'ipv4';

/** The parts of a network. An address alone is a network of one address. */
function partsOf(text: string): { network: string; bits: number } {
  const [network = '', bits, ...more] = text.split('/');
  const most = isIPv6(network) ? 128 : 32;
  if (bits === undefined) return { network, bits: most };
  const isNumber = /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= most && more.length === 0;
  return { network, bits: isNumber ? Number(bits) : Number.NaN };
}

/** `%` names an interface of the own machine, which no request from elsewhere has. */
const isNetwork = (text: string): boolean => {
  const { network, bits } = partsOf(text);
  return familyOf(network) !== undefined && !network.includes('%') && !Number.isNaN(bits);
};

/** Limits as a request states them. */
export interface LimitsInput extends Pick<AppLimits, 'role' | 'refundCaps' | 'networks'> {
  expires?: string | undefined;
}

export const limitsOf = ({ role, refundCaps, expires, networks }: LimitsInput): AppLimits => ({
  role,
  refundCaps,
  expiresAt: expires && new Date(expires).toISOString(),
  networks,
});

/** The rules of limits beyond their schema. A rule gets undefined in place of a value that the schema refuses. */
export function limitFaults({ refundCaps = [], expires, networks = [] }: LimitsInput): Fault[] {
  const currencies = refundCaps.map((cap) => cap?.currency);
  return [
    ...refundCaps.flatMap((cap, n): Fault[] => {
      if (cap && cap.each === undefined && cap.day === undefined)
        return [{ field: `refundCaps.${n}`, message: 'Must have `each`, `day` or both' }];
      const isTwice = cap?.currency !== undefined && currencies.indexOf(cap.currency) < n;
      return isTwice ? [{ field: `refundCaps.${n}.currency`, message: 'Has a cap already' }] : [];
    }),
    ...(expires !== undefined && !(Date.parse(expires) > Date.now())
      ? [{ field: 'expires', message: 'Must be in the future' }]
      : []),
    ...networks.flatMap((network, n) =>
      network === undefined || isNetwork(network)
        ? []
        : [
            {
              field: `networks.${n}`,
              message:
                'Must be a network or an address, for example 192.0.2.0/24, 192.0.2.7 or 2001:db8::/32',
            },
          ],
    ),
  ];
}

/** A request for a key that may take the place of another one. */
interface Replacing extends LimitsInput {
  replaces?: string | undefined;
  until?: string | undefined;
}

/** The rules of a key that takes the place of another one: it has the limits of the other, of which only the end may differ. */
export function replacingFaults({ replaces, until, ...limits }: Replacing): Fault[] {
  if (replaces === undefined)
    return until === undefined
      ? []
      : [{ field: 'until', message: 'Needs `replaces`, the app whose key ends' }];
  const named = (['role', 'refundCaps', 'networks'] as const).filter((name) => limits[name] !== undefined);
  return [
    ...named.map((field) => ({ field, message: 'The new key has the limits of the app that it replaces' })),
    ...(until !== undefined && Date.parse(until) > Date.now()
      ? []
      : [{ field: 'until', message: 'Must be a time in the future: the old key works until then' }]),
  ];
}
