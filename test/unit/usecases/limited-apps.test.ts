import { methods } from '../../../functions/core/acquirer/simulated/methods.ts';
import type { AppCaller } from '../../../functions/core/domain/caller.ts';
import { newId } from '../../../functions/core/domain/id.ts';
import { type AppLimits, refusalOf } from '../../../functions/core/domain/merchants/app-limits.ts';
import { usedMethod } from '../../../functions/core/domain/methods/method.ts';
import type { Transaction } from '../../../functions/core/domain/transactions/transaction.ts';
import { liveAuthorization } from '../domain/live-authorization.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/merchants/apps.ts')),
  ...(await import('../../../functions/core/store/merchants/limited-apps.ts')),
  ...(await import('../../../functions/core/store/merchants/members.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
  ...(await import('../../../functions/core/store/transactions/transactions.ts')),
  ...(await import('../../../functions/core/usecases/movements/cap-refunds.ts')),
  ...(await import('../../../functions/core/usecases/movements/move-money.ts')),
  ...(await import('../../../functions/jobs/add-app.ts')),
}));
afterEach(() => {
  own.proxy.instead = undefined;
});

const refunds = 'POST /transactions/{transactionId}/refunds';

/** A payment of 10.00 that is captured, and an app with limits. */
async function withLimits(limits: AppLimits) {
  const merchant = someMerchant();
  const owner: AppCaller = { kind: 'app', id: newId() };
  await own.createApp({ id: owner.id, name: null }, newId());
  await own.createMerchant(merchant, { id: owner.id, name: null });
  const transaction = somePayment(merchant);
  await own.createTransaction(transaction, {}, { merchant, alongside: [] });
  const { id } = transaction;
  const app = { id: newId(), name: 'Limited' };
  await own.makeKey(merchant, owner, { app, key: newId(), limits }, []);
  const caller = (): AppCaller => ({ kind: 'app', id: app.id, route: refunds, address: '192.0.2.1' });
  const request = (amount: number) => ({ caller: caller(), transactionId: id, input: { amount } });
  await own.moveMoney('capture', { ...request(1000), caller: owner });
  const set = (to: AppLimits) => own.setLimits(merchant, owner, app.id, to);
  return {
    merchant,
    owner,
    app,
    id,
    caller,
    set,
    refund: (amount: number) => own.moveMoney('refund', request(amount)),
  };
}

/** Runs `work` between the first read and the first write of a movement. */
function between(work: () => Promise<unknown>): void {
  own.proxy.instead = async (operation) => {
    if (operation !== 'TransactWriteItems') return undefined;
    own.proxy.instead = undefined;
    await work();
    return undefined;
  };
}

const refundedOf = async (id: string) => (await own.getTransaction(id))?.refundedAmount;

test('a refund ends without effect if the role is lowered, the cap is cut, or the app is removed while it runs', async () => {
  const cap = (each: number) => ({ role: 'support', refundCaps: [{ currency: 'EUR', each }] }) as const;
  const { merchant, owner, app, id, set, refund } = await withLimits(cap(500));
  between(() => set(cap(300)));
  await expect(refund(400)).rejects.toMatchObject({ name: 'Refused' });
  between(() => set({ role: 'accountant' }));
  await expect(refund(100)).rejects.toMatchObject({ name: 'NoAccess' });
  await set(cap(300));
  between(() => own.removeMember(merchant.id, owner, { kind: 'app', id: app.id }));
  await expect(refund(100)).rejects.toMatchObject({ name: 'NoAccess' });
  expect(await refundedOf(id)).toBe(0);
});

test('a refund goes on under limits that are raised while it runs', async () => {
  const { id, set, refund } = await withLimits({ role: 'support' });
  between(() => set({ role: 'member' }));
  await refund(100);
  expect(await refundedOf(id)).toBe(100);
});

test('a release from before there were limits finds no membership, so it gives the app no access', async () => {
  const { merchant, app, set } = await withLimits({ role: 'accountant' });
  const before = own.membershipKey(merchant.id, { kind: 'app', id: app.id });
  expect(await own.get(before)).toBeUndefined();
  await set({ role: 'owner' });
  expect(await own.get(before)).toMatchObject({ name: 'Limited' });
  await set({ role: 'support' });
  expect(await own.get(before)).toBeUndefined();
});

