import { responses } from '../../../schemas/responses.ts';
import { errors, file, json, list, nothing } from '../answers.ts';
import type { Operations } from '../operation.ts';
import { pagination } from '../parameters.ts';

const { Invalid, Forbidden, NotFound } = errors;
const tag = 'Payment links';

export const links = {
  'POST /merchants/{merchantId}/links': {
    tag,
    summary: 'Create a payment link',
    description: `Makes a payment page at \`url\` that the customer cannot edit: Florin compares each
payment with the link.

- \`uses\`: the number of times that it can be paid, 1 to 1000. **The default is 1**: most links are for one order of
  one customer, who must not pay twice. A declined payment does not count. Any number of tabs and devices can have the
  link open.
- \`lines\`: the items of the order, shown on the page. The \`amount\` of a line is for its whole \`quantity\` (by
  default 1), and below zero for a discount. The lines must add up to the amount of the link. Send lists of objects as
  JSON.
- \`text\` is shown on the page, not on the bank statement; \`reference\` is stored in \`custom.reference\` of the
  transaction.
- \`statement\`: the text on the customer's bank statement, the transaction's \`descriptor\`; without it the merchant's.
  2 to 22 printable ASCII characters with a letter among them, without \`<>\\'"*\` and without a needless space.
- \`expires\`: the time from which the link cannot be paid; by default it can be paid until it is switched off.
- \`redirect\`: the URL after the payment, with \`transactionId\` added to its query; \`cancel\`: the URL for
  customers who do not pay. Both are http or https, for a live merchant only https.
- \`locale\`: the page's language; by default the preference of the browser. \`email\`: the customer's address, stored
  with the link.
- \`customer\`: your own name for them, 1 to 100 printable characters. A customer who opens the link can save a card. **Anybody
  who opens the link sees the saved cards of this customer, masked, and can pay with one if they know its security code**:
  give the link to that customer alone.
- \`recurring\`: the customer agrees to later charges of the card, which the page says.
- \`capture\`: whether payments are captured at once; by default the merchant's own \`capture\` at the payment decides.
- \`ask\`: the page asks customers for their \`name\`, \`email\` or both, and Florin refuses a payment without them; an empty
  list asks for nothing, whatever the merchant's own \`ask\` is.

Anybody with the URL can see the page and pay.`,
    body: { schema: 'linkCreate', as: 'api' },
    answers: { 201: json('Created', responses.linkCreated), 400: Invalid, 403: Forbidden, 404: NotFound },
  },

  'GET /merchants/{merchantId}/links': {
    tag,
    summary: 'The payment links of a merchant',
    description: 'Lists all links, the newest first, also those that are paid, expired or switched off.',
    parameters: pagination,
    answers: {
      200: list('Payment links, without their payments', responses.link),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
  },

  'GET /links/{linkId}': {
    tag,
    summary: 'A payment link',
    description: 'The content and state of the link, and the last 100 transactions that have paid it.',
    answers: {
      200: json('The link, with its payments', responses.linkAnswer),
      403: Forbidden,
      404: NotFound,
    },
  },

  'GET /links/{linkId}/qr': {
    tag,
    summary: 'A payment link as a QR code',
    description:
      'An SVG of its `url`, black on white with its margin; it can be shown and printed at any size.',
    answers: {
      200: file('The code', 'image/svg+xml'),
      403: Forbidden,
      404: NotFound,
      500: errors.Internal,
      503: errors.Unavailable,
    },
  },

  'DELETE /links/{linkId}': {
    tag,
    summary: 'Switch a payment link off',
    description:
      'Nobody can pay the link any more, not even on a page that is already open. The link and its payments can still be read. It cannot be switched on again.',
    answers: { 204: nothing('Switched off, now or before'), 403: Forbidden, 404: NotFound },
  },

  'GET /merchants/{merchantId}/customers/{customer}/cards': {
    tag,
    summary: 'The saved cards of a customer',
    description:
      'The cards, ten at most, that the customer has agreed to save on the page of a link with this `customer`, masked. The list is empty if there are none.',
    parameters: pagination,
    answers: {
      200: list('Cards', responses.customerCard),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
  },

  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}': {
    tag,
    summary: 'Delete a saved card of a customer',
    description: 'Nobody can pay with the card any more, not even on a page that already shows it.',
    answers: { 204: nothing('Forgotten'), 403: Forbidden, 404: NotFound },
  },
} satisfies Operations;
