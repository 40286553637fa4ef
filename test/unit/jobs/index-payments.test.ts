import { newId } from '../../../functions/core/domain/id.ts';
import { openTransaction } from '../../../functions/core/domain/transactions/transaction.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/jobs/index-payments.ts')),
  ...(await import('../../../functions/core/store/search.ts')),
  ...(await import('../../../functions/core/store/transactions.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

/** A merchant with payments that nobody has made findable. Returns the payments, the newest first. */
async function merchantWith(payments: number): Promise<{ id: string; payments: string[] }> {
  const merchant = someMerchant();
  const { pk, sk } = own.merchantKey(merchant.id);
  await own.transact([
    { item: own.put({ pk, sk, id: merchant.id, listPk: 'merchants', listSk: merchant.id }) },
  ]);
  const ids: string[] = [];
  for (let count = 0; count < payments; count++) {
    const card = {
      bin: '424242',
      last4: '4242',
      expiry: '2090-12-31',
      scheme: 'visa',
      code: { present: true },
    } as const;
    const made = { id: newId(), currency: 'EUR', amount: 700, descriptor: 'Shop', card, recurring: false };
    const custom = { reference: 'Order 12' };
    await own.createTransaction(openTransaction(merchant, made), { custom }, { merchant, alongside: [] });
    ids.push(made.id);
  }
  return { id: merchant.id, payments: ids.sort().reverse() };
}

async function found(merchantId: string, kind: 'reference' | 'last4' | 'amount', value: string) {
  const ids: string[] = [];
  for await (const id of own.listUnderTerm(merchantId, { kind, value }, { limit: 100 })) ids.push(id);
  return ids;
}

test('payments from before the search become findable, all merchants in one run', async () => {
  const shops = [await merchantWith(30), await merchantWith(2)];
  for (const { id } of shops) expect(await found(id, 'last4', '4242')).toEqual([]);
  expect(await own.handler({})).toEqual({ indexed: 32 });
  for (const { id, payments } of shops)
    for (const [kind, value] of [
      ['last4', '4242'],
      ['amount', '700'],
      ['reference', 'order 12'],
    ] as const)
      expect(await found(id, kind, value)).toEqual(payments);
});

test('a run that has no more time says where the next one begins', async () => {
  const { id, payments } = await merchantWith(30);
  const late = { getRemainingTimeInMillis: () => 0 };
  const first = await own.handler({}, late);
  expect(first).toEqual({ indexed: 25, after: { merchantId: id, before: payments[24] } });
  expect(await found(id, 'last4', '4242')).toEqual(payments.slice(0, 25));
  const rest = await own.handler({ after: 'after' in first ? first.after : undefined });
  expect(rest.indexed).toBeGreaterThanOrEqual(5);
  expect(await found(id, 'last4', '4242')).toEqual(payments);
});

test.each([null, {}, 'x', { merchantId: 'x' }, { merchantId: newId(), before: 'x' }])(
  'the position %j is refused',
  async (after) => {
    await expect(own.handler({ after })).rejects.toThrow('Expected {}');
  },
);
