import { challengeNames } from '../responses.ts';
import { id } from '../types.ts';
import type { Parameter, Schema } from './row.ts';

const inPath = (name: string, description: string, schema: Schema = id): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

const frames = ['fingerprint', 'tds-fingerprint', 'tds-challenge', 'bank'];
const text = { type: 'string' };

/** The path parameters of all routes. */
export const pathParameters: Readonly<Record<string, Parameter>> = Object.fromEntries(
  [
    inPath('appId', 'Id of an app'),
    inPath('merchantId', 'Id of a merchant that the app is a member of'),
    inPath('userId', 'Id of a user'),
    inPath('lineId', 'Id of a line'),
    inPath('payoutId', 'Id of a payout'),
    inPath('transactionId', 'Id of a transaction'),
    inPath('cardId', 'Id of a saved card'),
    inPath('linkId', 'Id of a payment link'),
    inPath('customer', 'Your own name for a customer, as in `customer` of a link; percent-encoded', {
      type: 'string',
      maxLength: 300,
    }),
    inPath('disputeId', 'Id of a dispute'),
    inPath('fraudId', 'Id of a fraud alert'),
    inPath('webhookId', 'Id of a webhook of the merchant'),
    inPath('secretId', 'Id of a secret of the webhook'),
    inPath('deliveryId', 'Id of a delivery, which is its event’s'),
    inPath('watch', 'The `watch` in the answer to `POST /payments/codes`', text),
    inPath('challenge', 'As in the `path` of a challenge', {
      type: 'string',
      enum: challengeNames,
    }),
    inPath('frame', 'As in the `action` of a challenge', { type: 'string', enum: frames }),
    inPath('asset', 'Name of a file', text),
    inPath('page', 'Name of a page: `integrate`, `integrate.md`', text),
    inPath('key', 'Public key of a merchant', text),
    inPath('logo', 'Name of an image', text),
    inPath('id', 'Id of the resource', { type: 'integer', minimum: 1 }),
  ].map((parameter) => [parameter.name, parameter]),
);

export const inQuery = (name: string, description: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  in: 'query',
  description,
  schema: text,
  ...more,
});

const encoded =
  'In a URL `[` and `]` may stand as they are, or as `%5B` and `%5D`; `curl` takes them as they are with `-g`.';

/** The parameters of every list. */
export const pagination: readonly Parameter[] = [
  inQuery('limit', 'The most items to return', {
    required: true,
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
    example: 10,
  }),
  inQuery('before', 'Only items older than this id. A bare timestamp works as an id, too', {
    schema: id,
  }),
  inQuery('after', 'Only items newer than this id; without `before` **oldest first**', { schema: id }),
  inQuery(
    'filter[from]',
    `Only items that were created at this time or later: a day in UTC, \`2026-11-01\`, or a time, \`2026-11-01T12:30:00Z\`. ${encoded}`,
  ),
  inQuery(
    'filter[to]',
    `Only items that were created before: \`filter[from]=2026-11-01&filter[to]=2026-12-01\` is November. ${encoded}`,
  ),
];

/** The filters of lists of lines. */
export const bookingFilters: readonly Parameter[] = [
  inQuery(
    'filter[bookedFrom]',
    `Only lines with this \`bookedAt\` or a later one. The order stays that of the ids, so a line that Florin has written late comes at its \`created\`. ${encoded}`,
  ),
  inQuery('filter[bookedTo]', `Only lines with an earlier \`bookedAt\`. ${encoded}`),
];

const yesOrNo = { schema: { type: 'string', enum: ['yes', 'no', 'y', 'n', 'true', 'false', '1', '0'] } };
const values = `\`yes\`/\`no\`, \`true\`/\`false\`, \`1\`/\`0\`. ${encoded}`;

export const testFilter = inQuery('filter[test]', `Only test objects, or only live ones: ${values}`, yesOrNo);

export const successfulFilter = inQuery(
  'filter[successful]',
  `Only transactions that succeeded, or only declined ones: ${values}`,
  yesOrNo,
);

export const pendingFilter = inQuery(
  'filter[pending]',
  `Only transactions with money that can be captured or voided. ${encoded}`,
  { schema: { type: 'string', enum: ['yes', 'y', 'true', '1'] } },
);

/** The filters of the lists of disputes and fraud alerts. */
export const alertFilters: readonly Parameter[] = [
  inQuery('filter[merchantId]', `Only items of this merchant. ${encoded}`, { required: true, schema: id }),
  inQuery('filter[transactionId]', `Only items about this transaction. ${encoded}`, { schema: id }),
];

const idempotencyKey = (minLength: number, description: string): Parameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  description,
  schema: { type: 'string', pattern: '^[ -~]*$', minLength, maxLength: 255 },
});

export const onceKey = idempotencyKey(
  1,
  'For 24 hours the same request with the same key has one effect, and gets the first answer again',
);

/** The idempotency key of a route that answers with an API key. */
export const unguessableKey = idempotencyKey(
  16,
  'As on other routes, and at least 16 characters that nobody can guess: the recorded answer has the API key, and this key encrypts it. Callers of `POST /apps` are anonymous, so that anybody who repeats the request with the key gets the API key',
);

export const version: Parameter = {
  name: 'Accept-Version',
  in: 'header',
  required: true,
  description: 'The version of this side of the API',
  schema: { type: 'string', enum: ['1'], default: '1' },
  example: '1',
};
