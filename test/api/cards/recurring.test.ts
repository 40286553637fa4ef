import { testCards } from '#domain/cards/test-cards.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const { api, shop, authorized, pay, payment, tokens, transaction, move } = world();

const again = (key: string, merchantId: string, transactionId: string, amount: number, over = {}) =>
  api('POST', `/merchants/${merchantId}/transactions`, {
    key,
    body: { transactionId, currency: 'EUR', amount, ...over },
  });

test('a merchant charges the card of an earlier transaction: the new transaction is recurring and can be captured', async () => {
  const { key, merchant } = await shop();
  const first = await authorized(merchant);
  const made = await again(key, merchant.id, first, 700, {
    custom: { n: 1e300, deep: [[null]] },
    cardId: false,
  });
  expect(made.status).toBe(201);
  const { id } = made.body.transaction;
  expect(await transaction(key, id)).toMatchObject({
    recurring: true,
    amount: 700,
    pendingAmount: 700,
    descriptor: merchant.descriptor,
    custom: { n: 1e300, deep: [[null]] },
    card: { last4: '0000', code: { present: false } },
    tds: null,
  });
  expect((await move(key, id, 'captures', 700)).status).toBe(201);
  // A recurring transaction can also be the previous one, here under the other name of the field.
  const third = await again(key, merchant.id, '', 100, {
    transactionId: null,
    authorizationId: id,
    descriptor: 'Third',
  });
  expect(third.status).toBe(201);
  expect(await transaction(key, third.body.transaction.id)).toMatchObject({
    recurring: true,
    descriptor: 'Third',
  });
});

test('a charge that names several cards takes the card of transactionId, before authorizationId and cardId', async () => {
  const { key, merchant } = await shop();
  const paid = async (number: string) => {
    const card = { ...(await tokens(number)), expiry: { month: 1, year: 2099 } };
    return (await pay(await payment(merchant, { card }))).body.authorizationId;
  };
  const [transactionId, authorizationId, third] = [
    await paid('4100000000000002'),
    await paid('4100000000000003'),
    await paid('4100000000000004'),
  ];
  const saved = await api('POST', `/merchants/${merchant.id}/cards`, { key, body: { transactionId: third } });
  const cardId = saved.body.card.id;
  for (const [sources, last4] of [
    [{ cardId, authorizationId, transactionId }, '0002'],
    [{ cardId, authorizationId }, '0003'],
    [{ cardId }, '0004'],
  ] as const) {
    const body = { ...sources, currency: 'EUR', amount: 1 };
    const made = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
    expect([made.status, (await transaction(key, made.body.transaction.id)).card.last4]).toEqual([
      201,
      last4,
    ]);
  }
});

const optionsOf = (number: string) => {
  const cards = testCards({ currency: 'EUR', exponent: 2, value: 10000 });
  return { ...cards.find((card) => card.number === number)?.test, tds: { challenge: false } };
};

test('one test card pays once and declines each later payment', async () => {
  const { key, merchant } = await shop();
  const first = await authorized(merchant, 10000, { test: optionsOf('4100000000000107') });
  const later = [await again(key, merchant.id, first, 10000), await again(key, merchant.id, first, 1)];
  expect(later.map(({ status, body }) => [status, body[0].code])).toEqual([
    [400, 7],
    [400, 7],
  ]);
});

test('one test card is declined at the first try of each link, reference and renewal, and then pays', async () => {
  const { key, merchant } = await shop();
  const order = { amount: 10000, currency: 'EUR' };
  const { id } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body: order })).body.link;
  const test = optionsOf('4100000000000207');
  const [linked, named] = [
    { linkId: id, test },
    { custom: { reference: 'a' }, test },
  ];
  const sent = [linked, linked, named, named, { test }, { test }];
  const answers: Awaited<ReturnType<typeof pay>>[] = [];
  for (const over of sent) answers.push(await pay(await payment(merchant, over)));
  const declined = [400, 'PAYMENT_INSUFFICIENT_FUNDS'];
  const paid = [201, undefined];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    ...[declined, paid],
    ...[declined, paid],
    ...[declined, declined],
  ]);

  const renew = (reference: string, headers = {}) =>
    api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      body: { transactionId: answers[3]?.body.authorizationId, currency: 'EUR', amount: 700, reference },
      headers,
    });
  const once = { 'idempotency-key': 'once' };
  const renewals = [
    await renew('may', once),
    await renew('may', once),
    await renew('may'),
    await renew('june'),
  ];
  expect(renewals.map(({ status }) => status)).toEqual([400, 400, 201, 400]);
});

test('all transactions of a card share its simulated balance', async () => {
  const { key, merchant } = await shop();
  const balance = { currency: 'EUR', exponent: 2, value: 10000 };
  const first = await authorized(merchant, 6000, { test: { tds: { challenge: false }, card: { balance } } });
  const second = await again(key, merchant.id, first, 3000);
  expect(second.status).toBe(201);
  const declined = await again(key, merchant.id, second.body.transaction.id, 2000);
  const error = {
    code: 7,
    text: 'Insufficient funds',
    message: 'Insufficient funds',
    client: true,
    merchant: false,
  };
  expect([declined.status, declined.body]).toEqual([400, [error]]);

  const [stored] = (await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 1 } }))
    .body;
  expect(stored).toMatchObject({ amount: 2000, successful: false, error, pendingAmount: 0, recurring: true });
  expect(await transaction(key, stored.id)).toEqual(stored);
  expect(declined.headers['florin-transaction']).toBe(stored.id);
  expect((await move(key, stored.id, 'captures', 1)).body).toEqual([
    { field: 'amount', message: expect.stringContaining('EUR 0.00') },
  ]);
  expect((await again(key, merchant.id, stored.id, 1)).body).toMatchObject([{ field: 'transactionId' }]);
  expect((await again(key, merchant.id, first, 1000)).status).toBe(201);
});

test.each([
  [{ status: 'lost' }, 10],
  [{ status: 'disabled' }, 9],
  [{ status: 'expired' }, 6],
  [{ limit: { currency: 'EUR', exponent: 2, value: 500 } }, 25],
])('the simulated card %j declines with the error code %d', async (card, code) => {
  const { key, merchant } = await shop();
  const firstCard = code === 25 ? card : undefined;
  const amount = { currency: 'EUR', exponent: 2, value: 400 };
  const test = { tds: { challenge: false }, card: firstCard ?? card };
  const first = await pay(await payment(merchant, { amount, test }));
  if (code !== 25) {
    expect(first.status).toBe(400);
    const list = () => api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 1 } });
    const [failed] = (await waitUntil(list, ({ body }) => body.length > 0)).body; // the list lags a little behind writes
    expect(failed.error.code).toBe(code);
  } else {
    expect((await again(key, merchant.id, first.body.authorizationId, 501)).body).toMatchObject([{ code }]);
    expect((await again(key, merchant.id, first.body.authorizationId, 500)).status).toBe(201);
  }
});

test('a charge is refused if the previous transaction is missing, unknown or another merchant’s', async () => {
  const { key, merchant } = await shop();
  const other = await shop();
  const foreign = await authorized(other.merchant);
  for (const id of [foreign, 'f'.repeat(24)]) {
    const refused = await again(key, merchant.id, id, 100);
    expect([refused.status, refused.body]).toMatchObject([400, [{ field: 'transactionId' }]]);
  }
  expect((await api('POST', `/merchants/${merchant.id}/transactions`, { key })).body).toEqual([
    { field: 'currency', message: 'Is required' },
    { field: 'amount', message: 'Is required' },
    { field: 'transactionId', message: 'Is required' },
  ]);
});
