import type { SQSEvent } from 'aws-lambda';
import { newId } from '../../../functions/core/domain/id.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';
import { sqsMessages } from '../sqs-messages.ts';

const { messages, listen } = sqsMessages<{ merchantId?: string }>();

const own = onOwnTable(async () => {
  const variables = { AWS_ENDPOINT_URL_SQS: await listen(), MERCHANTS_URL: 'https://sqs.example/1/m' };
  Object.assign(process.env, variables);
  return {
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/jobs/each-merchant.ts')),
  };
});

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

test('a merchant that takes too long is repeated alone', async () => {
  const done: string[] = [];
  const work = async (id: string) => (id === 'slow' ? new Promise(() => {}) : done.push(id));
  const Records = ['a', 'slow', 'b'].map((merchantId) => ({
    messageId: merchantId,
    body: JSON.stringify({ time: new Date().toISOString(), merchantId }),
  }));
  const left = { getRemainingTimeInMillis: () => 10_050 };
  const answer = await own.eachMerchant({ name: 'Test', work })({ Records } as SQSEvent, left);
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'slow' }] });
  expect(done).toEqual(['a', 'b']);
});

test('the list has every live merchant, reads a page at once, and asks test merchants alone for a ledger', async () => {
  const made = [false, false, false, true].map((test) => someMerchant({ test }));
  for (const merchant of made) await own.createMerchant(merchant, { id: newId(), name: null });
  own.proxy.reset();
  const job = own.eachMerchant({ name: 'Test', ledgersOnly: true, work: async () => {} });
  expect(await job({ time: '2026-11-25T03:00:00Z' })).toMatchObject({ merchants: 3, more: false });
  const live = made.filter(({ test }) => !test).map(({ id }) => id);
  expect(messages.map(({ merchantId }) => merchantId).sort()).toEqual(live.sort());
  // The page, and the ledger of the test merchant.
  expect(own.proxy.calls.map(({ operation }) => operation)).toEqual(['Query', 'Query']);
});
