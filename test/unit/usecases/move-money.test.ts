import { newId } from '../../../functions/core/domain/id.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import { requireFound } from '../../../functions/core/domain/outcome.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => {
  Object.assign(process.env, { UNVOUCHED_APP_WRITES: '100', UNVOUCHED_STAGE_WRITES: '1000' });
  return {
    ...(await import('../../../functions/core/store/ledger/rates.ts')),
    ...(await import('../../../functions/core/store/merchants/invitations.ts')),
    ...(await import('../../../functions/core/store/merchants/members.ts')),
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/read.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
    ...(await import('../../../functions/core/store/transactions/transactions.ts')),
    ...(await import('../../../functions/core/usecases/movements/move-money.ts')),
    ...(await import('../../../functions/transactions/movement.ts')),
  };
});
afterEach(() => {
  own.proxy.instead = undefined;
});

type Kind = Parameters<typeof own.moveMoney>[0];
type Request = Parameters<typeof own.moveMoney>[1];

/** A payment of 10.00 of test money. */
async function paid(over: Partial<Merchant> = {}, error?: 10) {
  const [merchant, app] = [{ ...someMerchant(), ...over }, { kind: 'app', id: newId() } as const];
  await own.createMerchant(merchant, { id: app.id, name: null });
  const transaction = somePayment(merchant, { error });
  await own.createTransaction(transaction, {}, { merchant, alongside: [] });
  const { id } = transaction;
  const move = async (kind: Kind, amount: number, more: Partial<Request> = {}) => {
    const done = await own.moveMoney(kind, { caller: app, transactionId: id, input: { amount }, ...more });
    if (!('transaction' in done)) throw new Error(JSON.stringify(done));
    return done;
  };
  const user = { id: newId(), email: `${newId()}@example.com` };
  const invite = async () => {
    const membership = { ...user, merchantId: merchant.id, merchant: 'Shop', test: true, invitedBy: app.id };
    await own.addUser({ ...membership, role: 'owner' }, app, true, []);
    await own.putAccepted(membership);
  };
  const route = 'POST /transactions/{transactionId}/refunds';
  return { merchant, app, id, move, invite, user: { kind: 'user', id: user.id, route } as const };
}

/** Runs `work`, which makes another movement, between the first read and the first write of a movement. */
function moveInBetween(work: () => Promise<unknown>): void {
  own.proxy.instead = async (operation) => {
    if (operation !== 'TransactWriteItems') return undefined;
    own.proxy.instead = undefined;
    await work();
    return undefined;
  };
}

const kindsAndAmounts = ({ trail }: { trail: readonly { kind: string; amount?: number }[] }) =>
  trail.map(({ kind, amount }) => [kind, amount]);

test('a movement that was possible until another one came between is a conflict, and changes nothing', async () => {
  const { id, move } = await paid();
  moveInBetween(() => move('capture', 500));
  await expect(move('capture', 501)).rejects.toMatchObject({
    name: 'Conflict',
    message: expect.stringMatching(/^The transaction has changed in the meantime: .*EUR 5\.00/),
  });
  expect(await own.getTransaction(id)).toMatchObject({ pendingAmount: 500, capturedAmount: 500 });
  await expect(move('capture', 501)).rejects.toMatchObject({ name: 'Refused' });
});

test('a movement that is still possible after another one follows it, and shows both', async () => {
  const { id, move } = await paid();
  moveInBetween(() => move('capture', 500));
  const { transaction, entry } = await move('capture', 300);
  expect(transaction).toMatchObject({ id, amount: 1000, pendingAmount: 200, capturedAmount: 800 });
  expect([kindsAndAmounts(transaction), entry.amount]).toEqual([
    [
      ['capture', 500],
      ['capture', 300],
    ],
    300,
  ]);
});

test('a movement shows the payment as it is afterwards, with its earlier movements', async () => {
  const { move } = await paid();
  await move('capture', 500);
  await move('refund', 100);
  const { transaction, entry } = await move('void', 500);
  expect(transaction).toMatchObject({
    pendingAmount: 0,
    capturedAmount: 500,
    refundedAmount: 100,
    voidedAmount: 500,
  });
  expect(kindsAndAmounts(transaction)).toEqual([
    ['capture', 500],
    ['refund', 100],
    ['void', 500],
  ]);
  expect(entry.kind).toBe('void');
});

test('a payment is shown as it was at a moment, without later movements and increments', async () => {
  const { id, move } = await paid();
  const first = (await move('void', 100)).transaction;
  await move('increment', 200);
  const third = (await move('capture', 500)).transaction;
  await move('refund', 500);
  const at = async ({ trail, ...then }: typeof first) => {
    const { pendingAmount, capturedAmount, refundedAmount, voidedAmount, disputedAmount, refundableAmount } =
      then;
    const paid = { pendingAmount, capturedAmount, voidedAmount };
    const amounts = { ...paid, refundedAmount, disputedAmount, refundableAmount };
    const shown = await own.transactionAt(id, { amounts, entries: trail.length });
    expect(shown).toMatchObject(amounts);
    return [shown.amount, ...shown.trail.map(({ kind }) => kind)];
  };
  expect(await at(first)).toEqual([1000, 'void']);
  expect(await at(third)).toEqual([1200, 'void', 'increment', 'capture']);
});

