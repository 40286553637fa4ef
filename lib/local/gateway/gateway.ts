import { type Answer, answerOf, MalformedResult } from './answer.ts';
import type { Api } from './api.ts';
import { AccessDenied, type Authorize } from './authorizer.ts';
import { compress, decompress } from './compression.ts';
import { type HttpRequest, lastOf, makeContext, makeEvent, pathOf, type RequestContext } from './event.ts';
import { GatewayError, gatewayAnswer } from './gateway-response.ts';
import { mockAnswer } from './mock.ts';
import { makeRouter } from './router.ts';
import { pathWithIds } from './shown-path.ts';
import type { Throttle } from './throttle.ts';

/** Answers a request as the deployed API does. */
export type Gateway = (request: HttpRequest) => Promise<Answered>;

export interface Answered extends Answer, Reached {
  requestId?: string;
}

/** How far a request has come. */
interface Reached {
  /** The logical id of the route's function, if it has one. */
  function?: string;
  /** The method and the path of the route. */
  route?: string;
  /** The path with its ids, and without other parameters, if there is a route. */
  shown?: string;
  /** The caller that the authorizer has found. */
  appId?: string;
}

interface Options {
  api: Api;
  invoke(functionId: string, event: unknown): Promise<unknown>;
  authorize: Authorize;
  throttle: Throttle;
  /** Reports why a function failed, which clients do not see. */
  report(error: unknown): void;
}

/** Limits of API Gateway that AWS raises for nobody. */
export const limits = { body: 10 * 1024 * 1024, headers: 10_240 };

/** Makes the gateway of one API of the stack, which answers HTTP requests. */
export function makeGateway({ api, invoke, authorize, throttle, report }: Options): Gateway {
  const route = makeRouter(api.methods);

  return async (request) => {
    const context = makeContext(request, api);
    const reached: Reached = {};
    const answer = await handle(request, context, reached).catch((error: unknown) => {
      const known = error instanceof GatewayError ? error : new GatewayError('DEFAULT_5XX');
      if (known !== error) report(error);
      return gatewayAnswer(known, api, request, context);
    });
    answer.headers.push(
      ['x-amzn-RequestId', context.requestId],
      ['x-amz-apigw-id', context.extendedRequestId],
    );
    return { ...answer, ...reached, requestId: context.requestId };
  };

  async function handle(sent: HttpRequest, context: RequestContext, reached: Reached): Promise<Answer> {
    checkLimits(sent);
    const request = decompress(sent, api, limits.body);
    const match = route(request.method, pathOf(request.url));
    if (!match) throw new GatewayError('MISSING_AUTHENTICATION_TOKEN');
    const { authorizer, integration, path, httpMethod } = match.method;
    context.resourceId = match.method.resourceId;
    context.resourcePath = path;
    if (integration.type === 'lambda') reached.function = integration.function;
    reached.route = `${httpMethod} ${path}`;
    reached.shown = pathWithIds(path, match.pathParameters);

    if (!throttle(httpMethod, path)) throw new GatewayError('THROTTLED');
    const event = makeEvent(request, api, match, context);
    if (authorizer) await admit();
    if (integration.type === 'mock') return mockAnswer(integration, api, request, context);

    const result = await withTimeout(integration.timeout, invoke(integration.function, event));
    try {
      const answer = answerOf(result, api, lastOf(event.multiValueHeaders, 'accept'));
      answer.headers.push(['X-Amzn-Trace-Id', event.headers['X-Amzn-Trace-Id'] ?? '']);
      return compress(answer, api, lastOf(event.multiValueHeaders, 'accept-encoding'));
    } catch (error) {
      if (!(error instanceof MalformedResult)) throw error;
      throw new Error(`${integration.function}: ${error.message}`, { cause: error });
    }

    async function admit() {
      if (!authorizer) return;
      try {
        const authorized = await authorize(authorizer, event, api);
        event.requestContext.authorizer = authorized;
        reached.appId = authorized.principalId;
      } catch (error) {
        if (error instanceof AccessDenied) context.authorizer = error.authorizer;
        throw error;
      }
    }
  }
}

function checkLimits({ method, url, rawHeaders, body }: HttpRequest): void {
  const values = rawHeaders.filter((_header, index) => index % 2 === 1);
  const size = [method, url, ...values].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (size > limits.headers) {
    throw new GatewayError('DEFAULT_4XX', 'HTTP header is larger than 10240 bytes.', 431);
  }
  if (body.length > limits.body) throw new GatewayError('REQUEST_TOO_LARGE', 'Request Entity Too Large');
}

/** Limits the time for an answer. The function may continue, but its result is dropped. */
async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new GatewayError('INTEGRATION_TIMEOUT')), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
