import type { Route } from '../routes.ts';

/** A response that API Gateway itself gives. */
interface Answer {
  /** API Gateway's own status where there is none. */
  status?: number;
  code: string;
  message: string;
  /** Values in single quotes are literal, others are looked up. */
  headers?: Record<string, string>;
  /** By an authorizer, in the shape of its API; in XML too, for clients of the hello-world service that ask for it. */
  denied?: true;
}

const throttled: Answer = {
  status: 429,
  code: 'THROTTLED',
  message: 'Too many requests, try again in a moment',
  headers: { 'Retry-After': "'1'" },
};
const internal: Answer = { status: 500, code: 'INTERNAL_ERROR', message: 'Something went wrong on our side' };

/** An unknown route: API Gateway thinks that it lacks an AWS signature, or has a bad one if credentials came along. */
const unknownRoute = (message: string): Record<string, Answer> => {
  const notFound: Answer = { status: 404, code: 'ENDPOINT_NOT_FOUND', message };
  return {
    MISSING_AUTHENTICATION_TOKEN: notFound,
    INVALID_SIGNATURE: notFound,
    EXPIRED_TOKEN: notFound,
    RESOURCE_NOT_FOUND: notFound,
  };
};

const limits: Record<string, Answer> = { THROTTLED: throttled, QUOTA_EXCEEDED: throttled };

/** The causes are nobody's business: a handler that failed or never answered, an authorizer that did. */
const failures: Record<string, Answer> = {
  API_CONFIGURATION_ERROR: internal,
  AUTHORIZER_CONFIGURATION_ERROR: internal,
  AUTHORIZER_FAILURE: internal,
  INTEGRATION_FAILURE: internal,
  INTEGRATION_TIMEOUT: internal,
  DEFAULT_5XX: internal,
};

const base: Record<string, Answer> = {
  ...unknownRoute('There is no endpoint at this path. GET /docs describes all endpoints'),
  ...limits,
  ...failures,
  INTEGRATION_TIMEOUT: { status: 504, code: 'TIMEOUT', message: 'The answer took too long' },
  UNAUTHORIZED: {
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'Send HTTP Basic: empty user name, the API key as password',
    headers: { 'WWW-Authenticate': `'Basic realm="florin"'` },
  },
  // An authorizer that denies says why and how to do better, in its context (design.md, decision 1).
  ACCESS_DENIED: {
    status: 401,
    code: 'UNAUTHORIZED',
    message: '$context.authorizer.message',
    headers: { 'WWW-Authenticate': 'context.authorizer.challenge' },
    denied: true,
  },
  REQUEST_TOO_LARGE: { status: 413, code: 'REQUEST_TOO_LARGE', message: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The media type is not accepted',
  },
  DEFAULT_4XX: { code: 'REQUEST_INVALID', message: 'The request is not valid' },
};

/** Every code of the customer's side is a 400 but these: 404, 500, and the 429 that any endpoint may answer. */
const pos: Record<string, Answer> = {
  ...unknownRoute(
    'There is no endpoint at this path. GET /docs at the address of the merchant API describes all endpoints',
  ),
  ...limits,
  ...failures,
  REQUEST_TOO_LARGE: { status: 400, code: 'BODY_INVALID', message: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, code: 'BODY_INVALID', message: 'The media type is not accepted' },
  DEFAULT_4XX: { status: 400, code: 'REQUEST_INVALID', message: 'The request is not valid' },
};

/** Scripts on any site read the customer's side, errors too. */
export const cors = {
  'Access-Control-Allow-Origin': "'*'",
  'Access-Control-Expose-Headers': "'X-Request-Id,Retry-After'",
};

/** As `x-amazon-apigateway-gateway-responses` has it. */
interface GatewayResponse {
  statusCode?: string;
  responseParameters: Record<string, string>;
  responseTemplates: Record<string, string>;
}

/** The gateway responses of an API by their types, in the contract's shape of an error. */
export function gatewayResponses(api: Route['api']): Record<string, GatewayResponse> {
  const answers = Object.entries(api === 'pos' ? pos : base);
  return Object.fromEntries(answers.map(([type, answer]) => [type, gatewayResponse(api, answer)]));
}

function gatewayResponse(
  api: Route['api'],
  { status, code, message, headers, denied }: Answer,
): GatewayResponse {
  const all = {
    // Where there are several templates, each brings its own.
    ...(!denied && { 'Content-Type': "'application/json; charset=utf-8'" }),
    'X-Request-Id': 'context.requestId',
    ...(api === 'pos' && cors),
    ...headers,
  };
  return {
    ...(status && { statusCode: String(status) }),
    responseParameters: Object.fromEntries(
      Object.entries(all).map(([name, value]) => [`gatewayresponse.header.${name}`, value]),
    ),
    responseTemplates: {
      'application/json': body(api, code, message, denied),
      ...(denied && xmlTemplates(code, message)),
    },
  };
}

/** The merchants' API names its errors otherwise than the others, as `named` in `functions/core/http/errors.ts` does. */
function body(api: Route['api'], code: string, message: string, denied?: true): string {
  // Clients of the customer's side read line by line: what has no newline at its end, they never see.
  if (api === 'pos') return `${JSON.stringify({ code, message })}\n`;
  return JSON.stringify({ [denied ? '$context.authorizer.name' : 'error']: code, message });
}

function xmlTemplates(code: string, message: string): Record<string, string> {
  const error = `<error><code>${code}</code><message>${message}</message></error>`;
  return { 'application/xml': error, 'text/xml': error };
}
