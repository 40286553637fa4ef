import type { ProcessingErrorCode } from '#domain/processing-error.ts';

/**
 * The reader's next step after an error: by the error's name, or by the status if its body has several possible
 * names.
 */
export const remedies: Readonly<Record<string, string>> = {
  400: 'Correct the fields that the answer names, and send the request again.',
  401: 'Send the user name and the password of the service.',
  404: 'Check the id or the name.',
  406: 'Accept JSON or XML.',
  409: 'Choose another id, or change the resource that exists.',
  410: 'The link has ended. Make a new one.',
  413: 'Send a smaller document.',
  415: 'Send JSON or XML in UTF-8.',
  429: 'Wait for the seconds in `Retry-After`, then send the request again; after `TOO_MANY_DECLINES`, use another card.',
  431: 'Send shorter query parameters and headers.',
  500: 'Send the request again. If the error stays, report the `X-Request-Id`.',
  503: 'Send the request again after the seconds in `Retry-After`.',
  UNAUTHORIZED: 'Send the API key as the password of HTTP Basic, with an empty user name: `curl -u :$KEY`.',
  FORBIDDEN: 'Use the key of an app that is a member of the merchant, or add the app to the merchant.',
  NOT_FOUND: 'Check the id. Ids have 24 hex characters in lower case.',
  ENDPOINT_NOT_FOUND:
    'Compare the path and the address with the API reference. The two APIs have different addresses.',
  METHOD_NOT_ALLOWED: 'Use a method that the header `Allow` names.',
  CONFLICT:
    'Read the object again, and repeat the request with an amount that is still available. If the transaction shows an `operation`, wait until it is gone.',
  REFERENCE_USED:
    'Send the amount and the currency of the first request to get its answer again, or use another `reference` for another movement.',
  REQUEST_TOO_LARGE: 'Send a smaller body. Keep large data in your own system, and its id in `custom`.',
  UNSUPPORTED_MEDIA_TYPE: 'Send `Content-Type: application/json`, or a form.',
  IDEMPOTENCY_KEY_REUSED:
    'Use a new key for a new request. A repeat must have the same method, path and body.',
  THROTTLED:
    'Wait for the seconds in `Retry-After`, then send the request again. Send fewer requests at the same time.',
  INTERNAL_ERROR:
    'Send the request again with the same `Idempotency-Key`. If the error stays, report the `X-Request-Id`.',
  UNAVAILABLE: 'Send the request again with the same `Idempotency-Key`, after the seconds in `Retry-After`.',
  TIMEOUT:
    'Send the request again with the same `Idempotency-Key`: it has one effect, however often it comes.',
  OPERATION_OPEN:
    'Repeat the request with the same `Idempotency-Key` until the answer comes, or until the event `operation.settled` has the state `unknown`. To give a payment up, void all of it by its `operation`.',
};

/** The cause of each processing error, and the reader's next step. */
export const processingAdvice: Readonly<
  Record<ProcessingErrorCode, readonly [cause: string, remedy: string]>
> = {
  1: [
    'The currency is unknown, has no exchange rate to the merchant’s currency, or is not taken by the acquirer of a live merchant.',
    'Charge in another currency. For test merchants, the euro reference rates name those that can be exchanged.',
  ],
  2: [
    'The acquirer does not accept the details of the card.',
    'Ask the customer to type the card again, or to use another one.',
  ],
  3: [
    'The number is not the number of a card, or the issuer does not know the card.',
    'Ask the customer to compare the number with the card.',
  ],
  4: [
    'The security code does not belong to the card.',
    'Ask the customer for the three digits on the back of the card; American Express has four on the front.',
  ],
  5: [
    'The expiry date does not belong to the card.',
    'Ask the customer to compare the month and the year with the card.',
  ],
  6: [
    'The card has expired.',
    'Ask the customer for another card. For a recurring payment, send the customer a payment link.',
  ],
  7: [
    'The amount is more than there is on the card.',
    'Ask the customer for another card, or try a recurring payment again some days later.',
  ],
  8: [
    'The customer’s bank declines without saying why.',
    'Ask the customer to call the bank, or to use another card. An immediate repeat is declined again.',
  ],
  9: [
    'The card is blocked or restricted.',
    'Ask the customer for another card. Do not repeat the payment with this one.',
  ],
  10: [
    'The card was reported lost or stolen.',
    'Ask the customer for another card. Do not repeat the payment with this one.',
  ],
  11: [
    'The acquirer rejects the transaction.',
    'Ask the customer for another card. If many payments fail so, ask the acquirer.',
  ],
  12: [
    'The payment cannot be made now: trouble with the card, or between Florin and the acquirer.',
    'Try again in some minutes. If the error stays, report the transaction’s id to the operator.',
  ],
  13: [
    'The descriptor has characters that bank statements do not take.',
    'Send at most 22 printable ASCII characters, with a letter, without any of `<>\\\'"*`.',
  ],
  14: [
    'The amount is not an amount of this currency, or below the acquirer’s minimum.',
    'Send a whole number of minor units. Live payments have a minimum of about EUR 0.50.',
  ],
  15: ['The request has no amount.', 'Send `amount` in minor units.'],
  16: ['The request has no currency.', 'Send `currency` as three capital letters, for example `EUR`.'],
  17: [
    'The payment has no card number.',
    'Seal the number with `POST /vault`, and send the token as `card.number`.',
  ],
  18: ['The payment has no month of expiry.', 'Send `card.expiry.month`, 1 to 12.'],
  19: ['The payment has no year of expiry.', 'Send `card.expiry.year` with four digits.'],
  20: [
    'The payment has no security code.',
    'Seal the code with `POST /vault`, and send the token as `card.code`.',
  ],
  22: [
    'The amount is larger than the merchant may charge.',
    'Charge less, or ask the operator to raise the limit.',
  ],
  25: [
    'The amount is larger than the card may be charged in one payment.',
    'Ask the customer to raise the limit of the card, or to use another one.',
  ],
  26: [
    'No merchant has this public key.',
    'Send the `key` of the merchant, not its id and not the API key of the app.',
  ],
  27: [
    'The merchant cannot take payments: no acquirer is connected, or the acquirer or an operator stopped it.',
    'Read `integration` of the merchant. An operator connects a live merchant with its account at an acquirer.',
  ],
  28: [
    'The merchant may not keep cards.',
    'Charge again by the id of an earlier transaction, or ask the operator.',
  ],
  29: [
    'The number belongs to no scheme, or to one that the merchant’s acquirer does not take.',
    'Ask the customer for another card, for example of Visa or Mastercard.',
  ],
  30: [
    'The merchant requires 3-D Secure, and the card or the request has none.',
    'Let the customer pay on the payment page, which asks the bank.',
  ],
  31: [
    'The customer did not pass 3-D Secure: the bank rejected it, or the customer gave up.',
    'Ask the customer to try again and to confirm in the app of the bank, or to use another card.',
  ],
};
