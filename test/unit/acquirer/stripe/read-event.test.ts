import { version } from '../../../../functions/core/acquirer/stripe/api/version.ts';
import type { readEvent } from '../../../../functions/core/acquirer/stripe/events/read-event.ts';
import { signatureOf, thinOf, Webhooks } from '../../../stripe/stand-in/webhooks.ts';

const secret = ['whsec', 'unit'].join('_');
const keyOf = (kind: 'sk' | 'rk', mode: 'live' | 'test') => [kind, mode, 'unit'].join('_');

/** Each test gets keys of its own, as the adapter keeps the keys that it has read. */
async function read(
  mode: 'live' | 'test',
  event: object,
  kind: 'sk' | 'rk' = 'sk',
  {
    signedBy = secret,
    credentials = JSON.stringify({ apiKey: keyOf(kind, mode), webhookSecrets: [secret] }),
  } = {},
) {
  let reading: Awaited<ReturnType<typeof readEvent>> | undefined;
  await jest.isolateModulesAsync(async () => {
    process.env.STRIPE_CREDENTIALS = credentials;
    const own = await import('../../../../functions/core/acquirer/stripe/events/read-event.ts');
    const body = JSON.stringify({
      type: 'payout.paid',
      id: 'evt_1',
      data: { object: { id: 'po_1' } },
      ...event,
    });
    const header = (name: string) =>
      name === 'stripe-signature' ? signatureOf(body, signedBy, Date.now()) : undefined;
    reading = await own.readEvent({ body, header });
  });
  return reading;
}

const done = { state: 'read', events: [{ type: 'payout.paid', reference: 'po_1' }] };

test.each([
  ['live', true, done],
  ['live', false, { state: 'other mode', type: 'payout.paid', live: false }],
  ['live', undefined, { state: 'other mode', type: 'payout.paid', live: false }],
  ['test', true, { state: 'other mode', type: 'payout.paid', live: true }],
  ['test', false, done],
  ['test', undefined, done],
] as const)(
  'with a key of %s mode, secret or restricted, an event whose livemode is %s is read accordingly',
  async (mode, livemode, reading) => {
    const event = { livemode, api_version: version };
    for (const kind of ['sk', 'rk'] as const) expect(await read(mode, event, kind)).toEqual(reading);
  },
);

test.each(['2025-09-30.clover', '2024-06-20', '2026-09-30.endive.preview', '2026-12-01.flora', 7])(
  'an event of API version %s is not read, and named',
  async (api_version) => {
    expect(await read('test', { api_version })).toEqual({
      ...{ state: 'other version', type: 'payout.paid', id: 'evt_1' },
      ...{ version: api_version, spoken: version },
    });
  },
);

test('a thin event is not read, and named, in the mode of the key', async () => {
  const webhooks = new Webhooks(Date.now);
  webhooks.emit('payout.failed', { id: 'po_1', object: 'payout' }, 'acct_1');
  const [event] = webhooks.events;
  if (!event) throw new Error('No event');
  const thin = { ...thinOf(event), data: undefined };
  expect(await read('test', thin)).toEqual({
    ...{ state: 'other version', type: 'v1.payout.failed', id: event.id },
    ...{ version: 'v2, thin', spoken: version },
  });
  expect(await read('live', thin)).toMatchObject({ state: 'other mode' });
});

test.each([version, '2026-03-25.dahlia', null, undefined])(
  'an event of API version %s is read',
  async (api_version) => {
    expect(await read('test', { api_version })).toEqual(done);
  },
);

test('an event of another sender is not read, and none on a stage without keys', async () => {
  const event = { api_version: version };
  expect(await read('test', event, 'sk', { signedBy: `${secret}_2` })).toMatchObject({ state: 'unsigned' });
  expect(await read('test', event, 'sk', { credentials: '' })).toEqual({ state: 'unconfigured' });
});
