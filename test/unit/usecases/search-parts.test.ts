import type { Criteria } from '../../../functions/core/domain/console/search.ts';
import { newId } from '../../../functions/core/domain/id.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/console/search.ts')),
  ...(await import('../../../functions/core/store/console/search.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
  ...(await import('../../../functions/core/usecases/console/search-payments.ts')),
}));

const merchant = someMerchant();

/** Payments of the invoices `INV-1000` on, the oldest first, in the table and in the index. */
let payments: string[];

beforeAll(async () => {
  await own.createMerchant(merchant, { id: newId(), name: null });
  payments = Array.from({ length: 130 }, newId).sort();
  const pay = async (id: string, number: number) => {
    const custom = { reference: `INV-${1000 + number}` };
    const payment = somePayment(merchant, { id, payer: { name: `Ann Miller`, email: 'am@example.com' } });
    await own.createTransaction(payment, { custom }, { merchant, alongside: [] });
    await own.putTerms(payment, own.termsOf({ ...payment, custom }));
  };
  for (let n = 0; n < payments.length; n += 26)
    await Promise.all(payments.slice(n, n + 26).map((id, more) => pay(id, n + more)));
});

async function search(criteria: Criteria, slice: { limit: number; before?: string }): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of own.searchPayments(merchant.id, criteria, slice).found)
    if (ids.push(id) === slice.limit) break;
  return ids;
}

test('parts that are not terms find all payments, page by page: of references, names, and the beginning of a number', async () => {
  const newest = [...payments].reverse();
  for (const text of ['INV', 'mill', 'miller']) {
    const first = await search({ text }, { limit: 80 });
    const second = await search({ text }, { limit: 80, before: first.at(-1) });
    expect([text, first.concat(second)]).toEqual([text, newest]);
  }
  expect(await search({ text: '100' }, { limit: 80 })).toEqual(newest.slice(-10));
});

test('a text that the index has is read from the index alone', async () => {
  own.proxy.reset();
  expect(await search({ text: 'INV 1001' }, { limit: 5, before: payments[100] })).toEqual([payments[1]]);
  expect(own.proxy.calls.length).toBeLessThan(12);
});
