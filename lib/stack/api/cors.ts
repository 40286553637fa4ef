import { mockOperation } from './mock.ts';

/** Headers that let scripts of any site read the answers of the checkout API, including errors. */
export const cors = {
  'Access-Control-Allow-Origin': "'*'",
  'Access-Control-Expose-Headers': "'X-Request-Id,Retry-After'",
};

/** API Gateway answers preflight requests itself. */
export const preflight = mockOperation({
  status: 204,
  headers: {
    // The answer has no body, and API Gateway would otherwise state JSON as its type.
    'Content-Type': "'text/plain; charset=utf-8'",
    'X-Request-Id': 'context.requestId',
    'Access-Control-Allow-Origin': "'*'",
    'Access-Control-Allow-Methods': "'GET,POST,OPTIONS'",
    'Access-Control-Allow-Headers': "'Accept,Accept-Version,Content-Type,Idempotency-Key,X-Client'",
    'Access-Control-Max-Age': "'7200'", // two hours: as long as Chrome keeps it
  },
});
