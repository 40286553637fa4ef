import { captureFee, standardPricing } from '#domain/money/merchant-fees.ts';

test('the price list: 1.35 %, and a flat and a dispute fee in each funding currency', () => {
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

// 1.35 % of 1000 is 13.5, of 3000 is 40.5, of 5000 is 67.5: as near to one integer as to the other.
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
])('the fee of a capture of %d: a share of %d, to the even one at a tie', (gross, rate) => {
  expect(captureFee(gross, standardPricing('EUR'))).toEqual({ flat: 25, rate });
});

test('a price below a millionth is read as it is written', () => {
  const pricing = { rate: 5e-7, flat: { currency: 'EUR', amount: 0 } };
  expect(captureFee(3_000_000, pricing).rate).toBe(2);
  expect(captureFee(5_000_000, pricing).rate).toBe(2);
});
