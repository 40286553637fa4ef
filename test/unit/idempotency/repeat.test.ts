import { newId } from '#domain/id.ts';
import { KeyReused } from '#domain/outcome.ts';
import { EarlierAnswer, earlierOperation, outcomeOfRepeat, requireSameRequest } from '#idempotency/repeat.ts';

const request = { scope: 'app', key: 'key', fingerprint: 'this' };
const record = (over: object) => ({ pk: 'key', sk: 'key', fingerprint: 'this', expires: 0, ...over });

test('a repeat of an answered request gets the stored response', () => {
  expect(outcomeOfRepeat(record({ answer: '{}' }), request)).toMatchObject({
    name: 'EarlierAnswer',
    answer: '{}',
  });
  expect(outcomeOfRepeat(record({ answer: '{}' }), request)).toBeInstanceOf(EarlierAnswer);
});

test.each([
  ['another request used the key and has an answer', { fingerprint: 'other', answer: '{}' }, false],
  ['another request used the key and has no answer so far', { fingerprint: 'other' }, true],
  ['a copy of the request has no answer so far', {}, true],
])('the key is refused if %s', (_, over, unanswered) => {
  const outcome = outcomeOfRepeat(record(over), request);
  expect(outcome).toBeInstanceOf(KeyReused);
  expect(outcome).toMatchObject({ scope: 'app', unanswered });
});

test('earlierOperation returns the operation that an unanswered duplicate of the request has begun', () => {
  const transactionId = newId();
  expect(earlierOperation(record({ transactionId }), request)).toMatchObject({ operationId: transactionId });
  expect(earlierOperation(record({ transactionId, answer: '{}' }), request)).toBeUndefined();
  expect(earlierOperation(record({ transactionId, fingerprint: 'other' }), request)).toBeUndefined();
  expect(earlierOperation(record({}), request)).toBeUndefined();
});

test('requireSameRequest refuses the record of another request', () => {
  expect(() => requireSameRequest(record({}), request)).not.toThrow();
  expect(() => requireSameRequest(record({ fingerprint: 'other' }), request)).toThrow(KeyReused);
});
