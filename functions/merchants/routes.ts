import { responses } from '../../schemas/responses.ts';
import { errors, json, list, nothing } from '../../schemas/route/answers.ts';
import { pagination, testFilter } from '../../schemas/route/parameters.ts';
import { type PublicRow, read } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound } = errors;

/** The body of a request for a new merchant. */
export const merchantSample = () => ({
  currency: 'EUR',
  email: 'john@example.com',
  website: 'https://example.com',
  descriptor: 'Coffee & John',
  test: true,
  company: { country: 'DK' },
});

export const routes = [
  {
    api: 'base',
    method: 'POST',
    path: '/merchants',
    entry: 'merchants/create',
    authorization: 'key',
    table: ['GetItem', 'PutItem', 'UpdateItem'],
    unvouched: true,
    console: false,
    apps: 'self',
    verb: { client: 'merchant', name: 'merchants.create', gives: 'merchant' },
    tag: 'Merchants',
    summary: 'Create a merchant',
    description: `The calling app becomes its first member. \`test\` merchants take test cards and move no money;
\`test\` cannot
be changed later. The terms (\`pricing\`) are the standard ones of the funding currency. The IBAN is checked by its
country's length and its checksum, and kept without spaces.

\`timeZone\` is the IANA name of a time zone, such as \`Europe/Copenhagen\`: the merchant's days and months begin at its
midnight, in the console, at tills, in statements and in mails. Without a choice it is the zone of \`company.country\`; of a
country with several zones, the one with the most people. All times and days of this API are in UTC.

With \`capture\` Florin captures customers' payments immediately: by payment links, on the amount screen, by \`sdk.js\` and \`POST
/payments\`, and by links of the merchant's server that set no other value. Customers cannot choose it. Without
\`capture\` Florin holds payments until you capture them. \`consoleCapture\` is the same setting for tills that are paired in the
console, and for links that people make there without a \`capture\`; it is true by default. \`ask\` makes the pages ask for \`name\`, \`email\` or both,
except on links with their own \`ask\`; the transaction shows them as \`payer\`. \`methods\` names what the pages offer beside cards,
for example \`["mobilepay"]\`, in this order: types of \`availableMethods\`, by default none.

The pages show the branding: \`color\` of buttons and links, and \`terms\` and \`privacy\`, https URLs that the footer
links. Any colour is possible: the text on a button is black or white, with a contrast of at least 4.5:1. If the
contrast with a light or dark page is too low (WCAG 2.2: 3:1 for the edge of a button, 4.5:1 for a link), the page
uses the nearest shade with enough contrast.`,
    body: { schema: 'merchantCreate', as: 'api' },
    sample: merchantSample,
    answers: {
      201: json('The merchant, as `GET /merchants/{merchantId}` shows it', responses.merchantAnswer),
      400: Invalid,
      404: NotFound,
    },
    tests: ['api/http/validation', 'api/payment', 'api/idempotency'],
  },

  {
    api: 'base',
    method: 'PUT',
    path: '/merchants/{merchantId}',
    entry: 'merchants/update',
    authorization: 'key',
    table: ['Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    unvouched: true,
    console: {
      // Except for a change of `refundLimit` or `email` (functions/merchants/update.ts).
      roles: 'owners',
      stepUp: false,
      audit: 'settings',
    },
    verb: { client: 'merchant', name: 'merchants.update' },
    tag: 'Merchants',
    summary: 'Change a merchant',
    description: `Only \`name\`, \`email\`, \`descriptor\`, \`timeZone\`,
\`capture\`, \`consoleCapture\`, \`ask\`, \`methods\`, \`address\`, \`color\`, \`terms\`,
\`privacy\`, \`logo\`, \`notifications\`, \`refundLimit\` and \`testAuthorizationDays\` can change,
and only the fields that you send change. An empty text removes one of \`address\`, \`timeZone\`, \`color\`, \`terms\`, \`privacy\`
and \`logo\`. An update that names an immutable field returns 400 and names the field.
Transactions keep the descriptor that they were made with.

\`logo\` is a PNG in Base64: at most 64 KB, 16 to 1024 pixels a side, 8 bits a sample. Florin decodes it to its pixels
and encodes them again, without comments, profiles and other data of the file. A file that is not entirely a valid PNG
returns 400 with the reason.

\`notifications\` switches e-mails to the merchant on (\`true\`) or off (\`false\`); absent ones stay the same.
\`disputes\` (opened disputes with their deadline, and their outcome) and \`payouts\` (sent and returned payouts) are
on for live merchants and off for test ones. \`summary\` (each morning the changes of the balance on the day before,
if any) is off. The
merchant's \`email\` and up to 20 users who are members get it, in the language of \`company.country\`
and in \`timeZone\`.

\`refundLimit\` is in minor units of the merchant's currency. Users of the console who refund more of one payment, or any of a
payment in another currency, must first confirm their identity; 0 means that there is no limit. The limit does not apply to API keys.

\`testAuthorizationDays\` is for test merchants: authorizations that are made from then on end after so many days, 1 to 30, as those
of banks do, with the event \`transaction.expiring\` before. 0 leaves it to the stage, where test authorizations usually do not end.`,
    body: { schema: 'merchantUpdate', as: 'api' },
    sample: () => ({ name: 'Coffee by John' }),
    answers: { 204: nothing('Changed'), 400: Invalid, 403: Forbidden, 404: NotFound },
    tests: [
      'api/payment',
      'api/access',
      'api/capture-with-payment',
      'api/branding',
      'api/logo',
      'api/method-settings',
      'api/method-live',
      'api/test-authorizations',
    ],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/identities/{appId}/merchants',
    entry: 'merchants/list',
    authorization: 'key',
    table: ['Query', 'BatchGetItem'],
    index: true,
    console: { roles: 'self' },
    verb: { client: 'merchant', name: 'merchants.list' },
    tag: 'Merchants',
    summary: 'The merchants of an app',
    description: 'An app can list only its own merchants; the id of another app returns 403.',
    parameters: [...pagination, testFilter],
    answers: {
      200: list('Merchants that the app is a member of', responses.merchant),
      400: Invalid,
      403: errors.Forbidden,
      404: NotFound,
    },
    tests: ['api/http/lists', 'api/http/pages'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}',
    entry: 'merchants/get',
    authorization: 'key',
    table: read,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'merchants.get', gives: 'merchant' },
    tag: 'Merchants',
    summary: 'A merchant',
    description:
      '`balance` is the current sum of all lines. The balance can be below zero, for example after refunds.',
    answers: {
      200: json('The merchant', responses.merchantAnswer),
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/payment', 'api/access'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/declines',
    entry: 'merchants/get-declines',
    authorization: 'key',
    own: true,
    table: ['GetItem'],
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'declines.get', gives: 'declines' },
    tag: 'Merchants',
    summary: 'The declines of a merchant today',
    description: `The declined payments of today (UTC) that count against [card testing](/docs/security#card-testing), and whether they
limit the merchant's payments.`,
    answers: { 200: json('The declines', responses.declinesAnswer), 403: Forbidden, 404: NotFound },
    tests: ['api/card-testing', 'unit/usecases/card-testing'],
  },

  {
    api: 'base',
    method: 'PUT',
    path: '/merchants/{merchantId}/declines/pass',
    entry: 'merchants/pass-declines',
    authorization: 'key',
    own: true,
    table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    unvouched: true,
    console: { roles: 'owners', stepUp: true, audit: 'passDeclines' },
    verb: { client: 'merchant', name: 'declines.pass', gives: 'declines' },
    tag: 'Merchants',
    summary: 'Let limited payments pass for an hour',
    description: `After many declines on a day, all payments of the merchant need 3-D Secure. This lifts the merchant's own limit for an
hour, but not beyond midnight (UTC). The limits of cards, links, networks and the stage stay.

A repeat during the hour changes nothing. A fourth hour on the same day returns 429. If nothing is limited, the request
returns 409.`,
    answers: {
      200: json('The declines, with the end of the pass', responses.declinesAnswer),
      403: Forbidden,
      404: NotFound,
      409: errors.Conflict,
    },
    tests: ['api/card-testing', 'unit/usecases/card-testing'],
  },
] as const satisfies readonly PublicRow[];
