import { listOf } from '../answer.ts';
import { customerFailure, customerOperationOpen, failure, operationOpen } from '../errors.ts';
import { responses } from '../responses.ts';
import type { Answer, Header, Schema } from './row.ts';

export const json = (description: string, schema: Schema): Answer => ({
  description,
  content: { 'application/json': schema },
});

export const list = (description: string, items: Schema): Answer =>
  json(description, listOf(items, 'Newest first; with `after` oldest first'));

export const page = (description: string): Answer => ({
  description,
  content: { 'text/html': { type: 'string' } },
});

export const file = (description: string, ...types: readonly string[]): Answer => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { type: 'string' }])),
});

export const nothing = (description: string): Answer => ({ description });

const header = (description: string, schema: Schema = { type: 'string' }): Header => ({
  description,
  schema,
});

/** The header that every answer has. */
export const requestId = {
  'X-Request-Id': header(
    'The id of this request, also in the logs of Florin. State it when you report an error',
  ),
};

export const replayHeader = {
  'Idempotency-Replayed': header('The first answer again: this request had no effect', {
    const: 'true',
  }),
};

export const ignoredHeader = {
  'Florin-Ignored': header(
    'The names of unknown fields and query parameters, which had no effect; a 4xx can have it, too',
  ),
};

export const transactionHeader = {
  'Florin-Transaction': header('The id of the failed transaction, if the answer is a decline'),
};

const basic = { 'WWW-Authenticate': header('`Basic realm="florin"`') };
const retry = { 'Retry-After': header('Seconds', { type: 'string', pattern: '^\\d+$' }) };

const failed = (description: string, error: string, message: string): Answer =>
  json(description, { ...failure(error), examples: [{ error, message, text: message }] });

const customerFailed = (description: string, code: string, message: string): Answer =>
  json(description, { ...customerFailure(code), examples: [{ code, message }] });

type Failure = [description: string, name: string, message: string];

const referenceUsed =
  'The `reference` "order-1001" belongs to a capture of EUR 49.99 of this transaction: another one needs a `reference` of its own';

const keyReused: Failure = [
  'The Idempotency-Key was used for another request',
  'IDEMPOTENCY_KEY_REUSED',
  'This Idempotency-Key was used for another request',
];
const throttled: Failure = [
  'Too many requests; nothing was done',
  'THROTTLED',
  'Too many requests, try again in a moment',
];
const internal: Failure = [
  'An error inside Florin. With an Idempotency-Key it is safe to send the request again',
  'INTERNAL_ERROR',
  'Something went wrong on our side',
];
const busy =
  'A service that Florin depends on is too busy. With an Idempotency-Key it is safe to send the request again';
const tryAgain = 'We are too busy at the moment; please try again';

