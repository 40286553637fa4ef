import { declines } from '../../../functions/core/acquirer/decline.ts';
import { processingErrors } from '../../../functions/core/domain/processing-error.ts';
import type { CustomerCode } from '../../../schemas/errors.ts';

/** The meaning of each code of the checkout API, in Markdown. */
export const meanings: Readonly<Record<CustomerCode, string>> = {
  INTERNAL_ERROR: 'An error inside Florin (500), or Florin is too busy (503, with `Retry-After`)',
  ENDPOINT_NOT_FOUND:
    'The path or challenge does not exist (404), or the path has other methods (405, with `Allow`)',
  VERSION_MISSING: 'The header `Accept-Version` is missing',
  VERSION_UNSUPPORTED: 'The version is not 1',
  BODY_INVALID: 'The body is not a JSON object, is too large, or has another media type',
  REQUEST_INVALID: 'Fields are missing or invalid; the message names them',
  TOKEN_INVALID: 'A token or hint is not from this stage, has expired, or belongs to another payment',
  TOKEN_TYPE_UNEXPECTED: 'The token of a security code stands for the card number, or the reverse',
  TEST_MODE_MIXED: 'A live merchant with `test`, or a test merchant without it',
  PAYMENT_INTEGRATION_KEY_UNKNOWN: 'No merchant has this public key',
  PAYMENT_INTEGRATION_DISABLED: 'The merchant cannot take payments',
  PAYMENT_CHALLENGE_UNAVAILABLE: 'A challenge cannot be performed',
  PAYMENT_CARD_NUMBER_INVALID: 'Not a card number, or the issuer does not know it',
  PAYMENT_CARD_SCHEME_UNKNOWN: 'No scheme has this number',
  PAYMENT_CARD_SCHEME_UNSUPPORTED: 'A scheme that the merchant’s acquirer does not take',
  PAYMENT_CARD_SECURITY_CODE_INVALID: 'The security code is wrong',
  PAYMENT_CARD_EXPIRED: 'The card has expired',
  PAYMENT_CARD_DISABLED: 'The card is blocked',
  PAYMENT_CARD_LOST: 'The card was reported lost',
  PAYMENT_AMOUNT_LIMIT: 'The amount exceeds the limit of the card',
  PAYMENT_INSUFFICIENT_FUNDS: 'The amount exceeds the funds of the card',
  PAYMENT_RECEIVER_BLOCKED: 'The issuer blocks the merchant',
  PAYMENT_REJECTED_BY_ISSUER: 'The issuer declines without saying why',
  PAYMENT_REJECTED: 'Declined by the acquirer; or the currency cannot be taken, which is error 1',
  PAYMENT_METHOD_ERROR: 'The payment cannot be made now, because of the card or the acquirer',
  TDSECURE_REQUIRED: 'The merchant requires 3-D Secure',
  TDSECURE_FAILED: '3-D Secure failed',
  TOO_MANY_DECLINES:
    'Too many payments with this card, or by this link, were declined today (429, with `Retry-After`); nothing was charged',
};

const kept: Readonly<Record<string, number>> = declines;
const mark = (is: boolean): string => (is ? 'yes' : '');

const customerCodes = Object.entries(meanings)
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} | ${kept[code] ?? ''} |`)
  .join('\n');

const errors = processingErrors
  .map(({ code, text, client, merchant }) => `| ${code} | ${text} | ${mark(client)} | ${mark(merchant)} |`)
  .join('\n');

/** The guide's tables of codes, made from the codes that the functions answer with. */
export const tables: Readonly<Record<string, string>> = {
  processingErrors: `| code | text | customer | merchant |\n|---|---|---|---|\n${errors}`,
  customerCodes: `| code | when | error |\n|---|---|---|\n${customerCodes}`,
};
