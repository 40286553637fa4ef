import type { FromSchema } from 'json-schema-to-ts';
import { countries } from './countries.ts';
import { eventTypes } from './event-types.ts';
import { evidenceKinds } from './evidence-names.ts';
import { fundingCurrencies } from './funding-currencies.ts';
import { perAccount } from './ledger-names.ts';
import { detailInputs, movementReference } from './movement-details.ts';
import {
  amount,
  currency,
  date,
  descriptor,
  email,
  id,
  money,
  mostOfCode,
  name,
  ownDescriptor,
  statement,
  website,
} from './types.ts';

/** The acquirer's own id of what it reports. */
const reference = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  title: "the acquirer's reference",
} as const;

const accountTitle = 'a text of at most 100 characters, or empty for the default';

/** The accounts of a bookkeeping program, by the accounts of the ledger. */
const accountsOf = <const Form extends object>(form: Form) =>
  ({
    type: 'object',
    title: 'an object, {"merchant:payable", …}',
    additionalProperties: false,
    properties: perAccount(form),
  }) as const;

/** Any JSON value; code checks the limit on its size. */
const custom = {} as const;

const movement = { type: 'object', required: ['amount'] } as const;

/** A sealed value from the vault. Clients pass on the vault's whole answer. */
const token = {
  type: 'object',
  title: 'a token from the vault',
  required: ['token'],
  properties: { token: { type: 'string', maxLength: 2048, title: 'a token from the vault' } },
} as const;

const helloId = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  title: 'a whole number, 1 to 2^53 − 1',
} as const;

/**
 * Only characters that XML can contain: of the control characters, these are tab, line feed and carriage return. The
 * pattern means the same with and without the flag `u`. Without the flag, which other validators omit, a character
 * outside of the basic plane is a pair of surrogates.
 */
const helloName = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^(?:[\\t\\n\\r -\\uD7FF\\uE000-\\uFFFD]|[^\\u0000-\\uFFFF]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*$',
  title: 'text of 1 to 255 characters, without control characters',
} as const;

/** The name of an app whose key is made in the console. */
const keyName = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  title: 'text of 1 to 255 characters',
} as const;

/** The name of a till, or of a template of payment links. */
const shortName = {
  type: 'string',
  minLength: 1,
  maxLength: 60,
  pattern: '\\S',
  title: 'text of 1 to 60 characters',
} as const;

/** Bytes of a passkey in Base64url. */
const bytes = {
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  pattern: '^[A-Za-z0-9_-]+$',
  title: 'bytes in Base64url, at most 4096 characters',
} as const;

const oneOf = <const T extends readonly string[]>(...values: T) =>
  ({ type: 'string', enum: values, title: `one of ${values.join(', ')}` }) as const;

/** The roles of a merchant's users (`functions/core/domain/merchants/roles.ts`). */
const role = oneOf('owner', 'member', 'support', 'accountant');

/** The roles of a merchant's apps. */
const appRole = oneOf('owner', 'member', 'support', 'accountant', 'cashier');

/** The limits of an app at a merchant, beside its role. */
const appLimits = {
  refundCaps: {
    type: 'array',
    minItems: 1,
    maxItems: 20,
    title: 'a list of 1 to 20 caps',
    items: {
      type: 'object',
      title: 'an object, {currency, each, day}',
      required: ['currency'],
      properties: { currency, each: amount, day: amount },
    },
  },
  expires: date,
  networks: {
    type: 'array',
    minItems: 1,
    maxItems: 20,
    title: 'a list of 1 to 20 networks',
    items: { type: 'string', minLength: 2, maxLength: 49, title: 'a network, for example 192.0.2.0/24' },
  },
} as const;

