import { responses } from '../../../schemas/responses.ts';
import { currency } from '../../../schemas/types.ts';
import { errors, file, json, page } from '../answers.ts';
import type { Operations, Parameter } from '../operation.ts';
import { inQuery, version } from '../parameters.ts';

const yes = ['yes', 'no', 'y', 'n', 'true', 'false', '1', '0'];
const flag = { type: 'string', enum: yes };
const short = { type: 'string', maxLength: 1024 };

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
  inQuery('embed', "Origin of the page that holds this one in a frame: the merchant's own website"),
  inQuery(
    'appearance',
    'Theme, font, radius and colours of the page as JSON, only with `embed`; `sdk.js` writes it',
  ),
  inQuery(
    'inline',
    '`y`: only the card’s fields, for a form of that page (`fields` of `sdk.js`); with `embed` and `value`',
  ),
];

export const paymentPage = {
  'GET /': {
    tag: 'Payment page',
    summary: 'The payment link',
    description:
      'A page to send customers to: they enter their card and pay. Unknown parameters are ignored.',
    parameters: link,
    answers: {
      200: page('The payment page, or the amount screen before it'),
      400: page('A parameter is invalid; the page names it'),
      404: page('No merchant has this key'),
    },
  },

  'GET /l/{linkId}': {
    tag: 'Payment page',
    summary: "The page of a link that a merchant's server has made",
    description: 'The `url` of the link. A customer who opens it can change nothing of the link.',
    parameters: [inQuery('locale', 'Another language than that of the link, or of the browser')],
    answers: {
      200: page('The payment page'),
      400: page('The merchant takes no payments at the moment, or none in this currency'),
      404: page('There is no such link'),
      410: page('The link was paid, has expired or was switched off; the page says so'),
    },
  },

  'DELETE /l/{linkId}/cards/{cardId}': {
    tag: 'Payment page',
    summary: "Delete a saved card of the link's customer",
    description:
      'Used by the page of a link with a customer, while the link can be paid. An unknown or foreign card is a `REQUEST_INVALID`.',
    parameters: [version],
    answers: { 200: json('Forgotten', responses.cardRemoved), 400: errors.CustomerInvalid },
  },

  'GET /assets/{asset}': {
    tag: 'Payment page',
    summary: 'A part of the payment page',
    description:
      'A script or a style sheet. The name contains a hash of the content, so that browsers keep the file for ever.',
    answers: {
      200: file('A script or a style sheet, which never changes', 'text/javascript', 'text/css'),
      404: page('There is no such file'),
    },
  },

  'GET /logos/{key}/{logo}': {
    tag: 'Payment page',
    summary: "A merchant's logo",
    description:
      "Served at the `path` of the merchant's logo. A new logo has a new path, and the old path is then a 404.",
    answers: { 200: file('The image, which never changes', 'image/png'), 404: page('There is no such logo') },
  },

  'GET /sdk.js': {
    tag: 'Payment page',
    summary: "The script that opens the payment page in a merchant's own",
    description:
      'Defines `Florin`, which opens the payment page in a dialog, or shows card fields inside a form of the shop.',
    answers: { 200: file('The script', 'text/javascript') },
  },

  'GET /10.js': {
    tag: 'Payment page',
    summary: 'The same script for existing shop plugins',
    description:
      'Defines `Paylike(…)`, which opens the dialog of `sdk.js` with the arguments and the callback that these plugins ' +
      'use. `docs/migrate.md` lists the changes for each plugin.',
    answers: { 200: file('The script', 'text/javascript') },
  },
} satisfies Operations;