test('a repeated request gets the amounts and the number of movements of its first response', async () => {
  const { move } = await paid();
  await move('void', 100);
  const idempotency = { scope: 'app', key: newId(), fingerprint: 'same' };
  await move('capture', 300, { idempotency });
  await move('refund', 300);
  const repeat = await move('capture', 300, { idempotency }).catch((error) => error);
  expect(repeat).toMatchObject({ name: 'EarlierAnswer' });
  const answer = { amounts: { pendingAmount: 600, capturedAmount: 300, refundedAmount: 0 }, entries: 2 };
  expect(JSON.parse(repeat.answer)).toMatchObject(answer);
});

test('a declined payment keeps its amount', async () => {
  const { id } = await paid({}, 10);
  const nothing = { pendingAmount: 0, capturedAmount: 0, refundedAmount: 0, voidedAmount: 0 };
  const amounts = { ...nothing, disputedAmount: 0, refundableAmount: 0 };
  expect(await own.transactionAt(id, { amounts, entries: 0 })).toMatchObject({ amount: 1000, error: 10 });
});

test('a movement that Florin repeats counts once against the budget of an unverified app', async () => {
  const app = newId();
  const { move } = await paid({ unvouched: { app, days: 90 } });
  const used = async () => {
    const today = new Date().toISOString().slice(0, 10);
    return (await own.get<{ pk: string; sk: string; used: number }>(own.writesKey(app, today)))?.used;
  };
  moveInBetween(() => move('capture', 500));
  await move('capture', 300);
  expect(await used()).toBe(2);
});

describe('above the limit of the merchant, a refund', () => {
  test('a refund by a user needs a step-up, even if only a concurrent refund makes the sum exceed the limit', async () => {
    const { id, move, invite, user } = await paid({ refundLimit: 500 });
    await invite();
    await move('capture', 1000);
    await expect(move('refund', 501, { caller: user })).rejects.toMatchObject({ by: 'link' });
    moveInBetween(() => move('refund', 300, { caller: user }));
    await expect(move('refund', 300, { caller: user })).rejects.toMatchObject({ by: 'link' });
    expect((await own.getTransaction(id))?.refundedAmount).toBe(300);
    expect((await move('refund', 200, { caller: user })).transaction.refundedAmount).toBe(500);
  });

  test('a refund by a till is refused, even if only a concurrent refund makes the sum exceed the limit', async () => {
    const { id, merchant, move, user } = await paid({ refundLimit: 500 });
    const till = { ...user, kind: 'till', id: newId() } as const;
    await own.transact([
      { item: own.put({ ...own.membershipKey(merchant.id, till), test: true, role: 'refundingTill' }) },
    ]);
    await move('capture', 1000);
    const isRefused = { name: 'Refused', faults: [{ field: 'amount' }] };
    await expect(move('refund', 501, { caller: till })).rejects.toMatchObject(isRefused);
    moveInBetween(() => move('refund', 300, { caller: till }));
    await expect(move('refund', 300, { caller: till })).rejects.toMatchObject(isRefused);
    expect((await own.getTransaction(id))?.refundedAmount).toBe(300);
  });

  test('a refund by an app needs no step-up, and no other movement of a user does', async () => {
    const { move, invite, user } = await paid({ refundLimit: 1 });
    await invite();
    const caller = (kind: string) => ({
      caller: { ...user, route: `POST /transactions/{transactionId}/${kind}` },
    });
    await move('capture', 600, caller('captures'));
    await move('void', 400, caller('voids'));
    expect((await move('refund', 600)).transaction.refundedAmount).toBe(600);
  });
});

test('a stranger moves nothing, and a payment that does not exist is not found', async () => {
  const [{ id, move }, stranger] = [await paid(), await paid()];
  await expect(move('capture', 1, { caller: stranger.app })).rejects.toMatchObject({ name: 'NoAccess' });
  await expect(move('capture', 1, { transactionId: newId() })).rejects.toMatchObject({ name: 'NotFound' });
  expect((await own.getTransaction(id))?.capturedAmount).toBe(0);
});

test('a capture and a refund count their own amounts by currency; increments, voids and repeats count nothing', async () => {
  const { id, app } = await paid();
  const ask = (amount: number) => ({ caller: app, params: { transactionId: id }, body: { amount } });
  const counted = [];
  for (const [kind, amount] of [
    ['increment', 200],
    ['capture', 600],
    ['capture', 1],
    ['void', 400],
    ['refund', 50],
  ] as const)
    counted.push((await own.movement(kind)({}, ask(amount))).count);
  const dimension = { name: 'currency', value: 'EUR' };
  expect(counted).toEqual([
    undefined,
    { name: 'Captured', value: 600, dimension },
    { name: 'Captured', value: 1, dimension },
    undefined,
    { name: 'Refunded', value: 50, dimension },
  ]);
  const moment = { amounts: requireFound(await own.getTransaction(id)), entries: 5 };
  expect((await own.replayMovement(moment, ask(50))).count).toBeUndefined();
});
