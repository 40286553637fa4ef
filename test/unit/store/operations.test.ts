import { newId } from '../../../functions/core/domain/id.ts';
import type {
  AuthorizationOperation,
  MovementOperation,
} from '../../../functions/core/store/transactions/operations.ts';
import { onOwnTable } from '../own-table.ts';

const store = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
}));

function someOperation(): MovementOperation {
  const since = Date.now();
  return {
    ...{ id: newId(), transactionId: newId(), merchantId: newId(), kind: 'capture', state: 'open' },
    ...{ amount: 100, currency: 'EUR', since, due: since, attempts: 0, final: true, untouched: true },
    account: { acquirer: 'stripe', account: 'acct_1' },
    payment: { reference: 'pi_1', manyCaptures: true },
    entries: [],
  };
}

test('closing or revising a withdrawn operation fails with OperationOpen', async () => {
  const operation = someOperation();
  await store.transact([store.openOperation(operation)]);
  await store.transact([store.withdrawOperation(operation)]);
  const closed = { ...operation, state: 'approved' } as const;
  await expect(store.transact([store.closeOperation(closed)])).rejects.toMatchObject({
    name: 'OperationOpen',
  });
  await expect(store.reviseOperation(operation, { due: 1 })).rejects.toMatchObject({ name: 'OperationOpen' });
});

test('a revised operation cannot be withdrawn, and only one run can make a revision', async () => {
  const operation = someOperation();
  await store.transact([store.openOperation(operation)]);
  const revised = await store.reviseOperation(operation, { attempts: 1 });
  expect(await store.getOperation(operation.id)).toEqual({ ...operation, attempts: 1, revision: 1 });
  await expect(store.reviseOperation(operation, { attempts: 2 })).rejects.toMatchObject({
    name: 'StaleRead',
  });
  await expect(store.transact([store.withdrawOperation(revised)])).rejects.toMatchObject({
    name: 'OperationOpen',
  });
  expect(await store.reviseOperation(revised, { attempts: 2 })).toMatchObject({ revision: 2 });
});

test('duplicates of a request reserve an operation one after the other, and never make it due earlier', async () => {
  const operation = someOperation();
  await store.transact([store.openOperation(operation)]);
  const { due } = operation;
  const reserve = (by: number) => store.reserveOperation(operation, due + by);
  expect(await reserve(5000)).toMatchObject({ due: due + 5000, revision: 1 });
  expect(await reserve(-1)).toMatchObject({ due: due + 5000, revision: 2 });
  expect(await store.getOperation(operation.id)).toMatchObject({ due: due + 5000, revision: 2 });
});

test('an operation is opened and closed once', async () => {
  const operation = someOperation();
  const write = (item: ReturnType<typeof store.openOperation>) => store.transact([item]);
  await write(store.openOperation(operation));
  const again = { ...operation, amount: 200 };
  await expect(write(store.openOperation(again))).rejects.toMatchObject({ name: 'OpenedBefore', operation });
  const closed = { ...operation, state: 'declined' } as const;
  await write(store.closeOperation(closed));
  await expect(write(store.closeOperation({ ...operation, state: 'approved' }))).rejects.toMatchObject({
    ...{ name: 'ClosedBefore', operation: closed },
  });
  await expect(write(store.withdrawOperation(operation))).rejects.toMatchObject({ name: 'OperationOpen' });
  await expect(store.reviseOperation(operation, { due: 1 })).rejects.toMatchObject({ name: 'ClosedBefore' });
  expect(await store.getOperation(operation.id)).toEqual(closed);
});

test('an authorization that was given up can be declined, and not approved', async () => {
  const operation = { ...someOperation(), kind: 'authorize' } as unknown as AuthorizationOperation;
  await store.transact([store.openOperation(operation)]);
  const givenUp = await store.reviseOperation(operation, { withdrawn: true });
  const close = (state: 'approved' | 'declined') =>
    store.transact([store.closeOperation({ ...operation, state })]);
  await expect(close('approved')).rejects.toMatchObject({ name: 'StaleRead', now: givenUp });
  await close('declined');
});

test('a change of the acquirer’s answer is booked once, and only after the answer', async () => {
  const operation = someOperation();
  const overturn = () => store.transact([store.overturnOperation(operation)]);
  const isClosedBefore = { name: 'ClosedBefore' };
  await expect(overturn()).rejects.toMatchObject(isClosedBefore);
  await store.transact([store.openOperation(operation)]);
  await expect(overturn()).rejects.toMatchObject(isClosedBefore);
  await store.transact([store.closeOperation({ ...operation, state: 'approved' })]);
  expect(await store.isOverturned(operation.id)).toBe(false);
  await overturn();
  expect(await store.isOverturned(operation.id)).toBe(true);
  await expect(overturn()).rejects.toMatchObject(isClosedBefore);
});
