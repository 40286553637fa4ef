import { newId } from '#domain/id.ts';
import { openTransaction } from '#domain/transactions/transaction.ts';
import type * as Creating from '../../../../functions/core/store/transactions/create-transaction.ts';
import type * as Moving from '../../../../functions/core/store/transactions/movement-writes.ts';
import { someMerchant } from '../../domain/some-merchant.ts';

let store: typeof Creating & typeof Moving;
let logged: string;

beforeAll(async () => {
  // Nothing listens at this address, as the store refuses each write before sending it.
  Object.assign(process.env, { TABLE_NAME: 'table', DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' });
  store = {
    ...(await import('../../../../functions/core/store/transactions/create-transaction.ts')),
    ...(await import('../../../../functions/core/store/transactions/movement-writes.ts')),
  };
});

beforeEach(() => {
  logged = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    logged += text;
    return true;
  });
});
afterEach(() => jest.restoreAllMocks());

const merchant = someMerchant();

const transaction = openTransaction(merchant, {
  id: newId(),
  currency: 'EUR',
  amount: 1000,
  descriptor: 'Shop',
  card: { bin: '400000', last4: '0259', expiry: '', scheme: 'visa', code: { present: true } },
  recurring: false,
});

const isBroken = { name: 'BrokenInvariant', message: expect.stringContaining(transaction.id) };

test('the store refuses and counts a movement after which the amounts would not add up', () => {
  const state = { ...transaction, entries: 0, trailSize: 0 };
  const movement = { change: { pendingAmount: -100, capturedAmount: 101, refundableAmount: 101 } };
  expect(() => store.movementWrites(state, movement)).toThrow(expect.objectContaining(isBroken));
  const line = JSON.parse(logged);
  expect(line).toMatchObject({ level: 'error', transactionId: transaction.id, BrokenInvariants: 1 });
  expect(line._aws.CloudWatchMetrics[0].Metrics).toEqual([{ Name: 'BrokenInvariants' }]);
});

test('the store refuses and counts a new transaction whose amounts do not add up', async () => {
  const wrong = { ...transaction, pendingAmount: 999 };
  await expect(store.createTransaction(wrong, {}, { merchant: {}, alongside: [] })).rejects.toMatchObject(
    isBroken,
  );
  expect(JSON.parse(logged)).toMatchObject({ BrokenInvariants: 1, merchantId: merchant.id });
});
