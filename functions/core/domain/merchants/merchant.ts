import { electronicFormatIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { isTimeZone } from '#basics/time-zone.ts';
import { webUrl, webUrlFault } from '#basics/web-url.ts';
import type { Id } from '../id.ts';
import { type Pricing, standardPricing } from '../money/merchant-fees.ts';
import type { PlatformFee } from '../money/platform-fee.ts';
import type { Fault } from '../outcome.ts';
import type { AcquirerAccount } from './acquirer-account.ts';
import { ownDescriptorFaults } from './descriptor.ts';
import type { PayerField } from './payer.ts';
import type { Unvouched } from './unvouched-merchant.ts';
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
  /** The postal address for receipts, with lines as on an envelope. */
  address?: string;
  bank?: { iban?: string };
  /** The IANA name of the time zone in which the merchant's days begin. Without one, that of the country counts. */
  timeZone?: string;
  /** Whether payments are captured with their authorization. A link can override this setting. */
  capture?: boolean;
  /**
   * Whether the payments of paired tills, and of links that people make in the console, are captured with their authorization.
   * True if absent: people who sell at a counter expect that a paid sale has moved money.
   */
  consoleCapture?: boolean;
  /** The data that payment pages ask customers for. A link can override this setting. */
  ask?: readonly PayerField[];
  /** The types of the methods that customers may use beside a card, in the merchant's order; absent for none. */
  methods?: readonly string[];
  /** The days after which authorizations of test money end; 0 or absent if the stage decides. */
  testAuthorizationDays?: number;
  /** The colour of the payment page's buttons and links, `#rrggbb`. Here and below, an empty text removes the value. */
  color?: string;
  /** https URLs of the merchant's terms and privacy policy. */
  terms?: string;
  privacy?: string;
}

/** The kinds of mails that a merchant receives. */
export interface Notifications {
  /** Mail when a dispute is opened and when it ends. */
  disputes: boolean;
  /** Mail when a payout is sent, and when one comes back. */
  payouts: boolean;
  /** Mail with the movements of the balance on a day, unless there were none. */
  summary: boolean;
}

export interface Merchant extends MerchantInput {
  id: Id;
  /** The public key. It identifies the merchant in payments and links, and gives no access. */
  key: string;
  test: boolean;
  claim: Record<Claim, boolean>;
  pricing: Pricing;
  /** The required result of 3-D Secure: `attempt` requires an attempt, `full` a successful authentication. */
  tds: { mode: 'attempt' | 'full' };
  /** The chosen settings only; {@link notificationsOf} adds the defaults. */
  notifications?: Partial<Notifications>;
  /** Set for a test merchant whose app no operator vouches for, on a stage with limits for such merchants. */
  unvouched?: Unvouched;
  /**
   * In minor units of `currency`: a user who refunds more than this of one payment must confirm their identity. 0 or
   * absent for no limit (`transactions/refund-limit.ts`).
   */
  refundLimit?: number;
  /** The name of the logo's image (`logo.ts`); empty without a logo. */
  logo?: string;
  /**
   * The acquirer account that moves the merchant's money. Without one, or if it is disabled, a live merchant takes no
   * new payments.
   */
  acquirer?: AcquirerAccount & {
    disabled?: boolean;
    /** The acquirer's reason why the account cannot take payments at the moment. */
    blocked?: string | false;
    /** Set while the acquirer sends none of the account's money to the merchant's bank. */
    payoutsBlocked?: boolean;
    /**
     * The time until which the owner must give the acquirer information, so that the account stays enabled, ISO 8601.
     */
    asksUntil?: string | false;
    /**
     * The time of the connection, in milliseconds since 1970. Balance transactions from before this time are not part
     * of the merchant's ledger.
     */
    connected?: number;
    /** The types of the methods that the acquirer has switched on for the account; absent for none. */
    methods?: readonly string[];
    /** Whether its authorizations hold money for longer than usual, if the account has such authorizations. */
    extended?: boolean;
    /** Whether the amounts of its authorizations can be raised, if the account has such authorizations. */
    increments?: boolean;
    /** The platform's fee of each payment on a connected account. */
    fee?: PlatformFee;
    /** The text that the account writes, with `* `, before each statement descriptor. */
    prefix?: string;
  };
}

