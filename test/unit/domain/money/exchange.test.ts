import fc from 'fast-check';
import { canExchange, exchange, exchangeBetween } from '#domain/money/exchange.ts';
import { perDollar, perEuroFixed } from '#domain/money/fixed-parities.ts';
import { maxAmount } from '#domain/money/money.ts';
import { bundledRates as rates } from '#domain/money/rates-snapshot.ts';

const between = (from: string, to: string) => {
  const at = exchangeBetween(rates, from, to);
  if (!at) throw new Error(`no rate from ${from} to ${to}`);
  return at;
};

// Rates of 2026-03-13: a euro is JPY 182.85, USD 1.1476, DKK 7.4726; a dollar is BHD 0.376 by fixed parity.
test.each([
  // 10000 JPY / 182.85 = 54.6896... EUR
  ['JPY', 10000, 'EUR', 5469],
  // 10.000 BHD / (1.1476 × 0.376 = 0.4314976) = 23.1751... EUR
  ['BHD', 10000, 'EUR', 2318],
  // 100.00 EUR × 182.85 = 18285 JPY
  ['EUR', 10000, 'JPY', 18285],
  // 100.00 USD / 1.1476 × 7.4726 = 651.1502... DKK
  ['USD', 10000, 'DKK', 65115],
  // By law, 1.95583 BGN is one euro.
  ['BGN', 195583, 'EUR', 100000],
])('%s %d is exchanged to %s %d', (from, amount, to, expected) => {
  expect(exchange(amount, between(from, to))).toBe(expected);
});

/** `CHF 0.9034 USD 1.1476`, in alphabetical order. */
const listOf = (table: Record<string, string>) =>
  Object.entries(table)
    .map((entry) => entry.join(' '))
    .sort()
    .join(' ');

// Each figure is one that its central bank publishes. A wrong figure would credit merchants wrong amounts.
test('the parities and the bundled rates are the published ones', () => {
  expect(listOf(perDollar)).toBe(
    'AED 3.6725 ANG 1.79 AWG 1.79 BBD 2 BHD 0.376 BMD 1 BSD 1 BZD 2 DJF 177.721 JOD 0.709 OMR 0.3845 PAB 1 ' +
      'QAR 3.64 SAR 3.75 SVC 8.75 XCD 2.7 XCG 1.79',
  );
  expect(listOf(perEuroFixed)).toBe(
    'BAM 1.95583 BGN 1.95583 CVE 110.265 EUR 1 HRK 7.5345 KMF 491.96775 XAF 655.957 XOF 655.957 XPF 119.331742',
  );
  expect(listOf(rates.perEuro)).toBe(
    'AUD 1.6293 BRL 6.0172 CAD 1.5726 CHF 0.9034 CNY 7.9145 CZK 24.437 DKK 7.4726 GBP 0.86503 HKD 8.9827 ' +
      'HUF 391.48 IDR 19395.07 ILS 3.5883 INR 106.0205 ISK 144.20 JPY 182.85 KRW 1711.87 MXN 20.4517 MYR 4.5198 ' +
      'NOK 11.1590 NZD 1.9691 PHP 68.301 PLN 4.2675 RON 5.0947 SEK 10.7545 SGD 1.4685 THB 36.953 TRY 50.7122 ' +
      'USD 1.1476 ZAR 19.2754',
  );
});

test('the stored rate names both currencies, the date, and the reference rates it was computed from', () => {
  expect(between('BHD', 'EUR')).toEqual({
    from: 'BHD',
    to: 'EUR',
    date: '2026-03-13',
    perEuro: { from: '0.4314976', to: '1' },
    rate: 2.317509993,
  });
});

test('a currency without a rate cannot be exchanged', () => {
  expect(exchangeBetween(rates, 'KPW', 'EUR')).toBeUndefined();
  expect(exchangeBetween(rates, 'EUR', 'KPW')).toBeUndefined();
});

// 5 units at 2 for a euro are 2.5 euros, which half-even rounding turns into 2.
test.each([
  [1, 0],
  [2, 1],
  [3, 2],
  [5, 2],
  [7, 4],
  [9, 4],
])('an exchange of %d, exactly between two amounts, gives the even one, %d', (amount, expected) => {
  const at = { from: 'EUR', to: 'USD', date: '', perEuro: { from: '2', to: '1' }, rate: 0.5 };
  expect(exchange(amount, at)).toBe(expected);
});

test('the largest amount of any currency fits a safe integer in every funding currency', () => {
  const quoted = [
    ...Object.keys(rates.perEuro),
    'EUR',
    'BHD',
    'OMR',
    'JOD',
    'XAF',
    'XPF',
    'KMF',
    'BAM',
    'HRK',
  ];
  // The factor 2 leaves room for rates that change.
  for (const from of quoted)
    for (const to of ['CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HUF', 'NOK', 'PLN', 'RON', 'SEK', 'USD'])
      expect(2 * exchange(maxAmount, between(from, to))).toBeLessThan(Number.MAX_SAFE_INTEGER);
});

test('exchange keeps the order of amounts, and an exchange back differs only by rounding', () => {
  const currency = fc.constantFrom('EUR', 'USD', 'GBP', 'CHF', 'BHD', 'DKK');
  const amount = fc.integer({ min: 1, max: 10 ** 12 });
  fc.assert(
    fc.property(currency, currency, amount, amount, (from, to, a, b) => {
      const at = between(from, to);
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(exchange(low, at)).toBeLessThanOrEqual(exchange(high, at));
      const back = exchange(exchange(a, at), between(to, from));
      // Each exchange rounds by at most half a unit. The most is half a penny, which is 4.3 øre, and half an øre more.
      expect(Math.abs(back - a)).toBeLessThanOrEqual(5);
    }),
  );
});

test.each([
  ['EUR', 'EUR', true],
  // A payment in the merchant's currency needs no rate.
  ['KPW', 'KPW', true],
  ['USD', 'EUR', true],
  ['KPW', 'EUR', false],
  ['EUR', 'KPW', false],
])('a payment in %s can be settled in %s: %p', (from, to, possible) => {
  expect(canExchange(rates, from, to)).toBe(possible);
});

test('a currency with a fixed parity to the dollar has no rate if the dollar has none', () => {
  const { USD: _, ...perEuro } = rates.perEuro;
  expect(exchangeBetween({ ...rates, perEuro }, 'BHD', 'EUR')).toBeUndefined();
  expect(exchangeBetween({ ...rates, perEuro }, 'BGN', 'EUR')).toBeDefined();
});

test.each([
  // A parity of one dollar.
  ['BMD', '2', '2'],
  ['BMD', '1.50', '1.5'],
  // Trailing zeros are dropped after the decimal point and kept before it.
  ['BHD', '125.000', '47'],
  ['BHD', '1250', '470'],
])('the rate of %s at %s dollars for a euro is %s for a euro', (currency, USD, expected) => {
  const at = exchangeBetween({ ...rates, perEuro: { ...rates.perEuro, USD } }, currency, 'EUR');
  expect(at?.perEuro.from).toBe(expected);
});
