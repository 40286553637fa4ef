import { classifyRefusal } from '../../functions/core/acquirer/stripe/api/classify-refusal.ts';
import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { authorize, card, findAuthorization, movement, order } from './orders.ts';
import { authorizePayment, requireApproval, standIn, useStandIn } from './use-stand-in.ts';

const create = 'POST /v1/payment_intents';
const confirm = /^POST .*\/confirm$/;

useStandIn();

describe('a rejection because of Florin’s key or account', () => {
  const ours: [string, () => void][] = [
    ['a revoked key', () => standIn.fail({ how: 'denied', times: 9 })],
    ['a key without the right', () => standIn.fail({ how: 'forbidden', times: 9 })],
    [
      'a restricted key that cannot make payments',
      () => {
        standIn.rights = ['payment_method_write', 'payment_intent_read'];
      },
    ],
    [
      'an account that takes no payments',
      () => {
        standIn.settings().chargesEnabled = false;
      },
    ],
  ];
  test.each(ours)('%s declines no payment', async (_, happens) => {
    happens();
    expect(await authorize(order(), card())).toMatchObject({ state: 'forbidden' });
    expect(standIn.books().intents).toEqual([]);
  });

  test.each(['capture', 'refund', 'void', 'increment'] as const)(
    'a revoked key declines no %s',
    async (kind) => {
      standIn.settings().increments = true;
      const payment = await authorizePayment({ increments: true });
      if (kind === 'refund')
        requireApproval(await stripe.move(movement('capture', payment, 1000, { final: true })));
      standIn.fail({ how: 'denied', times: 9 });
      const asked = movement(kind, payment, 1000, { final: true, untouched: true, total: 2000 });
      expect(await stripe.move(asked)).toMatchObject({ state: 'forbidden' });
    },
  );

  test('a refusal because of the payment is a decline, and one because of the request or account is forbidden', () => {
    const refused = { state: 'refused', request: null, status: 400 } as const;
    const type = 'invalid_request_error';
    for (const error of [
      { type, param: 'amount' },
      { type, code: 'resource_missing', param: 'payment_method' },
      { type, code: 'charge_disputed' },
      { type, code: 'email_invalid', param: 'billing_details[email]' },
    ])
      expect(classifyRefusal({ ...refused, error })).toMatchObject({ state: 'declined' });
    for (const error of [
      { type },
      { type, code: 'parameter_unknown', param: 'payment_method_types' },
      { type, code: 'parameter_unknown', param: 'amount' },
      { type, code: 'payment_method_types_no_longer_supported' },
      { type, code: 'account_invalid' },
      { type, code: 'testmode_charges_only' },
      { type, code: 'resource_missing', param: 'intent' },
    ])
      expect(classifyRefusal({ ...refused, error })).toMatchObject({ state: 'forbidden' });
  });
});

