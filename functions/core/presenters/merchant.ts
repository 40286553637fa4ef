import { methodsOf } from '#acquirer/methods.ts';
import { idDate } from '#domain/id.ts';
import type { Funds } from '#domain/ledger/funds.ts';
import { integrationOf } from '#domain/merchants/integration.ts';
import { logoPath, sizeOf } from '#domain/merchants/logo.ts';
import { capturesInConsole, type Merchant, notificationsOf } from '#domain/merchants/merchant.ts';
import { timeZoneOf } from '#domain/merchants/time-zone.ts';
import type { Method } from '#domain/methods/method.ts';
import type { Fee, Pricing, Terms } from '#domain/money/merchant-fees.ts';
import type { MerchantAccount } from '#store/merchants/merchants.ts';

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
    address,
    bank,
    capture,
    ask,
    color,
    terms,
    privacy,
    logo,
    balances,
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
    address: address ?? null,
    bank: { iban: bank?.iban ?? null },
    timeZone: timeZoneOf(merchant),
    capture: capture ?? false,
    consoleCapture: capturesInConsole(merchant),
    ask: ask ?? [],
    methods: merchant.methods ?? [],
    availableMethods: methodsOf(merchant).map(presentMethod),
    color: color || null,
    terms: terms || null,
    privacy: privacy || null,
    logo: logo ? { path: logoPath(key, logo), ...sizeOf(logo) } : null,
    notifications: notificationsOf(merchant),
    refundLimit: merchant.refundLimit ?? 0,
    ...presentFunds(merchant),
    balances: Object.fromEntries(
      Object.entries(balances).map(([other, funds]) => [other, presentFunds(funds)]),
    ),
    claim: presentClaim(claim),
    pricing: presentPricing(pricing),
    tds: { mode: tds.mode },
    ...(test
      ? { testAuthorizationDays: merchant.testAuthorizationDays ?? 0 }
      : { integration: integrationOf(merchant) }),
  };
}

/** A method that the merchant can choose. */
const presentMethod = (method: Method) => ({
  type: method.type,
  name: method.name,
  currencies: method.currencies,
  countries: method.countries,
  least: method.least ?? {},
  most: method.most ?? {},
  captured: method.captured === 'at once' ? 'immediately' : 'later',
  partialCapture: method.partialCapture,
  refundDays: method.refundDays ?? null,
  partialRefund: method.partialRefund,
  disputes: method.disputes,
});

// DynamoDB does not keep the order of a map's fields, so this fixes the order.

const presentFunds = ({ balance, available, pending, reserved, disputed }: Funds): Funds => ({
  balance,
  available,
  pending,
  reserved,
  disputed,
});

const presentClaim = (claim: Merchant['claim']): Merchant['claim'] => ({
  canChargeCard: claim.canChargeCard,
  canSaveCard: claim.canSaveCard,
  canTransferToCard: claim.canTransferToCard,
  canCapture: claim.canCapture,
  canRefund: claim.canRefund,
  canVoid: claim.canVoid,
});

const presentFee = ({ currency, amount }: Fee): Fee => ({ currency, amount });

const presentTerms = ({ rate, flat, dispute }: Terms): Terms => ({
  rate,
  flat: presentFee(flat),
  dispute: presentFee(dispute),
});

const presentPricing = (pricing: Pricing): Pricing => ({
  ...presentTerms(pricing),
  transfer: { toCard: presentTerms(pricing.transfer.toCard) },
});
