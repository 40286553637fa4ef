import { isForgotten, keyOf } from '../../../../functions/core/acquirer/stripe/payments/idempotency-key.ts';
import { newId } from '../../../../functions/core/domain/id.ts';

afterEach(() => jest.useRealTimers());

test('a key counts as forgotten from 23 hours after its operation began', () => {
  const began = Date.now();
  const id = newId(began);
  const forgotten = [-1, 0, 1].map((difference) => {
    jest.useFakeTimers({ now: began + 23 * 60 * 60 * 1000 + difference });
    return isForgotten(id);
  });
  expect(forgotten).toEqual([false, false, true]);
});

test('each attempt after a failure of Stripe has a key of its own', () => {
  const keys = [undefined, 0, 1, 2].map((attempts) => keyOf({ id: 'id', attempts }, '-part'));
  expect(keys).toEqual(['id-part', 'id-part', 'id-part-1', 'id-part-2']);
});
