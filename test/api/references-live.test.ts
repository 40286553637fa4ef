import { ownLive } from './support/live.ts';

const live = ownLive();

const move = (key: string, id: string, kind: string, body: object) =>
  live.here.api('POST', `/transactions/${id}/${kind}`, { key, body });

const referencesOf = ({ trail }: { trail: { reference?: string }[] }) =>
  trail.map(({ reference }) => reference);

test('real money moves once for a reference, also while the acquirer does not answer', async () => {
  const { key, merchant, account } = await live.shop();
  const id = await live.authorized(merchant, 1000);
  const answers = await Promise.all(
    [1, 2].map(() => move(key, id, 'captures', { amount: 400, reference: 'once' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const end = live.stripe.fail({ how: 'lost', of: /\/refunds$/, times: 9 });
  const refund = () => move(key, id, 'refunds', { amount: 100, reference: 'back' });
  expect((await refund()).status).toBe(504);
  expect((await live.here.transaction(key, id)).operation).toMatchObject({ reference: 'back' });
  expect((await move(key, id, 'refunds', { amount: 99, reference: 'back' })).status).toBe(409);
  end();
  expect((await refund()).status).toBe(201);
  expect((await refund()).headers['idempotency-replayed']).toBe('true');
  const after = await live.here.transaction(key, id);
  expect(after).toMatchObject({ capturedAmount: 400, refundedAmount: 100 });
  expect(referencesOf(after)).toEqual(['once', 'back']);
  await live.expectSameBooks({ key, merchant, account });
});

test('a declined movement leaves its reference free, and the next attempt moves the money', async () => {
  const { key, merchant, account } = await live.shop();
  const id = await live.authorized(merchant, 1000);
  const capture = () => move(key, id, 'captures', { amount: 400, reference: 'once' });
  const end = live.stripe.fail({ how: 'declined', of: /\/capture$/, times: 9 });
  expect((await capture()).status).toBe(400);
  end();
  expect((await capture()).status).toBe(201);
  expect((await capture()).headers['idempotency-replayed']).toBe('true');
  expect(await live.here.transaction(key, id)).toMatchObject({ capturedAmount: 400 });
  await live.expectSameBooks({ key, merchant, account });
});

test('real money is charged again once for a reference, also after an unknown outcome and a declined capture', async () => {
  const { key, merchant, account } = await live.shop();
  const agreed = { unplanned: { merchant: true } };
  const source = await live.authorized(merchant, 1000, agreed);
  const charge = (over = {}) =>
    live.here.api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      body: {
        transactionId: source,
        currency: 'EUR',
        amount: 700,
        reference: 'month 2',
        capture: true,
        ...over,
      },
    });
  const failed = live.stripe.fail({ how: 'declined', of: /\/capture$/, times: 9 });
  expect((await charge()).status).toBe(400);
  failed();
  const lost = live.stripe.fail({ how: 'lost', of: /\/payment_intents$/, times: 9 });
  expect((await charge()).status).toBe(504);
  lost();
  const answers = await Promise.all([1, 2].map(() => charge()));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const again = await charge();
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
  expect(answers.map(({ body }) => body)).toEqual([again.body, again.body]);
  expect((await charge({ amount: 701 })).status).toBe(409);
  expect(await live.here.transaction(key, again.body.transaction.id)).toMatchObject({
    reference: 'month 2',
    capturedAmount: 700,
    trail: [{ reference: 'month 2' }],
  });
  // The worker releases the hold of the payment whose capture was declined.
  await live.finishOperations();
  await live.expectSameBooks({ key, merchant, account });
});