/** Steers the simulated acquirer (wire contract, section 3). */
const test = {
  type: 'object',
  title: 'an object',
  properties: {
    card: {
      type: 'object',
      properties: {
        scheme: oneOf('supported', 'unsupported', 'unknown'),
        code: oneOf('valid', 'invalid'),
        status: oneOf('valid', 'invalid', 'expired', 'disabled', 'lost', 'recovering'),
        limit: money,
        balance: money,
      },
    },
    fingerprint: oneOf('success', 'timeout'),
    tds: {
      type: 'object',
      properties: {
        fingerprint: oneOf('success', 'timeout', 'unavailable'),
        challenge: { type: 'boolean' },
        status: oneOf('authenticated', 'rejected', 'unavailable', 'attempted'),
      },
    },
    limits: { type: 'boolean', title: 'true if the limits of declines apply as to real money, or false' },
    method: {
      type: 'object',
      title: 'an object, {answer, after}',
      properties: {
        answer: oneOf('approve', 'reject', 'cancel', 'late', 'never'),
        after: oneOf('dispute_won', 'dispute_lost', 'refund_fails', 'authorization_ends'),
      },
    },
  },
} as const;

const webhookFields = {
  url: { type: 'string', minLength: 1, maxLength: 2048, title: 'an https URL' },
  events: {
    type: 'array',
    minItems: 1,
    maxItems: eventTypes.length,
    items: oneOf(...eventTypes),
    title: 'a list of event types (in a form: `events[]`)',
  },
  description: { type: 'string', maxLength: 255, title: 'text of at most 255 characters' },
} as const;

const shortText = { type: 'string', maxLength: 1024, title: 'text of at most 1024 characters' } as const;
const integration = {
  type: 'object',
  required: ['key'],
  properties: { key: { type: 'string', maxLength: 64, title: "the merchant's public key" } },
} as const;

/** The id of the paid link, as customers' pages send it. */
const linkName = {
  type: 'string',
  pattern: '^([0-9a-f]{24}|code[.][A-Za-z0-9._-]{1,4000})$',
  title: 'the id of a payment link, or the code of a till',
} as const;

const locale = {
  type: 'string',
  pattern: '^[A-Za-z]{2,3}([_-][A-Za-z]{4})?([_-]([A-Za-z]{2}|[0-9]{3}))?$',
  title: 'a language, or a language and region: de, de_AT',
} as const;
const address = { type: 'string', maxLength: 255, title: 'text of at most 255 characters' } as const;
const url = {
  type: 'string',
  maxLength: 2048,
  title: 'an http or https URL of at most 2048 characters',
} as const;

const httpsUrl = {
  type: 'string',
  maxLength: 2048,
  title: 'an https URL of at most 2048 characters, or empty for none',
} as const;

/** Excludes control characters, invisible characters, and path segments of a URL with a special meaning. */
const customer = {
  type: 'string',
  maxLength: 100,
  pattern: '^(?!\\.\\.?$)[^\\p{C}\\p{Z}](?:[^\\p{C}\\p{Zl}\\p{Zp}]*[^\\p{C}\\p{Z}])?$',
  title: 'text of 1 to 100 printable characters, without a space at either end',
} as const;

/** The name of a method of payment. Acquirers' rows say which there are. */
const methodType = {
  type: 'string',
  minLength: 1,
  maxLength: 40,
  pattern: '^[a-z][a-z0-9_]*$',
  title: 'the type of a method, for example mobilepay',
} as const;

/** The methods that a merchant offers beside cards. */
const methods = {
  type: 'array',
  maxItems: 30,
  uniqueItems: true,
  items: methodType,
  title: 'a list of at most 30 types of methods, for example ["mobilepay"], or empty for cards alone',
} as const;

/** The days after which authorizations of test money end. */
const testAuthorizationDays = {
  type: 'integer',
  minimum: 0,
  maximum: 30,
  title: 'a whole number of days, 0 to 30, where 0 leaves it to the stage',
} as const;

/** The data that customers are asked for in addition to the card. */
const ask = {
  type: 'array',
  maxItems: 2,
  uniqueItems: true,
  items: oneOf('name', 'email'),
  title: 'a list of name, email, both or neither',
} as const;

/**
 * The customer's own statement of name and e-mail address. A card number in one of these fields is refused, as it
 * would be stored.
 */
const payer = {
  type: 'object',
  title: 'an object, {name, email}',
  properties: {
    name: {
      type: 'string',
      maxLength: 100,
      pattern: '^(?=.*[^\\p{Z}])(?!(?:\\P{Nd}*\\p{Nd}){10})[^\\p{C}\\p{Zl}\\p{Zp}]+$',
      title: 'a name of 1 to 100 printable characters, fewer than 10 of them digits',
    },
    email,
  },
} as const;

