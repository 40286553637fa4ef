import { send } from '../support/http.ts';
import { merchantInput, world } from '../support/world.ts';

const { api, shop } = world();

const deceiving = 'https://shop.example@evil.example/';
const message = expect.stringMatching(/^Must have no user name or password before the host/);

test.each(['website', 'terms', 'privacy'])(
  'an app cannot create a merchant with a user name in the URL %s',
  async (field) => {
    const { key } = await shop();
    const body = { ...merchantInput, [field]: deceiving };
    const { status, body: faults } = await api('POST', '/merchants', { key, body });
    expect([status, faults]).toEqual([400, [{ field, message }]]);
  },
);

test.each(['terms', 'privacy'])(
  'an app cannot change the %s of a merchant to a URL with a user name',
  async (field) => {
    const { key, merchant } = await shop();
    const changed = await api('PUT', `/merchants/${merchant.id}`, { key, body: { [field]: deceiving } });
    expect([changed.status, changed.body]).toEqual([400, [{ field, message }]]);
  },
);

test.each(['redirect', 'cancel'])(
  'a payment link and the payment page refuse a user name in the URL %s',
  async (field) => {
    const { key, merchant } = await shop();
    const body = { amount: 100, currency: 'EUR', [field]: deceiving };
    const made = await api('POST', `/merchants/${merchant.id}/links`, { key, body });
    expect([made.status, made.body]).toEqual([400, [{ field, message }]]);
    const query = { key: merchant.key, test: 1, currency: 'EUR', value: '1.00', [field]: deceiving };
    const page = await send(`${process.env.FLORIN_POS_URL}/`, 'GET', { query });
    expect(page.status).toBe(400);
    expect(page.text).toContain('Must have no user name or password before the host');
  },
);

test('an endpoint refuses a URL with a user name', async () => {
  const { key, merchant } = await shop();
  const body = { url: deceiving };
  const made = await api('POST', `/merchants/${merchant.id}/webhooks`, { key, body });
  expect([made.status, made.body[0].field]).toEqual([400, 'url']);
});