/** The responses that several routes share, by their names in the document. */
export const errors = {
  Invalid: json('Faults in fields, parameters or amounts; nothing was done', responses.faults),
  Unauthorized: {
    ...failed(
      'No API key, or an unknown one',
      'UNAUTHORIZED',
      'Send HTTP Basic: empty user name, the API key as password',
    ),
    headers: basic,
  },
  Forbidden: failed('The app is not a member of this merchant', 'FORBIDDEN', 'No access to this merchant'),
  NotFound: failed('The object does not exist, or its id is malformed', 'NOT_FOUND', 'Not found'),
  Conflict: failed(
    'The request was valid when it was read, but something changed in the meantime; nothing was done',
    'CONFLICT',
    'The transaction has changed in the meantime; the amount is no longer available',
  ),
  MovementConflict: json(
    'Something changed in the meantime, or the `reference` belongs to another movement; nothing was done',
    {
      anyOf: [failure('CONFLICT'), failure('REFERENCE_USED')],
      examples: [
        {
          error: 'REFERENCE_USED',
          message: referenceUsed,
          text: referenceUsed,
        },
      ],
    },
  ),
  TooLarge: failed(
    'The body is larger than 256 KB, or than 4.5 MB with evidence',
    'REQUEST_TOO_LARGE',
    'A body can have at most 262144 bytes',
  ),
  UnsupportedMediaType: failed(
    'The body is in a media type that is not accepted',
    'UNSUPPORTED_MEDIA_TYPE',
    'The content type must be application/json or application/x-www-form-urlencoded',
  ),
  KeyReused: failed(...keyReused),
  HeadersTooLarge: failed(
    'The address and the headers have more than 10 KB',
    'REQUEST_INVALID',
    'The request is not valid',
  ),
  Throttled: { ...failed(...throttled), headers: retry },
  Internal: failed(...internal),
  Unavailable: { ...failed(busy, 'UNAVAILABLE', tryAgain), headers: retry },
  OperationOpen: {
    ...json(
      'The acquirer of a live merchant has not answered, so that the outcome is not known yet. A repeat with the same `Idempotency-Key` is safe, and gets the outcome; the transaction shows the operation until then. With the error `TIMEOUT` the answer took too long: repeat the request as after a 500',
      {
        ...operationOpen,
        examples: [
          {
            error: 'OPERATION_OPEN',
            message: 'The acquirer has not answered yet; repeat with the same Idempotency-Key',
            text: 'The acquirer has not answered yet; repeat with the same Idempotency-Key',
            operation: '6b03f33c24f6b4b290cc50f1',
          },
        ],
      },
    ),
    headers: retry,
  },
  Timeout: {
    ...failed(
      'The answer took too long: repeat the request as after a 500',
      'TIMEOUT',
      'The answer took too long',
    ),
    headers: retry,
  },

  CustomerInvalid: json(
    'The request, a token or the card is refused; see the table of codes',
    responses.customerError,
  ),
  CustomerNotFound: customerFailed(
    'There is no such endpoint',
    'ENDPOINT_NOT_FOUND',
    'There is no such endpoint',
  ),
  CustomerKeyReused: customerFailed(...keyReused),
  CustomerThrottled: { ...customerFailed(...throttled), headers: retry },
  CustomerLimited: {
    ...json(
      'Too many requests; or too many payments with this card or by this link were declined today. Nothing was done',
      {
        ...customerFailure('THROTTLED', 'TOO_MANY_DECLINES'),
        examples: [
          {
            code: 'TOO_MANY_DECLINES',
            message: 'Too many attempts have failed: use another card, or try again tomorrow',
          },
        ],
      },
    ),
    headers: retry,
  },
  CustomerOperationOpen: {
    ...json(
      'The acquirer has not answered, so that it is not known yet whether the payment was made. A repeat of the same request is safe, and gets the outcome',
      {
        ...customerOperationOpen,
        examples: [
          {
            code: 'OPERATION_OPEN',
            message: 'The acquirer has not answered yet; repeat with the same Idempotency-Key',
            operation: '6b03f33c24f6b4b290cc50f1',
          },
        ],
      },
    ),
    headers: retry,
  },
  CustomerInternal: customerFailed(...internal),
  CustomerUnavailable: { ...customerFailed(busy, 'INTERNAL_ERROR', tryAgain), headers: retry },
  PageInvalid: page('The request is malformed: a header is repeated, or a parameter is not text'),
  PageFailed: page('An error inside Florin'),
  PageUnavailable: { ...page('A service that Florin depends on is too busy'), headers: retry },

  HelloInvalid: hello('The document is malformed or not valid', responses.helloError),
  HelloUnauthorized: {
    ...hello('No credentials, or wrong ones', responses.helloError),
    headers: {
      'WWW-Authenticate': header(
        'Three challenges: `Digest` with SHA-256 and with MD5 (`qop="auth"`, a fresh nonce; `stale=true` if only the nonce of the request was too old), and `Basic`',
      ),
    },
  },
  HelloNotFound: hello('There is no resource with this id', responses.helloError),
  HelloNotAcceptable: hello('`Accept` allows neither JSON nor XML; answered in JSON', responses.helloError),
  HelloConflict: hello('There is a resource with this id already', responses.helloError),
  HelloTooLarge: hello('The document is larger than 64 KB', responses.helloError),
  HelloUnsupported: hello('The media type is neither JSON nor XML, or not in UTF-8', responses.helloError),
  HelloInternal: hello('An error inside Florin', responses.helloInternal),
} satisfies Record<string, Answer>;

/** An answer of the hello-world service, in the media type that the client prefers. */
export function hello(description: string, schema: Schema): Answer {
  const types = ['application/json', 'application/xml', 'text/xml'];
  return { description, content: Object.fromEntries(types.map((type) => [type, schema])) };
}
