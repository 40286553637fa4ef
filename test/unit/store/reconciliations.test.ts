import { newId } from '../../../functions/core/domain/id.ts';
import type { BooksCase } from '../../../functions/core/domain/ledger/books.ts';
import { onOwnTable } from '../own-table.ts';

const store = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/reconciliation/cases.ts')),
  ...(await import('../../../functions/core/store/reconciliation/reconciliations.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

test('a walk through an account’s books continues from the saved state, which only one run can replace', async () => {
  const account = { acquirer: 'stripe', account: 'acct_walk' } as const;
  const walk = { since: 1, until: 9, phase: 'lines', cursor: 'line 7', sums: { EUR: 5 } } as const;
  const begun = await store.readWalk(account, 'nights');
  expect(begun).toEqual({ version: 0 });
  const first = await store.saveWalk(account, 'nights', { ...begun, walk });
  expect(await store.readWalk(account, 'nights')).toEqual({ walk, version: 1 });
  expect(first).toEqual({ walk, version: 1 });
  // Another run has saved the state since this run read it.
  expect(await store.saveWalk(account, 'nights', { ...begun, through: 3 })).toBeUndefined();
  const again = { ...walk, cursor: 'line 8' };
  await store.saveWalk(account, 'nights', { ...first, walk: again, version: 1 });
  expect(await store.saveWalk(account, 'nights', { walk, version: 1 })).toBeUndefined();
  expect(await store.readWalk(account, 'nights')).toEqual({ walk: again, version: 2 });
  expect(await store.readWalk(account, 'of May')).toEqual({ version: 0 });
});

test('a case that is found again is open, unless an operator has explained the case', async () => {
  const merchantId = newId();
  const found: BooksCase = {
    kind: 'entry',
    reference: 'txn_1',
    account: { acquirer: 'stripe', account: 'acct_case' },
    why: 'Its payment is unknown',
    amount: 700,
    currency: 'EUR',
  };
  const [start, later] = [Date.parse('2026-11-01T00:00:00Z'), Date.parse('2026-11-02T00:00:00Z')];
  const known = () => store.getCase(merchantId, 'entry:txn_1');
  expect(await store.keepCase(merchantId, found, start)).toBe(true);
  expect(await store.keepCase(merchantId, found, later)).toBe(true);
  const seen = { firstSeen: '2026-11-01T00:00:00.000Z', lastSeen: '2026-11-02T00:00:00.000Z' };
  expect(await known()).toMatchObject({ ...found, ...seen, state: 'open' });
  await store.transact([store.endCase(merchantId, found, 'gone')]);
  expect(await store.keepCase(merchantId, found)).toBe(true);
  expect(await known()).toMatchObject({ state: 'open' });
  await store.transact([store.endCase(merchantId, found, 'explained')]);
  expect(await store.keepCase(merchantId, found)).toBe(false);
  expect(await known()).toMatchObject({ state: 'explained' });
  await expect(store.transact([store.endCase(merchantId, found, 'gone')])).rejects.toThrow('is not open');
});
