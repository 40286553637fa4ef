import {
  acquirerEvent,
  acquirerRefusal,
  conflict,
  countOf,
  declineCount,
  embeddedMetrics,
  eventOfOtherMode,
  eventOfOtherVersion,
  foreignEvent,
  livePayment,
  movementCount,
  payment,
  paymentCounts,
  withCounts,
  withheldMail,
} from '../../../functions/core/observability/metrics.ts';

test('metrics count payments, conflicts, declines by code, and moved money by currency', () => {
  expect(payment).toEqual({ name: 'Payments', value: 1 });
  expect(conflict).toEqual({ name: 'Conflicts', value: 1 });
  const declined = { name: 'Declines', value: 1 };
  expect(declineCount(7)).toEqual({ ...declined, dimension: { name: 'code', value: '7' } });
  expect(declineCount('TDSECURE_FAILED')).toEqual({
    ...declined,
    dimension: { name: 'code', value: 'TDSECURE_FAILED' },
  });
  expect(movementCount('Refunded', 250, 'JPY')).toEqual({
    name: 'Refunded',
    value: 250,
    dimension: { name: 'currency', value: 'JPY' },
  });
});

test('a result carries its count, which JSON leaves out', () => {
  const result = { statusCode: 201, body: '' };
  expect(withCounts(result, payment)).toBe(result);
  expect(countOf(result)).toEqual(payment);
  expect(JSON.stringify(result)).toBe('{"statusCode":201,"body":""}');
  expect(countOf(withCounts({ ...result }, undefined))).toBeUndefined();
});

test('embeddedMetrics writes a count in the embedded metric format', () => {
  const dimension = { name: 'currency', value: 'EUR' } as const;
  expect(embeddedMetrics({ name: 'Captured', value: 250, dimension }, 1000)).toEqual({
    _aws: {
      Timestamp: 1000,
      CloudWatchMetrics: [
        { Namespace: 'Florin', Dimensions: [['currency']], Metrics: [{ Name: 'Captured' }] },
      ],
    },
    currency: 'EUR',
    Captured: 250,
  });
  expect(embeddedMetrics({ name: 'Payments', value: 1 }, 1000)).toMatchObject({
    _aws: { CloudWatchMetrics: [{ Dimensions: [[]] }] },
    Payments: 1,
  });
});

test('a payment counts what was captured with it', () => {
  const captured = { name: 'Captured', value: 500, dimension: { name: 'currency', value: 'EUR' } };
  expect(paymentCounts(true, 500, 'EUR')).toEqual([payment, captured]);
  expect(paymentCounts(false, 500, 'EUR')).toEqual(payment);
});

test.each<[string, () => object]>([
  ['ForeignEvents', foreignEvent],
  ['LivePayments', livePayment],
  ['AcquirerEvents', acquirerEvent],
  ['EventsOfOtherMode', eventOfOtherMode],
  ['EventsOfOtherVersion', eventOfOtherVersion],
  ['AcquirerRefusals', acquirerRefusal],
  ['MailsWithheld', () => withheldMail('day')],
])('the log fields of %s count it by that name, which an alarm watches', (name, count) => {
  expect(count()).toMatchObject({
    [name]: 1,
    _aws: { CloudWatchMetrics: [{ Metrics: [{ Name: name }] }] },
  });
});
