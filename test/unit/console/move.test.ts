import { Refusal, Unreachable } from '../../../functions/console/client/api.ts';
import { outcomeOf } from '../../../functions/console/client/move.ts';

test.each([
  ['no answer', new Unreachable(), 'unknown'],
  ['a bug of the page', new TypeError('x'), 'unknown'],
  ['a session that has ended', new Refusal(401, { error: 'SESSION_MISSING' }), 'unknown'],
  ['too many requests', new Refusal(429, { error: 'TOO_MANY_REQUESTS' }), 'unknown'],
  ['an acquirer that is silent', new Refusal(504, { error: 'OPERATION_OPEN' }), 'open'],
  ['a conflict', new Refusal(409, { error: 'CONFLICT' }), 'changed'],
  [
    'an amount that is too large by now',
    new Refusal(400, [{ field: 'amount', message: 'Can …' }]),
    'changed',
  ],
  ['a decline', new Refusal(400, [{ code: 12, message: 'Error' }]), 'refused'],
  ['no access', new Refusal(403, { error: 'FORBIDDEN' }), 'refused'],
])('%s is %s', (_, error, result) => {
  expect(outcomeOf(error).result).toBe(result);
});

test('the processing error of a decline is not taken for a fault of a field', () => {
  const refusal = new Refusal(400, [
    { code: 12, text: 'Error', message: 'Error', client: true, merchant: true },
  ]);
  expect(refusal).toMatchObject({ decline: 12, faults: [], code: undefined });
});
