import { makeClock } from './support/clock.ts';
import { send } from './support/http.ts';
import { ownLive } from './support/live.ts';

const clock = makeClock();
const live = ownLive({ now: clock.now, env: { ...clock.env, FLORIN_TRIGGERS: 'off' } });

const capture = /^POST \/v1\/payment_intents\/\w+\/capture$/;
const minutes = (count: number) => clock.moveTo(clock.now() + count * 60_000);

/** Creates a till code of a shop whose payments are captured with their authorization. */
async function scene() {
  const { api, pos } = live.here;
  const shop = await live.shop();
  const { key, merchant } = shop;
  await api('PUT', `/merchants/${merchant.id}`, { key, body: { capture: true } });
  const amount = { currency: 'EUR', exponent: 2, value: 10000 };
  const asked = { integration: { key: merchant.key }, amount };
  const { code, watch } = (await pos('/payments/codes', asked)).body;
  const url = `${live.florin.posUrl}/payments/codes/${watch}`;
  return {
    ...shop,
    code,
    look: async () => {
      const { status, body } = await send(url, 'GET', { headers: { 'accept-version': '1' } });
      return status === 200 ? body.state : status;
    },
    open: () => send(`${live.florin.posUrl}/l/${code}`, 'GET', {}),
    pay: async () => live.here.pay(await live.order(merchant, { linkId: code })),
    only: async () => (await api('GET', `/merchants/${merchant.id}/transactions?limit=5`, { key })).body,
  };
}

test('a till code waits for 15 minutes, then expires, and returns 404 after one hour', async () => {
  const { look, open, pay } = await scene();
  await minutes(14);
  expect(await look()).toBe('waiting');
  await minutes(2);
  expect(await look()).toBe('expired');
  const page = await open();
  expect(page.status).toBe(410);
  expect(page.text).toContain('This payment link has expired');
  const late = await pay();
  expect([late.status, late.body.code]).toEqual([400, 'PAYMENT_INTEGRATION_DISABLED']);
  await minutes(50);
  expect([await look(), (await open()).status]).toEqual([404, 404]);
});

test('a paid till code answers paid for the rest of its hour, and each response costs one read unit', async () => {
  const { look, pay } = await scene();
  expect((await pay()).status).toBe(201);
  await minutes(50);
  live.proxy.reset();
  expect(await look()).toBe('paid');
  expect(live.proxy.units()).toEqual({ read: 1, write: 0 });
});

test('a till code waits again after its capture is declined, and can then be paid once', async () => {
  const { key, merchant, account, look, pay } = await scene();
  const end = live.stripe.fail({ how: 'declined', of: capture, times: 50 });
  expect((await pay()).status).toBe(400);
  end();
  await live.finishOperations();
  expect(await look()).toBe('waiting');
  expect((await pay()).status).toBe(201);
  expect(await look()).toBe('paid');
  expect((await pay()).status).toBe(400);
  await live.expectSameBooks({ key, merchant, account });
});

test('a till code is not paid while the capture of its payment is unknown, until half a minute has passed', async () => {
  const { look, pay } = await scene();
  const end = live.stripe.fail({ how: 'reset', of: capture, times: 50 });
  const begun = clock.now();
  expect((await pay()).status).toBe(201);
  end();
  await clock.moveTo(begun + 15_000);
  expect(await look()).toBe('waiting');
  await minutes(1);
  expect(await look()).toBe('paid');
});

test('a worker writes a payment whose answers were lost, and the till code becomes paid', async () => {
  const { key, merchant, account, code, look, pay, only } = await scene();
  const end = live.stripe.fail({ how: 'lost', of: /\/confirm$/, times: 50 });
  const endReads = live.stripe.fail({ how: 'reset', of: /^GET /, times: 50 });
  expect((await pay()).status).toBe(504);
  expect(await look()).toBe('waiting');
  end();
  endReads();
  for (const count of [2, 4, 8]) {
    await minutes(count);
    await live.finishOperations();
  }
  expect(await look()).toBe('paid');
  const [{ linkId }] = await only();
  const { link } = (await live.here.api('GET', `/links/${linkId}`, { key })).body;
  expect(link).toMatchObject({ paid: 1, status: 'used' });
  expect(JSON.stringify(link)).not.toContain(code);
  await live.expectSameBooks({ key, merchant, account });
});
