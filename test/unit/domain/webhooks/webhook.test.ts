import { firstIdOf } from '../../../../functions/core/domain/id.ts';
import { webhookUrl } from '../../../../functions/core/domain/webhooks/endpoint-url.ts';
import {
  existedAt,
  listensTo,
  storedEventTypes,
  type Webhook,
  webhookFaults,
} from '../../../../functions/core/domain/webhooks/webhook.ts';
import { eventTypes } from '../../../../schemas/event-types.ts';

const made = (time: string) => firstIdOf(`2026-11-22T${time}Z`);
const at = (time: string) => Date.parse(`2026-11-22T${time}Z`);

test.each([
  ['10:00:30.000', '10:00:29.000', true, 'clocks may differ by a second'],
  ['10:00:30.000', '10:00:25.000', true, 'clocks may differ by five seconds'],
  ['10:00:30.000', '10:00:24.000', false, 'the endpoint was made later'],
  // DynamoDB may round the time of a record down to the minute, so this record can be from 10:00:45.
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

test('an endpoint gets the events of its types, and test events; a disabled one gets none', () => {
  const all = { id: made('10:00:00.000') } as Webhook;
  const some: Webhook = { ...all, events: ['dispute.opened', 'dispute.won'] };
  const disabled = { at: '2026-11-22T10:00:00.000Z', by: 'merchant' } as const;
  for (const type of ['dispute.won', 'dispute.lost', 'webhook.tested'] as const) {
    expect(listensTo(all, type)).toBe(true);
    expect(listensTo(some, type)).toBe(type !== 'dispute.lost');
    expect(listensTo({ ...all, disabled }, type)).toBe(false);
    expect(listensTo({ ...some, disabled }, type)).toBe(false);
  }
});

test('a list of all event types stands for all, also for later ones', () => {
  const own = eventTypes.filter((type) => type !== 'webhook.tested');
  expect([
    storedEventTypes(undefined),
    storedEventTypes([...eventTypes]),
    storedEventTypes([...own].reverse()),
  ]).toEqual([...[undefined, undefined, undefined]]);
  expect(storedEventTypes(own.slice(1))).toEqual(own.slice(1));
});

test.each([
  ['https://shop.example.com/', true],
  ['https://shop.example.com:443/hooks?a=1', true],
  ['https://shop.example.com./', true],
  ['https://1.1.1.1/', true],
  ['https://[2606:4700::1111]/', true],
  ['http://shop.example.com/', false],
  ['http://shop.example.com:443/', false],
  ['https://shop.example.com:8443/', false],
  ['https://10.0.0.1/', false],
  ['https://[::1]/', false],
  ['https://shop/', false],
  ['https://ann:secret@shop.example.com/', false],
])('%s as a public endpoint: %s', (url, isAllowed) => {
  expect(webhookUrl(url, 'public') !== undefined).toBe(isAllowed);
});

test('the errors of an endpoint name its URL, and event types that come twice', () => {
  const fieldsOf = (settings: Parameters<ReturnType<typeof webhookFaults>>[0]) =>
    webhookFaults('public')(settings).map(({ field }) => field);
  const types = ['dispute.opened', 'dispute.won'];
  expect(fieldsOf({})).toEqual([]);
  expect(fieldsOf({ url: 'https://shop.example.com/', events: types })).toEqual([]);
  expect(fieldsOf({ url: 'https://10.0.0.1/' })).toEqual(['url']);
  expect(fieldsOf({ url: 'x', events: [...types, 'dispute.opened'] })).toEqual(['url', 'events']);
});
