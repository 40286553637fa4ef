import { responses } from '../../schemas/responses.ts';
import { errors, file, json, list, nothing } from '../../schemas/route/answers.ts';
import { pagination } from '../../schemas/route/parameters.ts';
import { type PublicRow, read } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound, Conflict } = errors;
const tag = 'Payment links';

export const routes = [
  {
    api: 'base',
    method: 'POST',
    path: '/merchants/{merchantId}/links',
    entry: 'links/create',
    authorization: 'key',
    own: true,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    posUrl: true,
    unvouched: true,
    console: { roles: 'cashiers', stepUp: false, audit: 'makeLink' },
    verb: { client: 'merchant', name: 'links.create', gives: 'link' },
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
- \`capture\`: whether payments are captured immediately; by default the merchant's own \`capture\` at the payment decides. In the
  console the default is the merchant's \`consoleCapture\` when the link is made.
- \`ask\`: the page asks customers for their \`name\`, \`email\` or both, and Florin refuses a payment without them; an empty
  list asks for nothing, whatever the merchant's own \`ask\` is.
- \`methods\`: the methods of the merchant's own \`methods\` that can pay the link beside cards; by default all that take its
  amount and currency. An empty list means cards alone, and so does \`recurring\`: only cards can be charged again.

Anybody with the URL can see the page and pay.`,
    body: { schema: 'linkCreate', as: 'api' },
    sample: () => ({ amount: 100, currency: 'EUR' }),
    answers: { 201: json('Created', responses.linkCreated), 400: Invalid, 403: Forbidden, 404: NotFound },
    tests: ['api/links/manage', 'api/links/live', 'api/method-settings', 'api/strangers'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/links',
    entry: 'links/list',
    authorization: 'key',
    own: true,
    table: ['GetItem'],
    index: true,
    posUrl: true,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'links.list' },
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
    tests: ['api/links/manage'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/links/{linkId}',
    entry: 'links/get',
    authorization: 'key',
    own: true,
    table: read,
    posUrl: true,
    console: { roles: 'everybodyAndCashiers' },
    verb: { client: 'merchant', name: 'links.get', gives: 'link' },
    tag,
    summary: 'A payment link',
    description: 'The content and state of the link, and the last 100 transactions that have paid it.',
    answers: {
      200: json('The link, with its payments', responses.linkAnswer),
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/links/manage', 'api/links/payments'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/links/{linkId}/qr',
    entry: 'links/qr',
    authorization: 'key',
    own: true,
    table: ['GetItem'],
    posUrl: true,
    console: { roles: 'everybodyAndCashiers' },
    verb: { client: 'merchant', name: 'links.qr' },
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
    tests: ['browser/qr', 'api/links/manage'],
  },

  {
    api: 'base',
    method: 'DELETE',
    path: '/links/{linkId}',
    entry: 'links/delete',
    authorization: 'key',
    own: true,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    unvouched: true,
    console: { roles: 'movers', stepUp: false, audit: 'endLink' },
    verb: { client: 'merchant', name: 'links.delete' },
    tag,
    summary: 'Switch a payment link off',
    description:
      'Nobody can pay the link any more, not even on a page that is already open. The link and its payments can still be read. It cannot be switched on again. A link that was paid as often as it can be returns 409: its payment is to be voided or refunded.',
    answers: {
      204: nothing('Switched off, now or before'),
      403: Forbidden,
      404: NotFound,
      409: Conflict,
    },
    tests: ['api/links/manage', 'api/links/ended-during-payment'],
  },
] as const satisfies readonly PublicRow[];
