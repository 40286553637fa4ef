import { createClient } from '../../packages/florin/src/index.ts';
import { ownLive } from '../api/support/live.ts';

const live = ownLive();

test('while the response to a capture is missing, the client reports the operation or waits, and captures once', async () => {
  const { key, merchant, account } = await live.shop();
  const florin = createClient({ baseUrl: live.florin.baseUrl, key });
  const id = await live.authorized(merchant);
  const end = live.stripe.fail({ how: 'lost', of: /\/capture$/, account, times: 1000 });
  const error = await florin.transactions.capture(id, { amount: 6000 }).catch((error) => error);
  expect(error).toMatchObject({ name: 'OperationOpenError', code: 'OPERATION_OPEN', status: 504 });
  expect((await florin.transactions.get(id)).operation).toMatchObject({
    id: error.operation,
    amount: 6000,
    capture: true,
  });
  setTimeout(end, 2000);
  const { idempotencyKey } = error;
  const options = { idempotencyKey, waitForOperation: 60_000 };
  const transaction = await florin.transactions.capture(id, { amount: 6000 }, options);
  expect([transaction.capturedAmount, transaction.trail.length]).toEqual([6000, 1]);
  expect(transaction).not.toHaveProperty('operation');
  expect(live.stripe.books(account)).toMatchObject({ captured: { EUR: 6000 } });
});
