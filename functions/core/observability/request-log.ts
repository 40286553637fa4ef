import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { log } from './log.ts';
import { type Count, countOf, embeddedMetrics, serverError } from './metrics.ts';

const quiet = process.env.LOG_LEVEL === 'error';

/** Set for functions whose new releases are watched by an alarm (`lib/stack/release/`). */
const countsServerErrors = !!process.env.COUNT_SERVER_ERRORS;

/**
 * Logs that an authorizer has refused credentials, so that failed attempts leave a trace. The caller passes nothing of the
 * credentials.
 *
 * @param requestId absent if API Gateway does not tell the authorizer
 */
export function logRefusal(refused: string, methodArn: string, requestId?: string): void {
  if (!quiet) log('info', { requestId, method: methodArn.split('/')[2], status: 401, refused });
}

/** Logs one line for each request, failed ones included: caller, route, status, duration and counts. */
export function requestLog(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const started = new WeakMap<object, number>();
  const line = ({ event, response }: Request<APIGatewayProxyEvent, APIGatewayProxyResult>) => {
    const counts = [(response && countOf(response)) ?? []].flat() as Count[];
    if (countsServerErrors) counts.push(serverError(response?.statusCode));
    if (quiet && counts.length === 0 && (response?.statusCode ?? 500) < 500) return;
    log('info', {
      requestId: event.requestContext.requestId,
      appId: event.requestContext.authorizer?.principalId,
      route: `${event.httpMethod} ${event.resource}`,
      status: response?.statusCode,
      ms: Math.round(performance.now() - (started.get(event) ?? performance.now())),
      ...(counts.length > 0 && embeddedMetrics(counts)),
    });
  };
  return {
    before: ({ event }) => {
      started.set(event, performance.now());
    },
    after: line,
    onError: line as MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>['onError'],
  };
}
