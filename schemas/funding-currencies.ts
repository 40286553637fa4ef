/** The currencies that a merchant can have. Each has its fees in `functions/core/domain/money/merchant-fees.ts`. */
export const fundingCurrencies = [
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HUF',
  'NOK',
  'PLN',
  'RON',
  'SEK',
  'USD',
] as const;

export type FundingCurrency = (typeof fundingCurrencies)[number];