test('the founder of a merchant replaces its own key: it keeps its access until the end, and the new app has all of it', async () => {
  const { merchant, owner } = await withLimits({ role: 'support' });
  const app = { id: newId(), name: 'Next' };
  const until = '2090-01-01T00:00:00.000Z';
  await own.replaceKey(
    merchant,
    owner,
    { old: owner.id, until, expiresAt: undefined, app, key: newId() },
    [],
  );
  expect(await own.appMembershipOf(merchant.id, owner.id)).toMatchObject({
    expiresAt: until,
    founding: true,
  });
  expect((await own.appMembershipOf(merchant.id, app.id))?.revision).toBeUndefined();
});

test('one of two simultaneous changes of limits counts, and the job AddApp gives complete access', async () => {
  const { merchant, app, set } = await withLimits({ role: 'accountant' });
  between(() => set({ role: 'support' }));
  await expect(set({ role: 'member' })).rejects.toMatchObject({ name: 'Conflict' });
  expect(await own.appMembershipOf(merchant.id, app.id)).toMatchObject({ role: 'support' });
  await own.handler({ merchantId: merchant.id, appId: app.id });
  expect((await own.appMembershipOf(merchant.id, app.id))?.revision).toBeUndefined();
  expect(await own.get(own.limitedAppKey(merchant.id, app.id))).toBeUndefined();
});

test('a capture that releases the rest of an authorization counts the rest against the cap', async () => {
  const limits = { merchantId: newId(), revision: newId(), refundCaps: [{ currency: 'EUR', each: 400 }] };
  const caller = { kind: 'app', id: newId(), limits } as const;
  const klarna = methods.find(({ partialCapture }) => partialCapture);
  const [once, often] = [liveAuthorization(1000, false), liveAuthorization(1000, true)];
  const byCard = somePayment(someMerchant());
  const writes = (payment: Transaction, amount: number) =>
    own.capRefunds(caller, 'capture', { ...payment, entries: 0, trailSize: 0 }, amount);
  for (const payment of [once, { ...byCard, card: undefined, method: klarna && usedMethod(klarna) }]) {
    await expect(writes(payment, 599)).rejects.toMatchObject({ name: 'Refused' });
    expect(await writes(payment, 600)).toHaveLength(1);
    expect(await writes(payment, 1000)).toEqual([]);
  }
  for (const payment of [often, byCard]) expect(await writes(payment, 1)).toEqual([]);
});

test('movements that were made or are on their way count against a cap, on the day together with a replaced key', async () => {
  const { merchant } = await withLimits({ role: 'support' });
  const [replaced, id] = [newId(), newId()];
  const refundCaps = [{ currency: 'EUR', each: 400, day: 500 }];
  const limits = { merchantId: merchant.id, revision: newId(), refundCaps, countsWith: replaced };
  const accepted = (['refund', 'void'] as const).map((kind) => ({
    id: newId(),
    kind,
    amount: 100,
    until: 0,
  }));
  const payment = { ...somePayment(merchant), refundedAmount: 50, voidedAmount: 50, accepted };
  const writes = (amount: number, currency = 'EUR') =>
    own.capRefunds(
      { kind: 'app', id, limits },
      'refund',
      { ...payment, currency, entries: 0, trailSize: 0 },
      amount,
    );
  await expect(writes(101)).rejects.toThrow('EUR 4.00 of one payment');
  await expect(writes(1, 'USD')).rejects.toThrow('may not return USD');
  const [, count] = await writes(100);
  expect(JSON.stringify(count)).toContain(replaced);
  expect(JSON.stringify(count)).not.toContain(id);
});

test('the first refund of a day has the limit of all of them', async () => {
  const { id, refund } = await withLimits({
    role: 'support',
    refundCaps: [{ currency: 'EUR', day: 500 }],
  });
  await expect(refund(501)).rejects.toThrow('EUR 5.00 are left');
  await refund(500);
  await expect(refund(1)).rejects.toThrow('EUR 0.00 are left');
  expect(await refundedOf(id)).toBe(500);
});

test('the access of a key ends at its end', () => {
  const [expiresAt, end] = ['2026-12-01T00:00:00.000Z', Date.parse('2026-12-01T00:00:00.000Z')];
  expect(refusalOf({ expiresAt }, { route: refunds }, end - 1)).toBeUndefined();
  expect(refusalOf({ expiresAt }, { route: refunds }, end)).toContain(expiresAt);
});
