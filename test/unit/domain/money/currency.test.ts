import { exponentOf, isCurrency } from '#domain/money/currency.ts';
import { decimalsOf } from '../../../../functions/payment-page/client/sdk/plugin-config.ts';

/** The currencies in use by ISO 4217, by their decimals, without funds, precious metals and codes for tests. */
const iso4217: [decimals: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC ' +
      'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR ' +
      'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD ' +
      'NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN ' +
      'SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
];

/** ISK has two decimals in client libraries and at Stripe, and none in ISO 4217. */
const expected = [...iso4217, [2, 'ISK'] as const].flatMap(([decimals, codes]) =>
  codes.split(' ').map((code) => [code, decimals] as const),
);

test('each currency in use has its decimals, on the server and on the page', () => {
  const known = expected.filter(([code]) => isCurrency(code));
  expect(known).toEqual(expected);
  expect(known.map(([code]) => [code, exponentOf(code)])).toEqual(expected);
  expect(known.map(([code]) => [code, decimalsOf(code)])).toEqual(expected);
});

test.each(['', 'XXX', 'XTS', 'XAU', 'eur', 'EURO', 'toString', '__proto__'])(
  '%p is not a currency',
  (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => exponentOf(code)).toThrow(RangeError);
  },
);
