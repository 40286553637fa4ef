import { newId } from '../../../functions/core/domain/id.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const store = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/merchants/acquirer-accounts.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/reconciliation/acquirer-references.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

test('an account at an acquirer belongs to one merchant, and so does each payment and balance transaction', async () => {
  const [one, other] = [someMerchant({ test: false }), someMerchant({ test: false })];
  const account = { acquirer: 'stripe', account: `acct_${newId()}` } as const;
  await store.setAcquirer(one, account, true, {});
  await store.setAcquirer(one, account, false, {});
  await expect(store.setAcquirer(other, account, true, {})).rejects.toMatchObject({ name: 'Conflict' });
  expect(await store.merchantOfAccount(account)).toBe(one.id);
  const reference = newId();
  const [first, second] = [newId(), newId()];
  await store.transact([store.namePayment('stripe', reference, first)]);
  await expect(store.transact([store.namePayment('stripe', reference, second)])).rejects.toMatchObject({
    name: 'Conflict',
  });
  await store.transact([store.nameBalanceTransaction('stripe', reference, first)]);
  await expect(store.transact([store.nameBalanceTransaction('stripe', reference, second)])).rejects.toThrow(
    `${reference} has a line already`,
  );
  expect([
    await store.transactionOfPayment('stripe', reference),
    await store.lineOfBalanceTransaction('stripe', reference),
  ]).toEqual([first, first]);
});

test('the accounts of a merchant at acquirers are the present one and all that it had', async () => {
  const merchant = someMerchant({ test: false });
  const [old, first, second] = ['old', 'first', 'second'].map((name) => `acct_${name}_${newId()}`);
  expect(await store.accountsOf(merchant)).toEqual([]);
  // An earlier version has connected this account, without the time.
  const before = { ...merchant, acquirer: { acquirer: 'stripe', account: old, disabled: true } } as Merchant;
  expect(await store.accountsOf(before)).toEqual([{ acquirer: 'stripe', account: old, connected: 0 }]);
  let now = before;
  for (const account of [first, second]) {
    await store.setAcquirer(now, { acquirer: 'stripe', account } as never, true, {});
    now = { ...merchant, acquirer: { acquirer: 'stripe', account } } as Merchant;
  }
  const accounts = await store.accountsOf(now);
  expect(accounts[0]?.account).toBe(second);
  expect(accounts.map(({ account }) => account).sort()).toEqual([old, first, second].sort());
  expect(accounts.find(({ account }) => account === old)?.connected).toBe(0);
});

test('an account that the merchant does not have any more does not block the present one', async () => {
  const merchant = { ...someMerchant({ test: false }), key: newId() };
  await store.createMerchant(merchant, { id: newId(), name: null });
  const ofAccount = (account: string | undefined) => ({ acquirer: 'stripe', account }) as const;
  const state = { blocked: true, payoutsBlocked: false, asksUntil: 0, methods: [] } as never;
  const present = async () => (await store.findMerchant(merchant.id))?.acquirer;
  for (const [mine, foreign] of [
    [`acct_${newId()}`, `acct_${newId()}`],
    [`acct_${newId()}`, undefined],
    [undefined, `acct_${newId()}`],
  ]) {
    const acquirer = { ...ofAccount(mine), enabled: true };
    const keys = [store.merchantKey(merchant.id), store.publicKeyKey(merchant.key)];
    await store.transact(
      keys.map((key) => ({ item: store.update(key, 'SET acquirer = :acquirer', { ':acquirer': acquirer }) })),
    );
    await expect(store.blockAcquirer(merchant, ofAccount(foreign), state)).rejects.toMatchObject({
      name: 'Conflict',
    });
    // Another acquirer may have an account of the same name.
    const elsewhere = { ...ofAccount(mine), acquirer: 'acme' };
    await expect(store.blockAcquirer(merchant, elsewhere, state)).rejects.toMatchObject({ name: 'Conflict' });
    expect(await present()).not.toHaveProperty('blocked');
    await store.blockAcquirer(merchant, ofAccount(mine), state);
    expect(await present()).toMatchObject({ blocked: true });
  }
});
