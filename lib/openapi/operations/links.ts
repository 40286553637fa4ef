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
    description: `A page to pay on, at \`url\`, of which the customer can change nothing: each payment is compared with the link.

- \`uses\`: how often it can be paid, 1 to 1000. **Without it once**: most links are for one order of one customer, who
  must not pay it twice. A declined payment is no use. However many tabs and devices have it open, it is never paid more
  often.
- \`lines\`: what is paid for, shown on the page; the \`amount\` of a line is that of its whole \`quantity\` (1 if there is
  none), below zero for a discount. They must add up to the link's. Lists of objects need JSON.
- \`text\` is shown on the page, and on no bank statement; \`reference\` is kept in \`custom.reference\` of the transaction.
- \`statement\`: the text on the customer's bank statement, the transaction's \`descriptor\`; without it the merchant's.
  2 to 22 printable ASCII characters with a letter among them, without \`<>\\'"*\` and without a needless space.
- \`expires\`: until when it can be paid, in the future; without it until it is switched off.
- \`redirect\`: where the customer goes after paying, with \`transactionId\` added to its query; \`cancel\`: where they go
  without. http or https; https only for a live merchant.
- \`locale\`: the page's language; else as the browser prefers. \`email\`: the customer's, kept for you.
- \`customer\`: your own name for them, 1 to 100 printable characters. Who opens the link may have their card kept, and
  **sees the cards that are kept for this customer, masked, and can pay with one if they have its security code**: give it
  to that customer alone.
- \`recurring\`: the customer agrees that the card is charged again later; the page says so.
- \`capture\`: whether what is paid is captured at once; without it as the merchant's own \`capture\` says then.
- \`ask\`: who pays is asked for their \`name\`, \`email\` or both, and no payment is made without; an empty list asks for
  nothing, also where the merchant does.

Whoever has the URL can see the page and pay.`,
    body: { schema: 'linkCreate', as: 'api' },
    answers: { 201: json('Created', responses.linkCreated), 400: Invalid, 403: Forbidden, 404: NotFound },
  },

  'GET /merchants/{merchantId}/links': {
    tag,
    summary: 'The payment links of a merchant',
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
    answers: {
      200: json('The link, with what it was paid by', responses.linkAnswer),
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
      'Nobody can pay it any more, also where its page is open already. It stays, with its payments; it cannot be switched on again.',
    answers: { 204: nothing('Switched off, also where it was before'), 403: Forbidden, 404: NotFound },
  },

  'GET /merchants/{merchantId}/customers/{customer}/cards': {
    tag,
    summary: 'The cards that are kept for a customer',
    description:
      'Those that they have agreed to on the page of a link with this `customer`, ten at most. Masked: nobody has more of them here. A customer without any has an empty list.',
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
    summary: 'Forget a card of a customer',
    description: 'Nobody can pay with it any more, also where a page shows it already.',
    answers: { 204: nothing('Forgotten'), 403: Forbidden, 404: NotFound },
  },
} satisfies Operations;
