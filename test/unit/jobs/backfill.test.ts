import { newId } from '../../../functions/core/domain/id.ts';
import { bundledRates } from '../../../functions/core/domain/money/rates-snapshot.ts';
import { capture } from '../../../functions/core/domain/transactions/test-movements.ts';
import { openTransaction } from '../../../functions/core/domain/transactions/transaction.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/jobs/backfill.ts')),
  ...(await import('../../../functions/core/store/console/search.ts')),
  ...(await import('../../../functions/core/store/disputes/alerts.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/shape.ts')),
  ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
  ...(await import('../../../functions/core/store/transactions/transactions.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

/** Makes a merchant with payments that no search finds yet. @returns the payments, the newest first */
async function merchantWith(payments: number): Promise<{ id: string; payments: string[] }> {
  const merchant = someMerchant();
  const { pk, sk } = own.merchantKey(merchant.id);
  await own.transact([
    { item: own.put({ pk, sk, id: merchant.id, listPk: 'merchants', listSk: merchant.id }) },
  ]);
  const ids = Array.from({ length: payments }, newId);
  const pay = (id: string) => {
    const card = {
      bin: '424242',
      last4: '4242',
      expiry: '2090-12-31',
      scheme: 'visa',
      code: { present: true },
    } as const;
    const made = { id, currency: 'EUR', amount: 700, descriptor: 'Shop', card, recurring: false };
    const custom = { reference: 'Order 12' };
    return own.createTransaction(openTransaction(merchant, made), { custom }, { merchant, alongside: [] });
  };
  for (let count = 0; count < payments; count += 50) await Promise.all(ids.slice(count, count + 50).map(pay));
  return { id: merchant.id, payments: ids.sort().reverse() };
}

async function findPayments(merchantId: string, kind: 'reference' | 'last4' | 'amount', value: string) {
  const ids: string[] = [];
  for await (const id of own.listUnderTerms(merchantId, [{ kind, value }], { limit: 100 })) ids.push(id);
  return ids;
}

test('payments from before the search become findable, all merchants in one run', async () => {
  const shops = [await merchantWith(30), await merchantWith(2)];
  for (const { id } of shops) expect(await findPayments(id, 'last4', '4242')).toEqual([]);
  expect(await own.handler({})).toEqual({ version: 6, done: true, changed: 128 });
  for (const { id, payments } of shops)
    for (const [kind, value] of [
      ['last4', '4242'],
      ['amount', '700'],
      ['reference', '12'],
    ] as const)
      expect(await findPayments(id, kind, value)).toEqual(payments);
});

test('a backfill of payments continues where it was interrupted, and counts what it has added', async () => {
  const { id, payments } = await merchantWith(250);
  await own.keepCursor({ version: 2, reader: 1 }, { merchantId: id });
  expect(await own.handler({ steps: 1 })).toEqual({ version: 6, done: false, changed: 800 });
  expect(await findPayments(id, 'last4', '4242')).toEqual(payments.slice(0, 200));
  expect(await own.readShape()).toMatchObject({
    cursor: { merchantId: id, search: true, before: payments[199] },
  });
  const late = { getRemainingTimeInMillis: () => 60_000 };
  expect(await own.handler({}, late)).toEqual({ version: 6, done: false, changed: 200 });
  expect(await own.handler({})).toEqual({ version: 6, done: true, changed: 0 });
  expect(await findPayments(id, 'last4', '4242')).toEqual(payments);
  const { version, cursor } = await own.readShape();
  expect([version, cursor]).toEqual([6, undefined]);
  own.proxy.reset();
  expect(await own.handler({})).toEqual({ version: 6, done: true, changed: 0 });
  expect(own.proxy.calls.map(({ operation }) => operation)).toEqual(['GetItem']);
});

test('a payment that is captured while the backfill reads it does not become a pending one', async () => {
  const { id, payments } = await merchantWith(2);
  const keys = payments.map(own.transactionKey);
  const change = (expression: string, values: object, key: object) =>
    own.transact([{ item: own.update(key as never, expression, values as never) }]);
  for (const key of keys) await change('REMOVE pendingPk', {}, key);
  await own.keepCursor({ version: 1, reader: 1 }, { merchantId: id, lane: 0 });
  own.proxy.instead = async (operation, input) => {
    if (operation !== 'TransactWriteItems' || !JSON.stringify(input).includes('pendingPk')) return undefined;
    own.proxy.instead = undefined;
    await change('SET pendingAmount = :none', { ':none': 0 }, keys[0] as object);
    return undefined;
  };
  await own.handler({ steps: 1 });
  const [captured, pending] = await Promise.all(keys.map((key) => own.get(key)));
  expect([captured, pending]).toMatchObject([{ pendingAmount: 0 }, { pendingAmount: 700 }]);
  expect([captured, pending].map((item) => item && 'pendingPk' in item)).toEqual([false, true]);
});

test('payments, lines and disputes from before Florin stored the order get it, of links as well', async () => {
  const { id: merchantId } = await merchantWith(0);
  const [paymentId, linkId, disputeId] = [newId(), newId(), newId()];
  const lines = [
    { text: 'Coffee', quantity: 2, amount: 300 },
    { text: 'Milk', quantity: 1, amount: 100 },
  ];
  await own.transact([
    { item: own.put({ ...own.linkKey(linkId), id: linkId, merchantId, lines, paid: 0, uses: 1 }) },
  ]);
  const merchant = { ...someMerchant(), id: merchantId };
  const payer = { name: 'Ann Li', email: 'ann@example.com' };
  const payment = somePayment(merchant, { id: paymentId, linkId, payer });
  const movement = capture(payment, { amount: 1000, currency: 'EUR' }, bundledRates, Date.now());
  await own.createTransaction(
    payment,
    { custom: { reference: 'Order 12' } },
    { merchant, movement, alongside: [] },
  );
  const lineId = movement.line?.id ?? '';
  const dispute = { id: disputeId, merchantId, transactionId: paymentId, amount: 700 };
  await own.transact(own.putAlert('dispute', dispute as never));
  await own.transact([{ item: own.remove(own.shapeKey) }]);
  const order = { reference: 'Order 12', customer: 'Ann Li', description: 'Coffee, Milk' };
  await own.handler({});
  const stored = await Promise.all([
    own.getTransaction(paymentId),
    own.getLine(lineId),
    own.getAlert('dispute', disputeId),
    own.get({ pk: own.alertsOfTransaction('dispute', paymentId).pk, sk: disputeId }),
  ]);
  expect(stored).toMatchObject([{ order }, { order }, { order }, { order }]);
  expect(await findPayments(merchantId, 'reference', 'coffee, milk')).toEqual([paymentId]);
  await own.transact([{ item: own.remove(own.shapeKey) }]);
  expect(await own.handler({})).toMatchObject({ done: true, changed: 0 });
});

test('a backfill of disputes continues where it was interrupted, and one that failed before its end repeats', async () => {
  const { id: merchantId, payments } = await merchantWith(1);
  const transactionId = payments[0] ?? '';
  for (let n = 0; n < 201; n++)
    await own.transact(own.putAlert('dispute', { id: newId(), merchantId, transactionId } as never));
  await own.keepCursor({ version: 5, reader: 1 }, { merchantId });
  const run = () => own.handler({ steps: 1 });
  expect(await run()).toMatchObject({ done: false, changed: 4 });
  expect(await run()).toMatchObject({ done: false, changed: 200 });
  expect((await own.readShape()).cursor).toMatchObject({
    merchantId,
    disputes: true,
    before: expect.any(String),
  });
  expect(await run()).toMatchObject({ changed: 1 });
});
