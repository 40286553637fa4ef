import type { BooksCase } from '../../../functions/core/domain/ledger/books.ts';
import { sqsMessages } from '../sqs-messages.ts';
import { withRealMoney } from '../usecases/real-money.ts';

const { messages, listen } = sqsMessages();
const live = withRealMoney(async () => {
  const variables = { AWS_ENDPOINT_URL_SQS: await listen(), RECONCILIATIONS_URL: 'https://sqs.example/1/r' };
  Object.assign(process.env, variables);
  return {
    ...(await import('../../../functions/core/store/reconciliation/cases.ts')),
    job: (await import('../../../functions/jobs/review-books.ts')).handler,
  };
});
const { own } = live;

beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

const reason = { by: ' Ann ', note: 'The bank has said so' };

/** A merchant with an open case. */
async function merchantWithCase() {
  const { merchant, account } = await live.shop();
  const found: BooksCase = {
    ...{ kind: 'entry', reference: `txn_${merchant.id}`, account, why: 'Nobody knows it', type: 'charge' },
    ...{ amount: 500, fee: 30, currency: 'EUR' },
  };
  await own.keepCase(merchant.id, found);
  return { merchantId: merchant.id, account, name: `entry:${found.reference}` };
}

test('an operator sees a merchant’s cases, without the keys of the table', async () => {
  const { merchantId, account, name } = await merchantWithCase();
  await merchantWithCase();
  expect(await own.job({ merchantId })).toEqual({
    merchantId,
    cases: [
      {
        ...{ case: name, account: account.account, why: 'Nobody knows it', type: 'charge', state: 'open' },
        ...{ amount: 500, fee: 30, currency: 'EUR' },
        ...{ firstSeen: expect.any(String), lastSeen: expect.any(String) },
      },
    ],
  });
});

test.each(['explained', 'adjusted'] as const)(
  'an operator settles a case as %s, with a name and a note',
  async (as) => {
    const { merchantId, name } = await merchantWithCase();
    const kept = { by: 'Ann', note: reason.note };
    expect(await own.job({ merchantId, settle: name, as, ...reason })).toMatchObject({
      merchantId,
      settled: { case: name, state: as, settled: kept },
    });
    expect(await own.listCases(merchantId)).toMatchObject([{ state: as, settled: kept }]);
  },
);

test('the name and the note of an operator may be as long as the limits', async () => {
  const { merchantId, name } = await merchantWithCase();
  const longest = { by: 'x'.repeat(100), note: 'y'.repeat(1000) };
  await own.job({ merchantId, settle: name, as: 'explained', ...longest });
  expect(await own.listCases(merchantId)).toMatchObject([{ settled: longest }]);
});

test.each([
  ['no decision', {}, '`as` must be'],
  ['another decision', { as: 'gone' }, '`as` must be'],
  ['no name', { as: 'explained', by: ' ' }, '`by` must be text of 1 to 100 characters'],
  ['a long name', { as: 'explained', by: 'x'.repeat(101) }, '`by` must be'],
  ['no note', { as: 'explained', note: undefined }, '`note` must be text of 1 to 1000 characters'],
])('a command with %s settles nothing', async (_, over, message) => {
  const { merchantId, name } = await merchantWithCase();
  await expect(own.job({ merchantId, settle: name, ...reason, ...over })).rejects.toThrow(message);
  expect(await own.listCases(merchantId)).toMatchObject([{ state: 'open' }]);
});

test('an operator has a period compared, from the beginning of one day to the beginning of another', async () => {
  const { merchantId } = await merchantWithCase();
  const [since, until] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2026-02-01T00:00:00Z')];
  const period = { name: expect.stringMatching(/^period \w{24}$/), since, until };
  const { started } = (await own.job({ merchantId, from: '2026-01-01', to: '2026-02-01' })) as {
    started: object;
  };
  expect(started).toEqual(period);
  expect(messages).toEqual([{ time: expect.stringMatching(/^20.*Z$/), merchantId, period: started }]);
});

test.each([
  ['without a beginning', { to: '2026-02-01' }, '`from` must be a day'],
  ['without an end', { from: '2026-02-01' }, '`to` must be a day'],
  ['with a time', { from: '2026-01-01T00:00:00Z', to: '2026-02-01' }, '`from` must be a day'],
  ['with a day that does not exist', { from: '2026-01-01', to: '2026-02-30' }, '`to` must be a day'],
  ['of no length', { from: '2026-01-01', to: '2026-01-01' }, '`from` must be before `to`'],
])('a period %s is refused', async (_, period, message) => {
  const { merchantId } = await merchantWithCase();
  await expect(own.job({ merchantId, ...period })).rejects.toThrow(message);
  expect(messages).toEqual([]);
});

test.each([{}, { merchantId: 7 }, { merchantId: 'f'.repeat(24) }])(
  'a command for %j, which names no existing merchant, is refused',
  async (command) => {
    await expect(own.job(command)).rejects.toThrow('There is no merchant');
  },
);
