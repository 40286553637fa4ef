import { isPublicAddress } from '../../../functions/core/basics/address.ts';
import { type Reach, webhookUrl } from '../../../functions/core/domain/webhooks/endpoint-url.ts';

test.each([
  ['“this network”', '0.0.0.0', '0.1.2.3'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  ['carrier-shared', '100.64.0.1', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
  ['unspecified', '::'],
  ['link-local or AWS metadata', '169.254.169.254', '169.254.170.2', '169.254.170.23', 'fe80::1'],
  ['AWS metadata IPv6', 'fd00:ec2::254', 'fd00:ec2::23'],
  ['metadata of other clouds:', '168.63.129.16', '192.0.0.192', '100.100.100.200'],
  ['unique local', 'fc00::1', 'fdff:ffff::1'],
  ['site-local', 'fec0::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['benchmark', '198.18.0.1', '198.19.255.255', '2001:2::1'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  ['reserved or broadcast', '240.0.0.1', '255.255.255.255'],
  ['mapped IPv4', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::ffff:93.184.215.14'],
  ['translated IPv4', '::ffff:0:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a9fe:a9fe'],
  ['of a service for all networks:', '192.31.196.1', '192.52.193.1', '192.175.48.1', '2620:4f:8000::1'],
  ['6to4 relay', '192.88.99.1'],
  ['tunnel', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2001::1', '2001:0:7f00:1::'],
  ['segment routing', '5f00::1'],
  ['zoned', 'fe80::1%eth0', '2606:4700::1111%eth0'],
  ['malformed', '', 'localhost', '127.1', '0x7f.1', '2130706433', '1.2.3.4.5', '1.2.3.4 ', '[::1]'],
])('%s addresses are not public', (_, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test.each([
  '1.1.1.1',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '169.253.255.255',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:400f:80c::200e',
])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

/** The parser of URLs accepts every notation of an address. The check applies to the address that results. */
test.each([
  'http://shop.example/',
  'ftp://shop.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[fd00:ec2::254]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://shop.localhost/',
  'https://db/',
  'https://db.internal/',
  'https://ip-10-0-0-1.ec2.internal/',
  'https://printer.local/',
  'https://router.home.arpa/',
  'https://shop.test/',
  'https://shop.example:8443/',
  'https://shop.example:22/',
  'https://shop.example:0/',
  'https://ann@shop.example/',
  'https://ann:secret@shop.example/',
  'https://:secret@shop.example/',
  'https://',
  'https:///',
  'shop.example',
  '',
])('%s is refused as the URL of an endpoint', (url) => {
  expect(webhookUrl(url, 'public')).toBeUndefined();
});

test.each([
  'https://shop.example/',
  'https://shop.example:443/hooks?shop=1',
  'https://SHOP.example',
  'https://bücher.example/',
  'https://1.1.1.1/',
  'https://[2606:4700:4700::1111]/',
])('%s is accepted as the URL of an endpoint', (url) => {
  expect(webhookUrl(url, 'public')?.protocol).toBe('https:');
});

test('on a laptop, the URL of an endpoint may have a local host', () => {
  const reach: Reach = 'any';
  expect(webhookUrl('http://127.0.0.1:8080/hooks', reach)?.port).toBe('8080');
  expect(webhookUrl('http://localhost/hooks', reach)?.hostname).toBe('localhost');
  expect(webhookUrl('ftp://localhost/hooks', reach)).toBeUndefined();
  expect(webhookUrl('http://ann:secret@localhost/', reach)).toBeUndefined();
});
