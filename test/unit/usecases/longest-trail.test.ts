import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/domain/transactions/movement-rules.ts')),
  ...(await import('../../../functions/core/domain/transactions/transaction.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/table/client.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
  ...(await import('../../../functions/core/store/transactions/movement-writes.ts')),
  ...(await import('../../../functions/core/store/transactions/transactions.ts')),
  ...(await import('../../../functions/core/usecases/movements/move-money.ts')),
}));

test('the last movement that fits a trail must take all that is left', async () => {
  const [appId, id, merchant] = [own.newId(), own.newId(), someMerchant()];
  await own.createMerchant(merchant, { id: appId, name: null });
  const transaction = own.openTransaction(merchant, {
    ...{ id, currency: 'EUR', amount: 500, descriptor: 'Shop', recurring: false },
    card: { bin: '424242', last4: '4242', expiry: '', scheme: 'visa', code: { present: true } },
  });
  await own.createTransaction(transaction, {}, { merchant, alongside: [] });
  const capture = async (amount: number) => {
    const idempotency = { scope: appId, key: `capture ${amount}`, fingerprint: '' };
    const done = await own.moveMoney('capture', {
      caller: { kind: 'app', id: appId },
      transactionId: id,
      input: { amount },
      idempotency,
    });
    return 'transaction' in done && done.transaction.capturedAmount;
  };

  const TableName = own.table;
  const { pk, sk } = own.transactionKey(id);
  const entries = Array.from({ length: own.mostEntries }, () => ({ i: new Uint8Array(12), v: 0 }));
  await own.client.send(new PutCommand({ TableName, Item: { pk, sk: 'trail#0000', entries } }));
  await own.client.send(
    new UpdateCommand({
      ...{ TableName, Key: { pk, sk } },
      UpdateExpression: 'SET entries = :most',
      ExpressionAttributeValues: { ':most': own.mostEntries },
    }),
  );
  await expect(capture(499)).rejects.toMatchObject({
    faults: [{ field: 'amount', message: 'Must be all that is left, EUR 5.00, after 10000 movements' }],
  });
  expect(await capture(500)).toBe(500);
});
