import fc from 'fast-check';
import { isAboveLimit } from '#domain/transactions/refund-limit.ts';

const amount = fc.integer({ min: 1, max: 1_000_000 });

test('refunds of a payment need a step-up exactly when they exceed the limit together', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 1_000_000 }), amount, (refundLimit, returned, next) => {
      const payment = { currency: 'EUR', returned };
      const above = isAboveLimit({ currency: 'EUR', refundLimit }, payment, next);
      expect(above).toBe(returned + next > refundLimit);
    }),
  );
});

test('without a limit, no refund needs a step-up; with a limit, each refund in another currency needs one', () => {
  fc.assert(
    fc.property(amount, amount, (refundLimit, next) => {
      const payment = { currency: 'DKK', returned: 0 };
      expect(isAboveLimit({ currency: 'EUR' }, payment, next)).toBe(false);
      expect(isAboveLimit({ currency: 'EUR', refundLimit: 0 }, payment, next)).toBe(false);
      expect(isAboveLimit({ currency: 'EUR', refundLimit }, payment, next)).toBe(true);
    }),
  );
});