/** The handler checks the name. An empty text removes the choice. */
const timeZone = {
  type: 'string',
  maxLength: 64,
  title: 'the IANA name of a time zone, for example Europe/Copenhagen, or empty for that of the country',
} as const;

/** A merchant's branding on its pages. An empty text removes a part. */
const branding = {
  color: {
    type: 'string',
    pattern: '^(#[0-9a-fA-F]{6})?$',
    title: 'a colour, #rrggbb, or empty for none',
  },
  terms: httpsUrl,
  privacy: httpsUrl,
} as const;

const evidenceText = <const N extends number>(most: N) =>
  ({ type: 'string', minLength: 1, maxLength: most, title: `text of 1 to ${most} characters` }) as const;

const searchText = {
  type: 'string',
  maxLength: 1024,
  pattern: '\\S',
  title: 'text of 1 to 1024 characters',
} as const;

/** JSON Schemas (2020-12) of the request bodies and of the acquirer's events, by name. */
export const requests = {
  appCreate: { type: 'object', properties: { name } },

  merchantCreate: {
    type: 'object',
    required: ['currency', 'email', 'website', 'descriptor', 'company'],
    properties: {
      name,
      currency: oneOf(...fundingCurrencies),
      test: { type: 'boolean' },
      email,
      website,
      descriptor,
      company: {
        type: 'object',
        required: ['country'],
        properties: {
          country: { type: 'string', enum: countries, title: 'an ISO 3166-1 alpha-2 country code' },
          number: { type: 'string', maxLength: 64, title: 'text of at most 64 characters' },
        },
      },
      address,
      bank: {
        type: 'object',
        properties: { iban: { type: 'string', maxLength: 64, title: 'an IBAN' } },
      },
      timeZone,
      capture: { type: 'boolean' },
      consoleCapture: { type: 'boolean' },
      ask,
      methods,
      testAuthorizationDays,
      ...branding,
    },
  },

  /** Sending another field that a merchant has is an error, as it is immutable. */
  merchantUpdate: {
    type: 'object',
    properties: {
      name,
      email,
      descriptor,
      address,
      timeZone,
      capture: { type: 'boolean' },
      consoleCapture: { type: 'boolean' },
      ask,
      methods,
      testAuthorizationDays,
      ...branding,
      logo: {
        type: 'string',
        maxLength: 100_000,
        title: 'a PNG of at most 64 KB in Base64, or empty for none',
      },
      notifications: {
        type: 'object',
        title: 'an object, {disputes, payouts, summary}',
        properties: {
          disputes: { type: 'boolean' },
          payouts: { type: 'boolean' },
          summary: { type: 'boolean' },
        },
      },
      refundLimit: {
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000_000_000,
        title: 'a whole number of minor units, 0 to 10^12',
      },
      id: false,
      key: false,
      created: false,
      currency: false,
      test: false,
      website: false,
      company: false,
      bank: false,
      balance: false,
      available: false,
      pending: false,
      reserved: false,
      disputed: false,
      balances: false,
      claim: false,
      pricing: false,
      tds: false,
      availableMethods: false,
      integration: false,
    },
  },

  transactionCreate: {
    type: 'object',
    required: ['currency', 'amount'],
    properties: {
      transactionId: id,
      authorizationId: id,
      cardId: id,
      descriptor: ownDescriptor,
      currency,
      amount,
      custom,
      reference: movementReference,
      capture: { type: 'boolean' },
    },
  },

  userInvite: {
    type: 'object',
    required: ['email'],
    properties: { email, role },
  },

  signIn: { type: 'object', required: ['email'], properties: { email } },

  signInConfirm: { type: 'object', required: ['token'], properties: { token: shortText } },

  passkeyAdd: {
    type: 'object',
    required: ['name', 'id', 'clientDataJSON'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100, title: 'text of 1 to 100 characters' },
      id: bytes,
      clientDataJSON: bytes,
      attestationObject: bytes,
      authenticatorData: bytes,
      publicKey: bytes,
    },
  },

  passkeyUse: {
    type: 'object',
    required: ['id', 'user', 'clientDataJSON', 'authenticatorData', 'signature'],
    properties: {
      id: bytes,
      user: bytes,
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
    },
  },

  keyMake: {
    type: 'object',
    required: ['name'],
    properties: { name: keyName, role: appRole, ...appLimits, replaces: id, until: date },
  },

  appLimit: { type: 'object', required: ['role'], properties: { role: appRole, ...appLimits } },

  tillPair: {
    type: 'object',
    required: ['name'],
    properties: {
      name: shortName,
      mayRefund: { type: 'boolean' },
    },
  },

  templateSave: {
    type: 'object',
    required: ['name', 'currency'],
    properties: {
      name: shortName,
      amount,
      currency,
      text: shortText,
      reference: shortText,
      uses: { type: 'integer', minimum: 1, maximum: 1000, title: 'a whole number, 1 to 1000' },
      days: { type: 'integer', enum: [1, 7, 30], title: 'a number of days: 1, 7 or 30' },
      methods,
      replaces: id,
    },
  },

  personNamed: {
    type: 'object',
    properties: {
      email,
      customer,
      cursor: {
        type: 'string',
        maxLength: 80,
        pattern: '^(payments|links|cards|deliveries|audit)(\\.[0-9a-f]{24}){0,2}$',
        title: 'the `next` of the last response',
      },
    },
  },

  monthClose: {
    type: 'object',
    required: ['month'],
    properties: {
      month: { type: 'string', pattern: '^2\\d{3}-(0[1-9]|1[0-2])$', title: 'a month like 2026-10' },
    },
  },

  bookkeepingChange: {
    type: 'object',
    properties: {
      xero: {
        type: 'object',
        title: 'an object, {accounts, taxRate}',
        additionalProperties: false,
        properties: {
          accounts: accountsOf({
            type: 'string',
            pattern: '^[A-Za-z0-9]{0,10}$',
            title: 'an account code of at most 10 letters and digits, or empty for the default',
          }),
          taxRate: { type: 'string', maxLength: 100, title: accountTitle },
        },
      },
      quickbooks: {
        type: 'object',
        title: 'an object, {accounts}',
        additionalProperties: false,
        properties: { accounts: accountsOf({ type: 'string', maxLength: 100, title: accountTitle }) },
      },
      datev: {
        type: 'object',
        title: 'an object, {accounts, consultant, client, digits, yearBegins}',
        additionalProperties: false,
        properties: {
          accounts: accountsOf({
            type: 'string',
            pattern: '^(|\\d{4,9})$',
            title: 'an account of 4 to 9 digits, or empty for the default',
          }),
          consultant: {
            type: 'integer',
            minimum: 1001,
            maximum: 9_999_999,
            title: 'a number, 1001 to 9999999',
          },
          client: { type: 'integer', minimum: 1, maximum: 99_999, title: 'a number, 1 to 99999' },
          digits: { type: 'integer', minimum: 4, maximum: 8, title: 'a number, 4 to 8' },
          yearBegins: { type: 'integer', minimum: 1, maximum: 12, title: 'a month, 1 to 12' },
        },
      },
    },
  },

  tillOpen: {
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', minLength: 1, maxLength: 40, title: 'a code of 10 characters' } },
  },

  /** The filters of a search for payments, in the query of its URL. */
  paymentSearch: {
    type: 'object',
    properties: {
      'filter[text]': searchText,
      'filter[reference]': searchText,
      'filter[email]': email,
      'filter[last4]': { type: 'string', pattern: '^[0-9]{4}$', title: 'four digits' },
      'filter[amount]': {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        title: 'an amount in minor units, for example 1099',
      },
      'filter[currency]': currency,
      'filter[scheme]': oneOf('visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'),
      'filter[method]': methodType,
      'filter[state]': oneOf('pending', 'successful', 'declined', 'disputed', 'refunded', 'voided'),
    },
  },

  /** A user's own choice of mails about a merchant. */
  noticesChoose: {
    type: 'object',
    properties: {
      disputes: { type: 'boolean' },
      payouts: { type: 'boolean' },
      summary: { type: 'boolean' },
      webhooks: { type: 'boolean' },
    },
  },

  roleChange: { type: 'object', required: ['role'], properties: { role } },

  appAdd: { type: 'object', required: ['appId'], properties: { appId: id } },

  cardCreate: {
    type: 'object',
    required: ['transactionId'],
    properties: {
      transactionId: id,
      notes: shortText,
    },
  },

  receiptCreate: {
    type: 'object',
    required: ['integration', 'transactionId'],
    properties: {
      integration,
      transactionId: id,
      email,
      locale,
    },
  },

  codeCreate: {
    type: 'object',
    required: ['integration', 'amount'],
    properties: {
      integration,
      amount: money,
      // Absent, as a QR code with more text would be too dense for cameras.
      statement: false,
      text: { type: 'string', maxLength: mostOfCode, title: `text of at most ${mostOfCode} characters` },
      reference: { type: 'string', maxLength: mostOfCode, title: `text of at most ${mostOfCode} characters` },
      recurring: { type: 'boolean' },
    },
  },

  /** Without an address, the known one of the customer. */
  receiptSend: { type: 'object', properties: { email } },

  /** A sale of a paired till, in minor units of the merchant's currency. */
  tillSale: { type: 'object', required: ['amount'], properties: { amount } },

  linkCreate: {
    type: 'object',
    required: ['amount', 'currency'],
    properties: {
      amount,
      currency,
      text: shortText,
      statement,
      lines: {
        type: 'array',
        maxItems: 50,
        items: {
          type: 'object',
          title: 'an object, {text, quantity, amount}',
          required: ['text', 'amount'],
          properties: {
            text: { type: 'string', minLength: 1, maxLength: 255, title: 'text of 1 to 255 characters' },
            quantity: {
              type: 'integer',
              minimum: 1,
              maximum: 1_000_000,
              title: 'a whole number, 1 to 10^6',
            },
            amount: {
              type: 'integer',
              minimum: -1_000_000_000_000,
              maximum: 1_000_000_000_000,
              title: 'a whole number of minor units, −10^12 to 10^12',
            },
          },
        },
        title: 'a list of at most 50 lines',
      },
      reference: shortText,
      redirect: url,
      cancel: url,
      expires: date,
      uses: { type: 'integer', minimum: 1, maximum: 1000, title: 'a whole number, 1 to 1000' },
      email,
      customer,
      locale,
      recurring: { type: 'boolean' },
      capture: { type: 'boolean' },
      ask,
      methods,
    },
  },

  webhookCreate: { type: 'object', properties: webhookFields },

  webhookUpdate: {
    type: 'object',
    properties: {
      ...webhookFields,
      enabled: { type: 'boolean' },
      id: false,
      merchantId: false,
      created: false,
      secrets: false,
    },
  },

  deliveriesRetry: { type: 'object', required: ['since'], properties: { since: date } },

  increment: { ...movement, properties: { amount, currency, ...detailInputs('increment') } },
  capture: {
    ...movement,
    properties: { amount, currency, descriptor: ownDescriptor, ...detailInputs('capture') },
  },
  refund: { ...movement, properties: { amount, descriptor: ownDescriptor, ...detailInputs('refund') } },
  void: { ...movement, properties: { amount, ...detailInputs('void') } },

  helloCreate: {
    type: 'object',
    required: ['name'],
    properties: { id: helloId, name: helloName },
  },
  helloUpdate: {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: helloId, name: helloName },
  },

  vaultCreate: {
    type: 'object',
    required: ['type', 'value'],
    properties: {
      type: oneOf('pcn', 'pcsc'),
      value: {
        type: 'string',
        title: 'text: 10 to 19 digits for a pcn, 3 or 4 digits for a pcsc',
      },
    },
  },

  /** Beyond the schema: the sizes, the content of the files, and card numbers (`domain/disputes/evidence.ts`). */
  evidenceSubmit: {
    type: 'object',
    properties: {
      explanation: evidenceText(20_000),
      productDescription: evidenceText(20_000),
      customerName: evidenceText(255),
      shippingCarrier: evidenceText(255),
      shippingTrackingNumber: evidenceText(255),
      shippingDate: evidenceText(100),
      serviceDate: evidenceText(100),
      refundPolicy: evidenceText(20_000),
      cancellationPolicy: evidenceText(20_000),
      feeAcknowledged: { type: 'boolean' },
      files: {
        type: 'array',
        maxItems: 5,
        title: 'a list of at most 5 files',
        items: {
          type: 'object',
          title: 'an object, {kind, name, content}',
          required: ['kind', 'name', 'content'],
          properties: {
            kind: oneOf(...evidenceKinds),
            name: {
              type: 'string',
              minLength: 1,
              maxLength: 255,
              // Without classes of Unicode characters, which other validators translate to other characters.
              pattern:
                '^[^\\u0000-\\u001F\\u007F-\\u009F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u2069\\uFEFF/\\\\]*$',
              title: 'the name of a file, 1 to 255 characters without slashes',
            },
            content: { type: 'string', minLength: 1, title: 'the bytes of the file in Base64' },
          },
        },
      },
    },
  },

  disputeOpened: {
    type: 'object',
    required: ['reference', 'transactionId', 'amount', 'reason', 'due'],
    properties: {
      reference,
      transactionId: id,
      amount,
      reason: {
        type: 'object',
        required: ['code', 'title'],
        properties: { code: { type: 'number' }, title: { type: 'string' } },
      },
      due: date,
    },
  },

  disputeResolved: {
    type: 'object',
    required: ['reference', 'outcome'],
    properties: { reference, outcome: oneOf('won', 'lost') },
  },

  refundFailed: {
    type: 'object',
    required: ['reference', 'transactionId', 'refund'],
    properties: { reference, transactionId: id, refund: id },
  },
  authorizationEnded: {
    type: 'object',
    required: ['reference', 'transactionId'],
    properties: { reference, transactionId: id },
  },
  fraudReported: {
    type: 'object',
    required: ['reference', 'transactionId'],
    properties: {
      reference,
      transactionId: id,
      reported: date,
      reason: { type: 'integer', minimum: 0, maximum: 8, title: 'a reason, 0 to 8' },
    },
  },

  paymentReturn: {
    type: 'object',
    required: ['state'],
    properties: {
      state: { type: 'string', maxLength: 4096, title: 'the `state` that the customer came back with' },
      // The payment that the asking page shows: with another one, Florin says that it does not know the state.
      integration,
      amount: money,
      linkId: linkName,
      leave: { type: 'boolean', title: 'true if the customer gives the payment up, or false' },
    },
  },

  payment: {
    type: 'object',
    // Either `card` or `method` is required as well.
    required: ['integration'],
    properties: {
      integration,
      test,
      text: shortText,
      // Absent, as anybody with the public key can send this request, and a stranger must not choose the text on a
      // cardholder's statement.
      statement: false,
      linkId: linkName,
      amount: money,
      card: {
        type: 'object',
        title: 'a card',
        // Either `number` and `expiry`, or `saved`, is required as well.
        required: ['code'],
        properties: {
          saved: id,
          number: token,
          expiry: {
            type: 'object',
            title: '{month, year}',
            required: ['month', 'year'],
            properties: {
              month: { type: 'integer', minimum: 1, maximum: 12, title: 'a month, 1 to 12' },
              year: { type: 'integer', minimum: 2000, maximum: 2099, title: 'a year, 2000 to 2099' },
            },
          },
          code: token,
        },
      },
      method: {
        type: 'object',
        title: 'a method, {type}',
        required: ['type'],
        properties: {
          type: methodType,
          code: {
            type: 'string',
            pattern: '^[0-9]{4,12}$',
            title: 'the digits of the code that the app shows',
          },
          returnUrl: url,
        },
      },
      payer,
      custom,
      plan: {
        type: 'array',
        maxItems: 100,
        items: { type: 'object' },
        title: 'a list of at most 100 payments',
      },
      unplanned: {
        type: 'object',
        properties: { merchant: { type: 'boolean' }, customer: { type: 'boolean' } },
      },
      capture: { type: 'boolean' },
      save: { type: 'boolean' },
      hints: {
        type: 'array',
        // The challenges of a payment give at most five hints.
        maxItems: 10,
        items: { type: 'string', maxLength: 4096, title: 'a hint' },
        title: 'a list of at most 10 hints',
      },
    },
  },
} as const;

export type Requests = { [Name in keyof typeof requests]: FromSchema<(typeof requests)[Name]> };
