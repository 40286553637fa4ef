import { captureFee, standardPricing } from '#domain/money/merchant-fees.ts';

test('the standard pricing is 1.35 %, a flat fee and a dispute fee in each funding currency', () => {
  const currencies = ['CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HUF', 'NOK', 'PLN', 'RON', 'SEK', 'USD'];
  const list = currencies.map((currency) => {
    const { rate, flat, dispute, transfer } = standardPricing(currency);
    expect(transfer).toEqual({ toCard: { rate, flat, dispute } });
    expect([flat.currency, dispute.currency]).toEqual([currency, currency]);
    return [currency, rate, flat.amount, dispute.amount];
  });
  expect(list).toEqual([
    ['CHF', 0.0135, 25, 2000],
    ['CZK', 0.0135, 600, 50000],
    ['DKK', 0.0135, 190, 15000],
    ['EUR', 0.0135, 25, 2000],
    ['GBP', 0.0135, 20, 1750],
    ['HUF', 0.0135, 10000, 800000],
    ['NOK', 0.0135, 280, 22500],
    ['PLN', 0.0135, 110, 8500],
    ['RON', 0.0135, 125, 10000],
    ['SEK', 0.0135, 270, 21500],
    ['USD', 0.0135, 30, 2300],
  ]);
  expect(() => standardPricing('JPY')).toThrow('JPY is not a funding currency');
});

// 1.35 % of 1000 is 13.5, of 3000 is 40.5, and of 5000 is 67.5. Each is exactly between two integers.
test.each([
  [1000, 14],
  [3000, 40],
  [5000, 68],
  [7000, 94],
  [999, 13],
  [1001, 14],
  [2999, 40],
  [3001, 41],
  [1, 0],
  [10 ** 12, 13_500_000_000],
])('the rate part of the fee for a capture of %d is %d, by half-even rounding', (gross, rate) => {
  expect(captureFee(gross, standardPricing('EUR'))).toEqual({ flat: 25, rate });
});

test('a rate below a millionth is read as written', () => {
  const pricing = { rate: 5e-7, flat: { currency: 'EUR', amount: 0 } };
  expect(captureFee(3_000_000, pricing).rate).toBe(2);
  expect(captureFee(5_000_000, pricing).rate).toBe(2);
});
