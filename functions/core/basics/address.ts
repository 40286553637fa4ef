import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IANA reserves these addresses for special purposes (RFC 6890 and later). No merchant's server has one. */
const special = {
  ipv4: [
    '0.0.0.0/8', // this network
    '10.0.0.0/8', // private
    '100.64.0.0/10', // shared between a carrier and its customers
    '127.0.0.0/8', // loopback
    '168.63.129.16/32', // the host of virtual machines at Azure
    '169.254.0.0/16', // link-local, and the metadata of AWS's machines
    '172.16.0.0/12', // private
    '192.0.0.0/24', // protocols
    '192.0.2.0/24', // documentation
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24', // 6to4
    '192.168.0.0/16', // private
    '192.175.48.0/24',
    '198.18.0.0/15', // benchmarks
    '198.51.100.0/24', // documentation
    '203.0.113.0/24', // documentation
    '224.0.0.0/4', // multicast
    '240.0.0.0/4', // reserved, and broadcast
  ],
  ipv6: [
    '2001::/23', // protocols, Teredo among them
    '2001:db8::/32', // documentation
    '2002::/16', // 6to4: leads to an IPv4 address
    '2620:4f:8000::/48',
    '3fff::/20', // documentation
  ],
};

const refusedAddresses = new BlockList();
/**
 * The range of all public IPv6 addresses. Loopback, mapped IPv4, NAT64, private, link-local and multicast addresses
 * are outside.
 */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const type of ['ipv4', 'ipv6'] as const)
  for (const range of special[type]) {
    const [network = '', bits] = range.split('/');
    refusedAddresses.addSubnet(network, Number(bits), type);
  }

/** Whether a text is an IP address that can be reached on the Internet; false for any other text. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedAddresses.check(address, 'ipv4');
  // An address with a zone (`fe80::1%eth0`) has a meaning only on one machine.
  return (
    isIPv6(address) &&
    !address.includes('%') &&
    global.check(address, 'ipv6') &&
    !refusedAddresses.check(address, 'ipv6')
  );
}
