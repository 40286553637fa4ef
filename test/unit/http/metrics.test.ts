import { countOf, embedded } from '../../../functions/core/http/metrics.ts';

const asked = (httpMethod: string, resource: string) => ({ httpMethod, resource });
const answered = (statusCode: number, body: unknown, headers = {}) => ({
  statusCode,
  headers,
  body: JSON.stringify(body),
});
const count = (method: string, path: string, ...answer: Parameters<typeof answered>) =>
  countOf(asked(method, path), answered(...answer));

const transactions = '/merchants/{merchantId}/transactions';
const captures = '/transactions/{transactionId}/captures';

test('payments, of customers and recurring ones', () => {
  const payment = { name: 'Payments', value: 1 };
  expect(count('POST', '/payments', 201, { authorizationId: 'a' })).toEqual(payment);
  expect(count('POST', transactions, 201, { transaction: { id: 'a' } })).toEqual(payment);
  expect(count('POST', '/payments', 200, { challenges: [] })).toBeUndefined();
  expect(count('GET', transactions, 200, [])).toBeUndefined();
});

test('declines, by code; faults in a request are none', () => {
  const declines = (code: string) => ({
    name: 'Declines',
    value: 1,
    dimension: { name: 'code', value: code },
  });
  expect(count('POST', transactions, 400, [{ code: 7, text: 'Insufficient funds' }])).toEqual(declines('7'));
  expect(count('POST', '/payments', 400, { code: 'PAYMENT_CARD_LOST', message: '' })).toEqual(
    declines('PAYMENT_CARD_LOST'),
  );
  expect(count('POST', '/payments', 400, { code: 'TDSECURE_FAILED', message: '' })).toEqual(
    declines('TDSECURE_FAILED'),
  );
  expect(count('POST', transactions, 400, [{ field: 'amount', message: '' }])).toBeUndefined();
  for (const code of ['REQUEST_INVALID', 'PAYMENT_INTEGRATION_KEY_UNKNOWN', 'PAYMENT_CHALLENGE_UNAVAILABLE'])
    expect(count('POST', '/payments', 400, { code, message: '' })).toBeUndefined();
});

test('conflicts, wherever they are', () => {
  expect(count('PUT', '/merchants/{merchantId}', 409, {})).toEqual({ name: 'Conflicts', value: 1 });
});

test('money moved, by currency: the newest entry of the trail', () => {
  const body = { transaction: { currency: 'JPY', trail: [{ amount: 1 }, { amount: 250 }] } };
  const dimension = { name: 'currency', value: 'JPY' };
  expect(count('POST', captures, 201, body)).toEqual({ name: 'Captured', value: 250, dimension });
  expect(count('POST', captures.replace('captures', 'refunds'), 201, body)).toEqual({
    name: 'Refunded',
    value: 250,
    dimension,
  });
  expect(count('POST', captures.replace('captures', 'voids'), 201, body)).toBeUndefined();
  expect(count('POST', captures, 400, [])).toBeUndefined();
});

test('an answer that is given again was counted before', () => {
  const again = { 'Idempotency-Replayed': 'true' };
  expect(count('POST', '/payments', 201, { authorizationId: 'a' }, again)).toBeUndefined();
});

test('in the embedded metric format', () => {
  const dimension = { name: 'currency', value: 'EUR' } as const;
  expect(embedded({ name: 'Captured', value: 250, dimension }, 1000)).toEqual({
    _aws: {
      Timestamp: 1000,
      CloudWatchMetrics: [
        { Namespace: 'Florin', Dimensions: [['currency']], Metrics: [{ Name: 'Captured' }] },
      ],
    },
    currency: 'EUR',
    Captured: 250,
  });
  expect(embedded({ name: 'Payments', value: 1 }, 1000)).toMatchObject({
    _aws: { CloudWatchMetrics: [{ Dimensions: [[]] }] },
    Payments: 1,
  });
});
