import { world } from './support/world.ts';

const { api, shop, authorized, pay, payment, move } = world();

const amount = (currency: string, exponent: number, value: number) => ({
  amount: { currency, exponent, value },
});

test('JPY and BHD at a EUR merchant, with balances computed by hand', async () => {
  const { key, merchant } = await shop();
  const yen = await authorized(merchant, 0, amount('JPY', 0, 10000));
  const dinar = await authorized(merchant, 0, amount('BHD', 3, 10000));

  // JPY 10000 at 182.85 a euro is EUR 54.689…, so 54.69; less 1.35 % (0.738 → 0.74) and 0.25.
  const captured = await move(key, yen, 'captures', 10000);
  expect(captured.body.transaction.trail).toMatchObject([
    { amount: 10000, balance: 5469 - 74 - 25, fee: { rate: 74, flat: 25 } },
  ]);
  // BHD 10.000; 0.376 a dollar, 1.1476 dollars a euro, so 0.4314976 a euro: EUR 23.175…, so 23.18;
  // less 1.35 % (0.3129 → 0.31) and 0.25.
  const second = await move(key, dinar, 'captures', 10000);
  expect(second.body.transaction.trail).toMatchObject([{ balance: 2318 - 31 - 25 }]);
  // Refunds go back at the gross: JPY 5000 is EUR 27.344…
  await move(key, yen, 'refunds', 5000);

  const { balance } = (await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;
  expect(balance).toBe(5370 + 2262 - 2734);
  const lines = (await api('GET', `/merchants/${merchant.id}/lines`, { key, query: { limit: 9 } })).body;
  expect(lines.map((line: { balance: number }) => line.balance)).toEqual([-2734, 2262, 5370]);
  expect(lines[1]).toMatchObject({
    amount: { currency: 'BHD', amount: 10000 },
    exchange: { from: 'BHD', to: 'EUR', date: '2026-03-13', perEuro: { from: '0.4314976', to: '1' } },
  });
});

test('bounds are told in the currency of the transaction', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 0, amount('BHD', 3, 12345));
  expect((await move(key, id, 'captures', 12346)).body).toEqual([
    { field: 'amount', message: 'Can capture at most BHD 12.345' },
  ]);
});

test('an amount finer than the currency is rounded up', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 0, amount('EUR', 4, 18501));
  expect((await api('GET', `/transactions/${id}`, { key })).body.transaction.amount).toBe(186);
});

test('a currency without a rate is declined at authorization', async () => {
  const { key, merchant } = await shop();
  const declined = await pay(await payment(merchant, amount('KPW', 2, 100)));
  expect([declined.status, declined.body.code]).toEqual([400, 'PAYMENT_REJECTED']);
  const first = await authorized(merchant);
  const again = await api('POST', `/merchants/${merchant.id}/transactions`, {
    key,
    body: { transactionId: first, currency: 'KPW', amount: 1 },
  });
  expect([again.status, again.body]).toMatchObject([400, [{ code: 1, text: 'Invalid currency' }]]);
  const unknown = await api('POST', `/merchants/${merchant.id}/transactions`, {
    key,
    body: { transactionId: first, currency: 'ZZZ', amount: 1 },
  });
  expect(unknown.body).toMatchObject([{ field: 'currency' }]);
});

test.each(['CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HUF', 'NOK', 'PLN', 'RON', 'SEK', 'USD'])(
  '%s funds a merchant',
  async (currency) => {
    const { key, merchant } = await shop({ currency });
    const id = await authorized(merchant, 100000);
    const { rate, flat } = merchant.pricing;
    const { transaction } = (await move(key, id, 'captures', 100000)).body;
    expect(flat.currency).toBe(currency);
    expect(transaction.trail[0].balance).toBe(100000 - rate * 100000 - flat.amount);
  },
);