type Claim = 'canChargeCard' | 'canSaveCard' | 'canTransferToCard' | 'canCapture' | 'canRefund' | 'canVoid';

/**
 * The fields that may change after creation (specification, Merchant). The fields from `address` on are additions of
 * Florin.
 */
export const changeable = [
  'name',
  'email',
  'descriptor',
  'address',
  'timeZone',
  'capture',
  'consoleCapture',
  'ask',
  'methods',
  'testAuthorizationDays',
  'color',
  'terms',
  'privacy',
  'logo',
  'notifications',
  'refundLimit',
] as const;

export type MerchantUpdate = Partial<Pick<Merchant, (typeof changeable)[number]>>;

/**
 * Live merchants get mail about disputes and payouts by default. Test merchants get only mail that they have asked for.
 */
export const notificationsOf = ({
  test,
  notifications: { disputes = !test, payouts = !test, summary = false } = {},
}: Pick<Merchant, 'test' | 'notifications'>): Notifications => ({ disputes, payouts, summary });

/** Whether a sale that a person begins in the console, or at a till, is captured with its authorization. */
export const capturesInConsole = ({ consoleCapture = true }: Pick<Merchant, 'consoleCapture'>): boolean =>
  consoleCapture;

type CheckedField = 'website' | 'bank' | 'timeZone' | 'terms' | 'privacy';

/** Checks a new merchant by the rules that the schema cannot express. */
export const newMerchantFaults = (input: Partial<MerchantInput>): Fault[] => [
  ...merchantFaults(input),
  ...ownFaults(input),
];

/** The faults of a change that depend on the merchant's mode. */
export const ownFaults = (
  input: Partial<Pick<MerchantInput, 'test' | 'descriptor' | 'testAuthorizationDays'>>,
): Fault[] => [
  ...ownDescriptorFaults(input),
  ...(input.testAuthorizationDays && !input.test
    ? [
        {
          field: 'testAuthorizationDays',
          message:
            'Must be 0 or absent for a live merchant: the bank of each customer decides when its authorization ends',
        },
      ]
    : []),
];

/** The faults that the schema cannot find: the IBAN's length and checksum, and addresses without a host. */
export function merchantFaults(input: Partial<Pick<MerchantInput, CheckedField>>): Fault[] {
  const { website, bank, timeZone } = input;
  const faults: Fault[] = [];
  if (website !== undefined && !isWebsite(website))
    faults.push({
      field: 'website',
      message: webUrlFault(website, 'Must be an http or https URL, or a host like test.com'),
    });
  if (bank?.iban !== undefined && !isIban(bank.iban))
    faults.push({
      field: 'bank.iban',
      message: 'Must be an IBAN with the length of its country and a right checksum',
    });
  if (timeZone && !isTimeZone(timeZone))
    faults.push({
      field: 'timeZone',
      message: 'Must be the IANA name of a time zone, for example Europe/Copenhagen',
    });
  for (const field of ['terms', 'privacy'] as const)
    if (input[field] && !isHttps(input[field]))
      faults.push({ field, message: webUrlFault(input[field], 'Must be an https URL') });
  return faults;
}

const isHttps = (url: string): boolean => webUrl(url)?.protocol === 'https:';

/**
 * Whether a text has the length and the form of its country's IBANs, and a right checksum (ISO 13616). Check digits that
 * some countries have inside of the account number do not count: their rules differ from bank to bank.
 */
const isIban = (text: string): boolean =>
  validateIBAN(compactIban(text)).errorCodes.every(
    (code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
  );

/** Removes the spaces of an IBAN, which is printed in groups of four, and writes its letters in upper case. */
const compactIban = (iban: string): string => electronicFormatIBAN(iban) ?? iban;

/** Makes a new merchant with the standard terms. */
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
    timeZone: input.timeZone,
    capture: input.capture ?? false,
    consoleCapture: input.consoleCapture,
    ask: input.ask,
    methods: input.methods,
    testAuthorizationDays: input.testAuthorizationDays,
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