describe('failures of the acquirer', () => {
  test.each(['reset', 'throttled', 'locked', 'lost'] as const)(
    'the adapter retries after one %s',
    async (how) => {
      for (const call of ['POST /v1/payment_methods', create, confirm]) {
        standIn.fail({ how, of: call });
        requireApproval(await authorize(order(), card()));
      }
      expect(standIn.books().authorized).toEqual({ EUR: 3000 });
      expect(standIn.books().intents).toHaveLength(3);
    },
  );

  test.each(['POST /v1/payment_methods', 'POST /v1/customers', 'POST /v1/tokens', create] as const)(
    'a failure that the acquirer stored under the key of %s does not block the payment',
    async (of) => {
      const by = card(undefined, { keep: true });
      const { credential: saved } = requireApproval(await authorize(order(), by));
      if (!saved) throw new Error('It was not kept');
      const instrument = of === 'POST /v1/tokens' ? { ...by, card: undefined, saved, code: '123' } : by;
      standIn.fail({ how: '500', of });
      requireApproval(await authorize(order(), instrument));
      standIn.fail({ how: '500', of, times: 3 });
      const made = order();
      expect((await authorize(made, instrument)).state).toBe('unknown');
      requireApproval(await authorize(made, instrument));
      expect(standIn.books().authorized).toEqual({ EUR: 3000 });
    },
  );

  test('a failure that the acquirer stored under the key of a confirmation does not block a repeat', async () => {
    const made = order();
    standIn.fail({ how: '500', of: confirm });
    expect((await authorize(made, card())).state).toBe('unknown');
    expect(standIn.seen.filter(({ path }) => path.endsWith('/confirm'))).toHaveLength(1);
    requireApproval(await authorize(made, card()));
    expect(standIn.books().authorized).toEqual({ EUR: 1000 });
  });

  test.each([
    ['reset', 0],
    ['lost', 1],
    ['500', 0],
    ['500-after', 1],
  ] as const)('a lasting %s is unknown at first, and is resolved later', async (how, made) => {
    const end = standIn.fail({ how, of: confirm, times: 9 });
    const wanted = order();
    expect(await authorize(wanted, card())).toMatchObject({ state: 'unknown' });
    end();
    const found = await findAuthorization(wanted);
    expect(found.state).toBe(made ? 'approved' : 'absent');
    requireApproval(await authorize(wanted, card()));
    expect(standIn.books()).toMatchObject({ authorized: { EUR: 1000 }, intents: { length: 1 } });
  });

  test.each([
    ['capture', 'lost'],
    ['capture', '500-after'],
    ['refund', 'lost'],
    ['refund', '500-after'],
  ] as const)('a %s whose answer is %s is found', async (kind, how) => {
    const payment = await authorizePayment();
    requireApproval(await stripe.move(movement('capture', payment, 500)));
    standIn.fail({ how, of: /^POST .*(capture|refunds)$/, times: 3 });
    const wanted = movement(kind, payment, 200);
    expect((await stripe.move(wanted)).state).toBe('unknown');
    expect((await stripe.find(wanted)).state).toBe('approved');
  });

  test('a repeat uses another key once the first request is known to have had no effect', async () => {
    const payment = await authorizePayment();
    standIn.fail({ how: '500', of: /capture$/ });
    const wanted = movement('capture', payment, 500);
    expect((await stripe.move(wanted)).state).toBe('unknown');
    expect((await stripe.move(wanted)).state).toBe('unknown');
    expect(await stripe.find(wanted)).toEqual({ state: 'absent' });
    requireApproval(await stripe.move({ ...wanted, attempts: 1 }));
    expect(standIn.books().captured).toEqual({ EUR: 500 });
  });

  test('an acquirer that refuses connections or does not answer makes the outcome unknown, in time', async () => {
    await standIn.down();
    expect(await authorize(order(), card())).toEqual({ state: 'unknown', cause: 'ECONNREFUSED' });
    await standIn.up();
    const started = Date.now();
    standIn.fail({ how: 'hang', of: 'POST /v1/payment_methods' });
    expect(await authorize(order(), card())).toEqual({ state: 'unknown', cause: 'TIMEOUT' });
    expect(Date.now() - started).toBeLessThan(6_500);
  });

  test('a rejected API key does not resolve a capture whose answer was lost', async () => {
    const payment = await authorizePayment();
    const capture = movement('capture', payment, 500);
    standIn.fail({ how: 'lost', of: /capture$/, times: 3 });
    await stripe.move(capture);
    standIn.fail({ how: 'denied', times: 99 });
    // This request had no effect. An earlier request of the same caller may have had one.
    expect((await stripe.move(capture)).state).toBe('forbidden');
    expect((await stripe.find(capture)).state).toBe('unknown');
    expect(await authorize(order(), card())).toMatchObject({ state: 'forbidden' });
  });

  test('a different request with the same idempotency key is unknown', async () => {
    const made = order();
    requireApproval(await authorize(made, card()));
    const another = { ...made, descriptor: 'Another' };
    const other = await stripe.authorize(another, card(), async (reference) => reference);
    expect(other.state).toBe('unknown');
    expect(standIn.books().intents).toHaveLength(1);
  });

  test('the log contains no card number and no API key', async () => {
    const written = jest.mocked(process.stdout.write);
    for (const how of ['500', 'denied', 'reset', 'hang-after'] as const) {
      standIn.fail({ how, of: /payment_(methods|intents)$/, times: 9 })();
      standIn.fail({ how, of: /payment_(methods|intents)$/, times: 3 });
      await authorize(order(), card());
    }
    const lines = written.mock.calls.map(([line]) => String(line)).join('');
    expect(lines).toContain('payment_methods');
    expect(lines).not.toMatch(/4242424242424242|sk_test|Bearer/);
  });
});

test('the adapter sends no further request after a decline', async () => {
  const outcome = await authorize(order(), card('4000000000000002'));
  expect(outcome).toMatchObject({ state: 'declined' });
  expect(standIn.seen.map(({ path }) => path.replace(/pi_\w+/, 'pi')).sort()).toEqual([
    '/v1/payment_intents',
    '/v1/payment_intents/pi/confirm',
    '/v1/payment_methods',
  ]);
});
