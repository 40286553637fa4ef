import { idDate } from '#domain/id.ts';
import type { MerchantAccount } from '#store/merchants.ts';

/** A merchant as the API shows it: always the full object. */
export function present(merchant: MerchantAccount) {
  const {
    id,
    key,
    name,
    currency,
    test,
    email,
    website,
    descriptor,
    company,
    bank,
    balance,
    claim,
    pricing,
    tds,
  } = merchant;
  return {
    id,
    key,
    created: idDate(id),
    name: name ?? null,
    currency,
    test,
    email,
    website,
    descriptor,
    company: { country: company.country, number: company.number ?? null },
    bank: { iban: bank?.iban ?? null },
    balance,
    claim,
    pricing,
    tds,
  };
}
