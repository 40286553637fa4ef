import { newId } from '../../../functions/core/domain/id.ts';
import { openTransaction } from '../../../functions/core/domain/transactions/transaction.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/jobs/backfill.ts')),
  ...(await import('../../../functions/core/store/console/search.ts')),
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
  expect(await own.handler({})).toEqual({ version: 5, done: true, changed: 96 });
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
  expect(await own.handler({ steps: 1 })).toEqual({ version: 5, done: false, changed: 600 });
  expect(await findPayments(id, 'last4', '4242')).toEqual(payments.slice(0, 200));
  expect(await own.readShape()).toMatchObject({
    cursor: { merchantId: id, search: true, before: payments[199] },
  });
  const late = { getRemainingTimeInMillis: () => 60_000 };
  expect(await own.handler({}, late)).toEqual({ version: 5, done: false, changed: 150 });
  expect(await own.handler({})).toEqual({ version: 5, done: true, changed: 0 });
  expect(await findPayments(id, 'last4', '4242')).toEqual(payments);
  const { version, cursor } = await own.readShape();
  expect([version, cursor]).toEqual([5, undefined]);
  own.proxy.reset();
  expect(await own.handler({})).toEqual({ version: 5, done: true, changed: 0 });
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
