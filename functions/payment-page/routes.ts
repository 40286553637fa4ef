import { responses } from '../../schemas/responses.ts';
import { errors, file, json, nothing, page } from '../../schemas/route/answers.ts';
import { inQuery, version } from '../../schemas/route/parameters.ts';
import type { Parameter, PublicRow } from '../../schemas/route/row.ts';
import { currency } from '../../schemas/types.ts';

const yes = ['yes', 'no', 'y', 'n', 'true', 'false', '1', '0'];
const flag = { type: 'string', enum: yes };
const short = { type: 'string', maxLength: 1024 };

/** How the page is shown. `sdk.js` writes these parameters for the page in a frame. */
const inFrame: readonly Parameter[] = [
  inQuery('embed', "Origin of the page that holds this one in a frame: the merchant's own website"),
  inQuery(
    'appearance',
    'Theme, font, radius and colours of the page as JSON, only with `embed`; `sdk.js` writes it',
  ),
  inQuery(
    'inline',
    '`y`: only the card’s fields, for a form of that page (`fields` of `sdk.js`); with `embed` and an amount',
  ),
  inQuery(
    'methods',
    '`n` for cards alone; by default the page also offers the other methods that the merchant has switched on',
    { schema: flag },
  ),
];

const link: readonly Parameter[] = [
  inQuery('key', "The merchant's public key", { required: true }),
  inQuery('test', '`1` for a test merchant; left out for a live one; with `auto` the key decides', {
    schema: { type: 'string', enum: [...yes, 'auto'] },
  }),
  inQuery('currency', "The currency of the amount, by default the merchant's", { schema: currency }),
  inQuery(
    'value',
    'Amount in **major** units, with a decimal point. Without it the page first asks for the amount',
    {
      schema: { type: 'string', pattern: '^\\d{1,13}(\\.\\d{1,12})?$' },
      example: '49.99',
    },
  ),
  inQuery('reference', 'Stored as `custom.reference` of the transaction', { schema: short }),
  inQuery('text', 'Shown on the page', { schema: short }),
  inQuery(
    'redirect',
    'http(s) URL to open after success, with `transactionId` added to its query. Without it the page shows a receipt',
  ),
  inQuery('cancel', 'http(s) URL to go to without paying'),
  inQuery(
    'locale',
    'Language, or language and region: `de`, `de_AT`; by default the preference of the browser',
  ),
  inQuery('recurring', '`y` for a subscription, or to save the card: sets `unplanned.merchant`', {
    schema: flag,
  }),
  inQuery(
    'till',
    '`y` if the amount was entered at a till: the page then leads to the amount of the next customer',
    {
      schema: flag,
    },
  ),
  ...inFrame,
];

