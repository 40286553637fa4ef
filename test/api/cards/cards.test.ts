import { world } from '../support/world.ts';

const { api, createApp, shop, authorized, pay, payment, transaction } = world();

test('a merchant saves the card of a transaction, reads the card, and charges it', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant);
  const path = `/merchants/${merchant.id}/cards`;
  const saved = await api('POST', path, { key, body: { transactionId: id, notes: 'Customer 7' } });
  expect(saved).toMatchObject({ status: 201, body: { card: { id: expect.any(String) } } });
  const cardId = saved.body.card.id;
  expect((await api('GET', `/cards/${cardId}`, { key })).body).toEqual({
    card: {
      id: cardId,
      merchantId: merchant.id,
      created: expect.any(String),
      bin: '410000',
      last4: '0000',
      expiry: '2090-12-31T23:59:59.999Z',
      scheme: 'visa',
      notes: 'Customer 7',
    },
  });
  const form = await api('POST', path, { key, form: { transactionId: id } });
  expect((await api('GET', `/cards/${form.body.card.id}`, { key })).body.card.notes).toBeNull();

  const body = { cardId, transactionId: null, currency: 'EUR', amount: 300, custom: { renewal: 2 } };
  const paid = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
  expect(paid.status).toBe(201);
  expect(await transaction(key, paid.body.transaction.id)).toMatchObject({
    recurring: true,
    amount: 300,
    custom: { renewal: 2 },
  });
});

test('a saved card keeps the test balance of its transaction: a charge above the balance is declined', async () => {
  const { key, merchant } = await shop();
  const balance = { currency: 'EUR', exponent: 2, value: 1000 };
  const first = await pay(
    await payment(merchant, { amount: balance, test: { tds: { challenge: false }, card: { balance } } }),
  );
  const saved = await api('POST', `/merchants/${merchant.id}/cards`, {
    key,
    body: { transactionId: first.body.authorizationId },
  });
  const body = { cardId: saved.body.card.id, currency: 'EUR', amount: 1 };
  expect((await api('POST', `/merchants/${merchant.id}/transactions`, { key, body })).body).toMatchObject([
    { code: 7 },
  ]);
});

test('another merchant and another app cannot read or charge a saved card, or save it from its transaction', async () => {
  const owner = await shop();
  const other = await shop();
  const id = await authorized(owner.merchant);
  const { card } = (
    await api('POST', `/merchants/${owner.merchant.id}/cards`, {
      key: owner.key,
      body: { transactionId: id },
    })
  ).body;
  expect((await api('GET', `/cards/${card.id}`, { key: (await createApp()).key })).status).toBe(403);
  expect((await api('GET', `/cards/${'f'.repeat(24)}`, { key: owner.key })).status).toBe(404);
  const foreign = { cardId: card.id, currency: 'EUR', amount: 1 };
  expect(
    (await api('POST', `/merchants/${other.merchant.id}/transactions`, { key: other.key, body: foreign }))
      .body,
  ).toMatchObject([{ field: 'cardId' }]);
  expect(
    (
      await api('POST', `/merchants/${other.merchant.id}/cards`, {
        key: other.key,
        body: { transactionId: id },
      })
    ).body,
  ).toMatchObject([{ field: 'transactionId' }]);
  expect(
    (
      await api('POST', `/merchants/${owner.merchant.id}/cards`, {
        key: other.key,
        body: { transactionId: id },
      })
    ).status,
  ).toBe(403);
});
