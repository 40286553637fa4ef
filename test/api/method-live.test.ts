import { byMethod } from './support/by-method.ts';
import { connectWithAcquirer } from './support/connect.ts';
import { ownLive } from './support/live.ts';

const live = ownLive();

test('a live merchant offers what its account has, and keeps the setting when the account loses a method', async () => {
  const { api, pos } = live.here;
  const { key, merchant, account } = await live.shop();
  const change = (methods: string[]) => api('PUT', `/merchants/${merchant.id}`, { key, body: { methods } });
  const shown = async () => {
    const { methods, availableMethods } = (await api('GET', `/merchants/${merchant.id}`, { key })).body
      .merchant;
    return [methods, availableMethods.map(({ type }: { type: string }) => type)];
  };
  const has = async (...types: string[]) => {
    const methods = Object.fromEntries(types.map((type) => [type, 'active' as const]));
    Object.assign(live.stripe.settings(account), { methods });
    await connectWithAcquirer(merchant.id, live.florin.aws);
  };
  const begin = async () => {
    const { test: _, ...order } = byMethod(live.here).order(merchant, 'mobilepay');
    return (await pos('/payments', order)).body;
  };

  await has();
  expect((await change(['mobilepay'])).body).toMatchObject([
    { message: "Must be empty: the merchant's account has no methods; got mobilepay" },
  ]);
  await has('mobilepay', 'twint');
  expect((await change(['mobilepay', 'twint', 'blik'])).body).toMatchObject([
    { message: "Must be among the methods of the merchant's account: mobilepay, twint; got blik" },
  ]);
  expect((await change(['mobilepay', 'twint'])).status).toBe(204);
  expect((await begin()).challenges).toMatchObject([{ name: 'begin' }]);

  await has('twint');
  expect(await shown()).toEqual([['mobilepay', 'twint'], ['twint']]);
  expect((await begin()).message).toBe(
    'method.type: The merchant offers no method but cards for this amount: send `card`',
  );
  // The setting can be sent as it is, and what was taken out does not come back.
  expect((await change(['twint', 'mobilepay'])).status).toBe(204);
  expect((await change(['twint'])).status).toBe(204);
  expect((await change(['twint', 'mobilepay'])).status).toBe(400);
});
