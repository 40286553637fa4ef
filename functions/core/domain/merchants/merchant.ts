import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { webUrl, webUrlFault } from '#basics/web-url.ts';
import type { Id } from '../id.ts';
import { type Pricing, standardPricing } from '../money/pricing.ts';
import type { Fault } from '../outcome.ts';
import type { AcquirerAccount } from './acquirer-account.ts';
import { ownDescriptorFaults } from './descriptor.ts';
import type { Asked } from './payer.ts';
import type { Unvouched } from './unvouched.ts';
import { isWebsite } from './website.ts';

/** The request to open a merchant account. */
export interface MerchantInput {
  name?: string;
  currency: string;
  test?: boolean;
  email: string;
  website: string;
  descriptor: string;
  company: { country: string; number?: string };
  /** Where it can be found, in lines as on an envelope: on its receipts. */
  address?: string;
  bank?: { iban?: string };
  /** Payments by its customers are captured with their authorization, but for links that say otherwise. */
  capture?: boolean;
  /** The data that payment pages ask customers for. A link can say otherwise. */
  ask?: readonly Asked[];
  /** Of the payment page's buttons and links, `#rrggbb`. Here and below, an empty text is none. */
  color?: string;
  /** Where customers read the merchant's terms, and what becomes of their data: https. */
  terms?: string;
  privacy?: string;
}

/** The kinds of mails that a merchant receives. */
export interface Notifications {
  /** Mail when a dispute is opened and when it ends. */
  disputes: boolean;
  /** Mail when a payout is sent, and when one comes back. */
  payouts: boolean;
  /** The movements of the merchant's balance on a day; the mail is sent only when there are some. */
  summary: boolean;
}

export interface Merchant extends MerchantInput {
  id: Id;
  /** Public: names the merchant in payments and links, opens nothing. */
  key: string;
  test: boolean;
  claim: Record<Claim, boolean>;
  pricing: Pricing;
  /** How far 3-D Secure must get: tried, or passed. */
  tds: { mode: 'attempt' | 'full' };
  /** As far as it was chosen: {@link notificationsOf} says what holds. */
  notifications?: Partial<Notifications>;
  /** A test merchant of an app that no operator vouches for, on a stage with limits for these. */
  unvouched?: Unvouched;
  /** The name of its image (`logo.ts`); empty for none. */
  logo?: string;
  /**
   * The acquirer account that moves the merchant's money. Without one, or if it is disabled, a live merchant takes no
   * new payments.
   */
  acquirer?: AcquirerAccount & {
    disabled?: boolean;
    /** Why the account can take no payments at the moment, as the acquirer says. */
    blocked?: string | false;
    /** Milliseconds since 1970: what was booked before is not the merchant's with us. */
    connected?: number;
    /** The text that the account writes, with `* `, before each statement descriptor. */
    prefix?: string;
  };
}

type Claim = 'canChargeCard' | 'canSaveCard' | 'canTransferToCard' | 'canCapture' | 'canRefund' | 'canVoid';

/** The fields that may change after creation (specification, Merchant; from `address` on they are our own). */
export const changeable = [
  'name',
  'email',
  'descriptor',
  'address',
  'capture',
  'ask',
  'color',
  'terms',
  'privacy',
  'logo',
  'notifications',
] as const;

export type MerchantUpdate = Partial<Pick<Merchant, (typeof changeable)[number]>>;

/** A live merchant hears of disputes and payouts unless it says no; of simulated ones nobody hears who has not asked. */
export const notificationsOf = ({
  test,
  notifications: { disputes = !test, payouts = !test, summary = false } = {},
}: Pick<Merchant, 'test' | 'notifications'>): Notifications => ({ disputes, payouts, summary });

type Checked = 'website' | 'bank' | 'terms' | 'privacy';

/** Checks a new merchant by the rules that the schema cannot express. */
export const newMerchantFaults = (input: Partial<MerchantInput>): Fault[] => [
  ...merchantFaults(input),
  ...ownDescriptorFaults(input),
];

/** The faults that the schema cannot find: the IBAN's length and checksum, and addresses without a host. */
export function merchantFaults(input: Partial<Pick<MerchantInput, Checked>>): Fault[] {
  const { website, bank } = input;
  const faults: Fault[] = [];
  if (website !== undefined && !isWebsite(website))
    faults.push({
      field: 'website',
      message: webUrlFault(website, 'Must be an http or https URL, or a host like test.com'),
    });
  if (bank?.iban !== undefined && !isValidIBAN(compactIban(bank.iban)))
    faults.push({
      field: 'bank.iban',
      message: 'Must be an IBAN with the length of its country and a right checksum',
    });
  for (const field of ['terms', 'privacy'] as const)
    if (input[field] && !isHttps(input[field]))
      faults.push({ field, message: webUrlFault(input[field], 'Must be an https URL') });
  return faults;
}

const isHttps = (url: string): boolean => webUrl(url)?.protocol === 'https:';

/** IBANs are printed in groups of four and typed in either case. */
const compactIban = (iban: string): string => electronicFormatIBAN(iban) ?? iban;

/** A new merchant with the standard terms. */
export function openMerchant(input: MerchantInput, id: Id, key: string): Merchant {
  const { currency, email, website, descriptor } = input;
  return {
    id,
    key,
    name: input.name,
    currency,
    test: input.test ?? false,
    email,
    website,
    descriptor,
    company: { country: input.company.country, number: input.company.number },
    address: input.address,
    bank: { iban: input.bank?.iban && compactIban(input.bank.iban) },
    capture: input.capture ?? false,
    ask: input.ask,
    color: input.color,
    terms: input.terms,
    privacy: input.privacy,
    claim: {
      canChargeCard: true,
      canSaveCard: true,
      canTransferToCard: false,
      canCapture: true,
      canRefund: true,
      canVoid: true,
    },
    pricing: standardPricing(currency),
    tds: { mode: 'attempt' },
  };
}
