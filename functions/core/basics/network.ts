import { isIPv6 } from 'node:net';

/**
 * The network that an address belongs to, as one customer of a provider has it: an IPv4 address itself, or the first 56
 * bits of an IPv6 address: many providers give a line a /56, whose other bits the customer chooses.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = '', after = ''] = address.toLowerCase().split('::');
  const [start, end] = [before, after].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros: string[] = Array(Math.max(0, 8 - start.length - end.length)).fill('0');
  const groups = address.includes('::') ? [...start, ...zeros, ...end] : start;
  const [a = 0, b = 0, c = 0, d = 0] = groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}
