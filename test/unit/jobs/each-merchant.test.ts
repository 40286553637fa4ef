import type { SQSEvent } from 'aws-lambda';
import { newId } from '../../../functions/core/domain/id.ts';
import type { Slice } from '../../../functions/core/store/table/list.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';
import { sqsMessages } from '../sqs-messages.ts';

const { messages, listen } = sqsMessages<{ time?: string; merchantId?: string; before?: string }>();

const own = onOwnTable(async () => {
  const variables = { AWS_ENDPOINT_URL_SQS: await listen(), MERCHANTS_URL: 'https://sqs.example/1/m' };
  Object.assign(process.env, variables);
  return {
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
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

test('the list has every merchant with a ledger, live or not, and reads a page and half a unit for each merchant', async () => {
  const made = [false, false, false, true].map((test) => someMerchant({ test }));
  for (const merchant of made) await own.createMerchant(merchant, { id: newId(), name: null });
  const busy = made.slice(2);
  await own.transact(busy.map(({ id }) => ({ item: own.put({ pk: `merchant#${id}`, sk: '#balance#0' }) })));
  own.proxy.reset();
  const job = own.eachMerchant({ name: 'Test', ledgersOnly: true, work: async () => {} });
  expect(await job({ time: '2026-11-25T03:00:00Z' })).toMatchObject({ merchants: 2, more: false });
  const ids = busy.map(({ id }) => id);
  expect(messages.map(({ merchantId }) => merchantId).sort()).toEqual(ids.sort());
  // The first query reads the page of merchants, and each of the others a ledger.
  expect(own.proxy.calls.map(({ operation }) => operation)).toEqual(Array(5).fill('Query'));
});

describe('a list of more than a thousand merchants', () => {
  const [name, time] = ['Test', '2026-11-25T03:00:00.000Z'];
  const slices: Slice[] = [];
  /** Lists merchants from 1200 down to 1. The job must skip one in a hundred, including the last one of each page. */
  async function* list(slice: Slice) {
    slices.push(slice);
    for (let n = Number(slice.before ?? 1201) - 1; n > 0; n--) yield { id: String(n), test: n % 100 === 1 };
  }
  const worked: unknown[] = [];
  const work = async (...given: unknown[]) => worked.push(given);
  const job = () => own.eachMerchant({ name, work, list, skip: ({ test = false }) => test });
  const finished = () =>
    (process.stdout.write as jest.Mock).mock.calls.filter(([line]) => String(line).includes('JobsFinished'))
      .length;

  test('a long list of merchants is processed by several invocations, the last of which reports the end of the job', async () => {
    expect(await job()({ time })).toEqual({ time, merchants: 990, more: true });
    const [last, ...others] = [...messages].reverse();
    expect([last, others.length, finished()]).toEqual([{ time, before: '201' }, 990, 0]);
    expect(others[0]).toEqual({ time, merchantId: '202' });
    messages.length = 0;
    const Records = [{ messageId: '1', body: JSON.stringify(last) }];
    expect(await job()({ Records } as SQSEvent)).toEqual({ batchItemFailures: [] });
    expect([messages.length, messages.at(-1), finished()]).toEqual([198, { time, merchantId: '2' }, 1]);
    expect(slices).toEqual([{ limit: 1000 }, { limit: 1000, before: '201' }]);
  });

  test('a long list of merchants gives each merchant’s work the time of the run and the fields of the message, and repeats failed work', async () => {
    const message = { time, merchantId: '7', rest: 'later' };
    const Records = [message, { time, merchantId: '8' }].map((body, n) => ({
      messageId: String(n),
      body: JSON.stringify(body),
    }));
    const failing = own.eachMerchant({
      ...{ name, list },
      work: async (...given) => {
        worked.push(given);
        if (given[0] === '8') throw new Error('Broken');
      },
    });
    expect(await failing({ Records } as SQSEvent)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect(worked[0]).toEqual(['7', new Date(time), message]);
    const logged = (process.stdout.write as jest.Mock).mock.calls.join();
    expect(logged).toContain('"job":"Test","merchantId":"8"');
    expect(logged).not.toContain('"merchantId":"7"');
  });

  test('a long list of merchants lets a later message continue the work for one merchant', async () => {
    await own.continueWith('7', new Date(time), { rest: 'later' });
    expect(messages).toEqual([{ time, merchantId: '7', rest: 'later' }]);
  });
});
