import { firstIdOf } from '../../../../functions/core/domain/id.ts';
import { webhookUrl } from '../../../../functions/core/domain/webhooks/endpoint-url.ts';
import { existedAt } from '../../../../functions/core/domain/webhooks/webhook.ts';

const made = (time: string) => firstIdOf(`2026-11-22T${time}Z`);
const at = (time: string) => Date.parse(`2026-11-22T${time}Z`);

test.each([
  ['10:00:30.000', '10:00:29.000', true, 'clocks may differ by a second'],
  ['10:00:30.000', '10:00:24.000', false, 'the endpoint was made later'],
  // DynamoDB may give only the minute, so the record can be from 10:00:45.
  ['10:00:40.000', '10:00:00.000', true, 'the record’s time may be rounded down to the minute'],
  ['10:01:06.000', '10:00:00.000', false, 'the endpoint was made in a later minute'],
])(
  'an endpoint made at %s gets the event of a record at %s: %s, because %s',
  (endpoint, record, expected) => {
    expect(existedAt(made(endpoint), at(record))).toBe(expected);
  },
);

test('every endpoint gets the event of a record without a time', () => {
  expect(existedAt(made('10:00:00.000'), 0)).toBe(true);
});

test.each([
  ...['alt', 'home.arpa', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'],
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
])('a host under .%s is refused as a public endpoint, and accepted on a laptop', (name) => {
  for (const host of [`shop.${name}`, `a.shop.${name}.`, `SHOP.${name.toUpperCase()}`, name])
    expect(webhookUrl(`https://${host}/`, 'public')).toBeUndefined();
  expect(webhookUrl(`https://${name}.example.com/`, 'public')).toBeDefined();
  expect(webhookUrl(`http://shop.${name}:8080/`, 'any')).toBeDefined();
});