export const routes = [
  {
    api: 'pos',
    method: 'GET',
    path: '/',
    entry: 'payment-page/get',
    authorization: 'none',
    table: ['GetItem'],
    acquirerPages: true,
    verb: 'none',
    tag: 'Payment page',
    summary: 'The payment link',
    description:
      'A page to send customers to: they enter their card and pay. A misspelt parameter is refused; other unknown parameters are ignored.',
    parameters: link,
    answers: {
      200: page('The payment page, or the amount screen before it'),
      400: page('A parameter is invalid; the page names it'),
      404: page('No merchant has this key'),
    },
    tests: ['browser/payment', 'browser/amount', 'browser/security', 'browser/branding'],
  },

  {
    api: 'pos',
    method: 'GET',
    path: '/l/{linkId}',
    entry: 'payment-page/get-link',
    authorization: 'none',
    table: ['GetItem'],
    index: true,
    seal: ['Decrypt'],
    acquirerPages: true,
    verb: 'none',
    tag: 'Payment page',
    summary: "The page of a link that a merchant's server has made",
    description: 'The `url` of the link. A customer who opens it can change nothing of the link.',
    parameters: [inQuery('locale', 'Another language than that of the link, or of the browser'), ...inFrame],
    answers: {
      200: page('The payment page'),
      400: page('The merchant takes no payments at the moment, or none in this currency'),
      404: page('There is no such link'),
      410: page('The link was paid, has expired or was switched off; the page says so'),
    },
    tests: ['browser/links', 'api/links/page'],
  },

  {
    api: 'pos',
    method: 'DELETE',
    path: '/l/{linkId}/cards/{cardId}',
    entry: 'payment-page/delete-card',
    authorization: 'none',
    table: ['GetItem', 'DeleteItem'],
    verb: { client: 'customer', name: 'savedCards.delete' },
    tag: 'Payment page',
    summary: "Delete a saved card of the link's customer",
    description:
      'Used by the page of a link with a customer, while the link can be paid. An unknown or foreign card is a `REQUEST_INVALID`.',
    parameters: [version],
    answers: { 200: json('Forgotten', responses.cardRemoved), 400: errors.CustomerInvalid },
    tests: ['api/cards/customer-cards', 'browser/saved-cards'],
  },

  {
    api: 'pos',
    method: 'GET',
    path: '/assets/{asset}',
    entry: 'payment-page/asset',
    authorization: 'none',
    table: [],
    verb: 'none',
    tag: 'Payment page',
    summary: 'A part of the payment page',
    description:
      'A script or a style sheet. The name contains a hash of the content, so that browsers keep the file for ever.',
    answers: {
      200: file('A script or a style sheet, which never changes', 'text/javascript', 'text/css'),
      404: page('There is no such file'),
    },
    tests: ['browser/security', 'slow/cost'],
  },

  {
    api: 'pos',
    method: 'GET',
    path: '/logos/{key}/{logo}',
    entry: 'payment-page/logo',
    authorization: 'none',
    table: ['GetItem'],
    verb: 'none',
    tag: 'Payment page',
    summary: "A merchant's logo",
    description:
      "Served at the `path` of the merchant's logo. A new logo has a new path, and the old path is then a 404.",
    answers: { 200: file('The image, which never changes', 'image/png'), 404: page('There is no such logo') },
    tests: ['api/logo', 'browser/logo'],
  },

  {
    api: 'pos',
    method: 'POST',
    path: '/csp-reports',
    entry: 'payment-page/receive-report',
    authorization: 'none',
    rare: true,
    table: [],
    verb: 'none',
    tag: 'Payment page',
    summary: 'Reports of browsers about the content security policy',
    description:
      'Browsers send a report here if the policy of the payment page has blocked a script or an address. Florin counts the ' +
      'directive and the blocked origin, and stores nothing else.',
    parameters: [],
    answers: {
      204: nothing('Received; the report may have been ignored'),
      400: page('The body is not JSON'),
      413: page('The body has more than 16 KB'),
      415: page('The content type is neither `application/csp-report` nor `application/reports+json`'),
    },
    tests: ['api/http/policy-reports'],
  },

  {
    api: 'pos',
    method: 'GET',
    path: '/sdk.js',
    entry: 'payment-page/sdk',
    authorization: 'none',
    table: [],
    verb: 'none',
    tag: 'Payment page',
    summary: "The script that opens the payment page in a merchant's own",
    description:
      'Defines `Florin`, which opens the payment page in a dialog, or shows card fields inside a form of the shop.',
    answers: { 200: file('The script', 'text/javascript') },
    tests: ['browser/embedding', 'browser/embedding-sdk'],
  },

  {
    api: 'pos',
    method: 'GET',
    path: '/10.js',
    entry: 'payment-page/sdk-10',
    authorization: 'none',
    table: [],
    verb: 'none',
    tag: 'Payment page',
    summary: 'The same script for existing shop plugins',
    description:
      'Defines `Paylike(…)`, which opens the dialog of `sdk.js` with the arguments and the callback that these plugins ' +
      'use. `docs/migrate.md` lists the changes for each plugin.',
    answers: { 200: file('The script', 'text/javascript') },
    tests: ['browser/plugins'],
  },
] as const satisfies readonly PublicRow[];
