import type { Route } from '../../routes.ts';
import { cors } from './cors.ts';

/** A response that API Gateway itself gives. */
interface Answer {
  /** The status; by default the one that API Gateway itself chooses. */
  status?: number;
  code: string;
  message: string;
  /** Values in single quotes are literal texts. API Gateway replaces the others by values of the request. */
  headers?: Record<string, string>;
  /**
   * Set if an authorizer has denied the request: the answer has the shape of its API. Clients of the hello-world
   * service can ask for it in XML.
   */
  denied?: true;
}

const throttlingAnswer: Answer = {
  status: 429,
  code: 'THROTTLED',
  message: 'Too many requests, try again in a moment',
  headers: { 'Retry-After': "'1'" },
};
const internal: Answer = { status: 500, code: 'INTERNAL_ERROR', message: 'Something went wrong on our side' };

/**
 * The answer for an unknown route. API Gateway takes such a request for one without an AWS signature, or for one with
 * a bad signature if it has credentials.
 */
const unknownRoute = (message: string): Record<string, Answer> => {
  const notFound: Answer = { status: 404, code: 'ENDPOINT_NOT_FOUND', message };
  return {
    MISSING_AUTHENTICATION_TOKEN: notFound,
    INVALID_SIGNATURE: notFound,
    EXPIRED_TOKEN: notFound,
    RESOURCE_NOT_FOUND: notFound,
  };
};

const limits: Record<string, Answer> = { THROTTLED: throttlingAnswer, QUOTA_EXCEEDED: throttlingAnswer };

/** Failures inside Florin: a handler has failed, or has not answered in time. The answer does not reveal which. */
const failures: Record<string, Answer> = { INTEGRATION_TIMEOUT: internal, DEFAULT_5XX: internal };

/**
 * Answers if a function did not start, most often because Lambda throttled it, or if an authorizer failed. API
 * Gateway gives such requests one of these types, depending on the function and the reason, and does not say that
 * Lambda has throttled. Nothing has happened, so the client may try again.
 */
const notStartedAnswers = (code: string): Record<string, Answer> => {
  const busy: Answer = {
    status: 503,
    code,
    message: 'We are too busy at the moment; please try again',
    headers: { 'Retry-After': "'1'" },
  };
  return {
    API_CONFIGURATION_ERROR: busy,
    AUTHORIZER_CONFIGURATION_ERROR: busy,
    AUTHORIZER_FAILURE: busy,
    INTEGRATION_FAILURE: busy,
  };
};

const base: Record<string, Answer> = {
  ...unknownRoute('There is no endpoint at this path. GET /docs describes all endpoints'),
  ...limits,
  ...failures,
  ...notStartedAnswers('UNAVAILABLE'),
  INTEGRATION_TIMEOUT: {
    status: 504,
    code: 'TIMEOUT',
    message: 'The answer took too long',
    headers: { 'Retry-After': "'1'" },
  },
  UNAUTHORIZED: {
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'Send HTTP Basic: empty user name, the API key as password',
    headers: { 'WWW-Authenticate': `'Basic realm="florin"'` },
  },
  // An authorizer that denies puts the reason and the remedy into its context (design.md, decision 1).
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

/**
 * The answers of the checkout API. All its errors are 400, except 404, 405, 415, 500, and the 429 and 503 that any
 * endpoint may answer. Its codes are a closed list.
 */
const pos: Record<string, Answer> = {
  ...unknownRoute(
    'There is no endpoint at this path. GET /docs at the address of the merchant API describes all endpoints',
  ),
  ...limits,
  ...failures,
  ...notStartedAnswers('INTERNAL_ERROR'),
  REQUEST_TOO_LARGE: { status: 400, code: 'BODY_INVALID', message: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, code: 'BODY_INVALID', message: 'The media type is not accepted' },
  DEFAULT_4XX: { status: 400, code: 'REQUEST_INVALID', message: 'The request is not valid' },
};

/** Browsers do not know the scheme, and so ask for no password. */
const sessionChallenge = { 'WWW-Authenticate': `'Session realm="florin"'` };

const noSession = (message: string): Answer => ({
  status: 401,
  code: 'SESSION_MISSING',
  message,
  headers: sessionChallenge,
});

/**
 * The answers of the console's API. They differ from those of the merchants' API for routes that do not exist, and
 * for missing sessions.
 */
const consoleAnswers: Record<string, Answer> = {
  ...base,
  ...unknownRoute('There is no endpoint at this path'),
  UNAUTHORIZED: noSession('Sign in'),
  // The authorizer says whether the session or the header is missing.
  ACCESS_DENIED: noSession('$context.authorizer.message'),
};

/** A gateway response as `x-amazon-apigateway-gateway-responses` describes it. */
interface GatewayResponse {
  statusCode?: string;
  responseParameters: Record<string, string>;
  responseTemplates: Record<string, string>;
}

/** The gateway responses of an API by their types, in the contract's shape of an error. */
export function gatewayResponses(api: Route['api']): Record<string, GatewayResponse> {
  const answers = Object.entries({ base, pos, console: consoleAnswers }[api]);
  return Object.fromEntries(answers.map(([type, answer]) => [type, gatewayResponse(api, answer)]));
}

function gatewayResponse(
  api: Route['api'],
  { status, code, message, headers, denied }: Answer,
): GatewayResponse {
  const all = {
    // Templates for several media types set the content type themselves.
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

/**
 * The body of an error. In the merchants' API it has another shape than in the others, as `withErrorName` in
 * `functions/core/http/errors/errors.ts` says.
 */
function body(api: Route['api'], code: string, message: string, denied?: true): string {
  // Clients of the checkout API read line by line, and never see a line without a newline at its end.
  if (api === 'pos') return `${JSON.stringify({ code, message })}\n`;
  if (!denied) return JSON.stringify({ error: code, message, text: message });
  // A template has no conditions. The authorizer of the hello-world service, whose errors have no `text`, repeats `message`.
  return JSON.stringify({
    '$context.authorizer.name': code,
    message,
    '$context.authorizer.copy': message,
  });
}

function xmlTemplates(code: string, message: string): Record<string, string> {
  const error = `<error><code>${code}</code><message>${message}</message></error>`;
  return { 'application/xml': error, 'text/xml': error };
}
