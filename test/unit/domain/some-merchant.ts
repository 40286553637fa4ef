import { newId } from '#domain/id.ts';
import { type Merchant, type MerchantInput, openMerchant } from '#domain/merchants/merchant.ts';

/** A merchant with the standard terms. */
export const someMerchant = (over: Partial<MerchantInput> = {}): Merchant =>
  openMerchant(
    {
      currency: 'EUR',
      test: true,
      email: 'shop@example.com',
      website: 'https://example.com',
      descriptor: 'Shop',
      company: { country: 'DK' },
      ...over,
    },
    newId(),
    'key',
  );
