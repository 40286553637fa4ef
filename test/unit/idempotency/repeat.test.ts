import { newId } from '#domain/id.ts';
import { KeyReused } from '#domain/outcome.ts';
import { Replay, requireSameRequest, toReplay, underWay } from '#idempotency/repeat.ts';

const request = { scope: 'app', key: 'key', fingerprint: 'this' };
const record = (over: object) => ({ pk: 'key', sk: 'key', fingerprint: 'this', expires: 0, ...over });

test('a repeat of an answered request gets the answer', () => {
  expect(toReplay(record({ answer: '{}' }), request)).toMatchObject({ name: 'Replay', answer: '{}' });
  expect(toReplay(record({ answer: '{}' }), request)).toBeInstanceOf(Replay);
});

test.each([
  ['another request has the key and its answer', { fingerprint: 'other', answer: '{}' }, false],
  ['another request has the key and may release it', { fingerprint: 'other' }, true],
  ['a copy of the request has no answer so far', {}, true],
])('the key is refused if %s', (_, over, unanswered) => {
  const outcome = toReplay(record(over), request);
  expect(outcome).toBeInstanceOf(KeyReused);
  expect(outcome).toMatchObject({ scope: 'app', unanswered });
});

test('an unanswered copy of the request leads to the operation that it has begun', () => {
  const transactionId = newId();
  expect(underWay(record({ transactionId }), request)).toMatchObject({ operationId: transactionId });
  expect(underWay(record({ transactionId, answer: '{}' }), request)).toBeUndefined();
  expect(underWay(record({ transactionId, fingerprint: 'other' }), request)).toBeUndefined();
  expect(underWay(record({}), request)).toBeUndefined();
});

test('the record of another request is refused', () => {
  expect(() => requireSameRequest(record({}), request)).not.toThrow();
  expect(() => requireSameRequest(record({ fingerprint: 'other' }), request)).toThrow(KeyReused);
});
