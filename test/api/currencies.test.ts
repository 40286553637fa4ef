import { world } from './support/world.ts';

const { api, shop, authorized, pay, payment, move } = world();

const amount = (currency: string, exponent: number, value: number) => ({
  amount: { currency, exponent, value },
});

test('a EUR merchant captures JPY and BHD: its balances equal those computed by hand', async () => {
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
  // A refund takes the gross amount, without the fee: JPY 5000 is EUR 27.344…
  await move(key, yen, 'refunds', 5000);

  const { balance } = (await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;
  expect(balance).toBe(5370 + 2262 - 2734);
  const lines = (await api('GET', `/merchants/${merchant.id}/lines`, { key, query: { limit: 9 } })).body;
  expect(lines.map((line: { balance: number }) => line.balance)).toEqual([-2734, 2262, 5370]);
  expect(lines[1]).toMatchObject({
    amount: { currency: 'BHD', amount: 10000 },
    exchange: { from: 'BHD', to: 'EUR', date: '2026-03-13', perEuro: { from: '0.4314976', to: '1' } },
  });
  // In double entry, the merchant is owed its own currency, and the customers have paid theirs.
  const posted = await api('GET', `/merchants/${merchant.id}/postings`, { key, query: { limit: 9 } });
  expect(posted.body[1].postings).toEqual([
    { account: 'merchant:payable', currency: 'EUR', amount: 2262 },
    { account: 'fees:processing', currency: 'EUR', amount: 56 },
    { account: 'acquirer:receivable', currency: 'BHD', amount: -10000 },
    { account: 'exchange', currency: 'BHD', amount: 10000 },
    { account: 'exchange', currency: 'EUR', amount: -2318 },
  ]);
});

test('the error for a capture above the authorized amount names that amount in the transaction’s currency', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 0, amount('BHD', 3, 12345));
  expect((await move(key, id, 'captures', 12346)).body).toEqual([
    { field: 'amount', message: expect.stringContaining('BHD 12.345') },
  ]);
});

test('an amount with more decimals than its currency has is rounded up', async () => {
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
  'a merchant with %s as its currency receives a capture less the fees in that currency',
  async (currency) => {
    const { key, merchant } = await shop({ currency });
    const id = await authorized(merchant, 100000);
    const { rate, flat } = merchant.pricing;
    const { transaction } = (await move(key, id, 'captures', 100000)).body;
    expect(flat.currency).toBe(currency);
    expect(transaction.trail[0].balance).toBe(100000 - rate * 100000 - flat.amount);
  },
);

test('five refunds of less than a cent each cost the merchant as much as one refund of their sum', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 0, amount('HUF', 2, 10000));
  await move(key, id, 'captures', 10000);
  for (let n = 0; n < 5; n++) await move(key, id, 'refunds', 190);
  const { trail } = (await api('GET', `/transactions/${id}`, { key })).body.transaction;
  // HUF 1.90 at 391.48 a euro is EUR 0.00485…; HUF 9.50 is 0.0243
  expect(trail.slice(1).map(({ balance }: { balance: number }) => balance)).toEqual([0, -1, 0, -1, 0]);
});

test('payments, captures, refunds and voids accept 10^12 minor units, and refuse one unit more', async () => {
  const most = 10 ** 12;
  const { key, merchant } = await shop();
  const refused = async (over: Record<string, unknown>) => {
    const { status, body } = await pay(await payment(merchant, over));
    expect([status, body.code, body.message]).toEqual([
      400,
      'REQUEST_INVALID',
      expect.stringContaining('amount'),
    ]);
  };
  await refused(amount('EUR', 2, most + 1));
  await refused(amount('EUR', 0, most / 100 + 1));
  await refused(amount('EUR', 3, most * 10 + 1));
  const id = await authorized(merchant, 0, amount('EUR', 0, most / 100));
  for (const kind of ['captures', 'refunds', 'voids'] as const)
    expect((await move(key, id, kind, most + 1)).body).toMatchObject([
      { field: 'amount', message: expect.stringContaining('10^12') },
    ]);
  expect((await move(key, id, 'captures', most)).body.transaction).toMatchObject({
    capturedAmount: most,
    trail: [{ amount: most, balance: most - 13_500_000_000 - 25 }],
  });
  expect((await move(key, id, 'refunds', most)).status).toBe(201);
  const again = (value: number) =>
    api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      body: { transactionId: id, currency: 'EUR', amount: value },
    });
  expect((await again(most + 1)).body).toMatchObject([{ field: 'amount' }]);
  const { transaction } = (await again(most)).body;
  expect((await move(key, transaction.id, 'voids', most)).body.transaction.voidedAmount).toBe(most);
});
