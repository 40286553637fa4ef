import { declines } from '../../../functions/core/acquirer/decline.ts';
import { processingErrors } from '../../../functions/core/domain/processing-error.ts';
import type { CustomerCode } from '../../../schemas/errors.ts';

const meanings: Record<CustomerCode, string> = {
  INTERNAL_ERROR: 'Our fault (500), or too busy (503, with `Retry-After`)',
  ENDPOINT_NOT_FOUND:
    'There is no such path, or challenge (404), or the path takes other methods (405, with `Allow`)',
  VERSION_MISSING: 'The header `Accept-Version` is missing',
  VERSION_UNSUPPORTED: 'Another version than 1',
  BODY_INVALID: 'The body is no JSON object, too large, or in another media type',
  REQUEST_INVALID: 'Fields are missing or not right; the message names them',
  TOKEN_INVALID: 'A token or hint that was not made here, has expired, or is of another payment',
  TOKEN_TYPE_UNEXPECTED: 'A security code where the card number belongs, or the other way around',
  TEST_MODE_MIXED: '`test` for a live merchant, or none for a test merchant',
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
  PAYMENT_AMOUNT_LIMIT: 'More than the card may be charged at once',
  PAYMENT_INSUFFICIENT_FUNDS: 'More than there is on the card',
  PAYMENT_RECEIVER_BLOCKED: 'The issuer blocks the merchant',
  PAYMENT_REJECTED_BY_ISSUER: 'The issuer declines without saying why',
  PAYMENT_REJECTED: 'Declined by the acquirer; or the currency has no exchange rate, which is error 1',
  PAYMENT_METHOD_ERROR: 'It cannot be made now: trouble with the card, or between us and the acquirer',
  TDSECURE_REQUIRED: 'The merchant requires 3-D Secure to be passed',
  TDSECURE_FAILED: '3-D Secure was not passed',
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
