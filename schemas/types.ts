/** The building blocks of the request schemas. `title` completes the sentence "Must be …" in an error. */

export const id = { type: 'string', pattern: '^[0-9a-f]{24}$', title: 'an id, 24 hex characters' } as const;

/** Minor units of a currency. */
export const amount = {
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000_000_000,
  title: 'a whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99',
} as const;

export const currency = {
  type: 'string',
  pattern: '^[A-Z]{3}$',
  title: 'a three-letter ISO 4217 currency code in capital letters, for example EUR',
} as const;

/** ISO 8601, UTC, with milliseconds. */
export const date = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z$',
  title: 'a date, ISO 8601 in UTC, for example 2026-11-01T12:30:00Z',
} as const;

/** A merchant's own text for the customers' bank statements. */
export const descriptor = {
  type: 'string',
  pattern: '^[ -~]{2,22}$',
  title: '2 to 22 printable ASCII characters',
} as const;

/**
 * The text for the bank statement of one transaction or movement. An empty one counts as absent, as some clients
 * always send the field.
 */
export const ownDescriptor = {
  type: 'string',
  pattern: '^[ -~]{0,22}$',
  default: '',
  title: 'at most 22 printable ASCII characters',
} as const;

/**
 * A descriptor that every acquirer accepts unchanged: with a letter, and without a space at either end or next to
 * another space.
 */
export const statement = {
  type: 'string',
  pattern: '^(?! )(?!.* ( |$))(?=.*[A-Za-z])[ !#-&(-)+-;=?-\\[\\]-~]{2,22}$',
  title: `2 to 22 printable ASCII characters, a letter among them, without <>\\'"* or a needless space`,
} as const;

/** A bare host is stored as it was sent, and treated as https. */
export const website = {
  type: 'string',
  maxLength: 2048,
  pattern: '^([hH][tT][tT][pP][sS]?://[^\\s/]|[^\\s/?#@:\\\\]+\\.[^\\s/?#@:\\\\])',
  title: 'an http or https URL, or a host like test.com',
} as const;

/** The characters of RFC 5322 without `!` and `%`, which once routed mail through one server to another. */
const atom = "[A-Za-z0-9#$&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/**
 * No quoted or international local parts, comments, or addresses in brackets; the last label is not a number. No
 * encoded words (`=?utf-8?q?…?=`) either: RFC 2047 forbids them in addresses, and mail software that decodes them
 * would send to another address.
 */
export const email = {
  type: 'string',
  maxLength: 254,
  pattern: `^(?=[^@]{1,64}@)(?!.*=\\?)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?![0-9]+$)${label}$`,
  title: 'an e-mail address in ASCII letters (xn--… for an international domain)',
} as const;

export const name = { type: 'string', maxLength: 255, title: 'text of at most 255 characters' } as const;

/** The states of the delivery of an event to an endpoint. */
export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;

/** The most characters of a text in a till's code. */
export const mostOfCode = 100;

/** Money as the checkout API sends it: `value / 10^exponent` of the major unit. */
export const money = {
  type: 'object',
  title: 'money, {currency, exponent, value}',
  required: ['currency', 'exponent', 'value'],
  properties: {
    currency,
    exponent: { type: 'integer', minimum: 0, maximum: 12, title: 'a whole number from 0 to 12' },
    value: {
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      title: 'a positive whole number',
    },
  },
} as const;
