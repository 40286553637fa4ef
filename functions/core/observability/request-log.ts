import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { log } from './log.ts';
import { countOf, embeddedMetrics } from './metrics.ts';

const quiet = process.env.LOG_LEVEL === 'error';

/** Logs one line for each request, failed ones included: caller, route, status, duration and counts. */
export function requestLog(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const started = new WeakMap<object, number>();
  const line = ({ event, response }: Request<APIGatewayProxyEvent, APIGatewayProxyResult>) => {
    const count = response ? countOf(response) : undefined;
    if (quiet && !count) return;
    log('info', {
      requestId: event.requestContext.requestId,
      appId: event.requestContext.authorizer?.principalId,
      route: `${event.httpMethod} ${event.resource}`,
      status: response?.statusCode,
      ms: Math.round(performance.now() - (started.get(event) ?? performance.now())),
      ...(count && embeddedMetrics(count)),
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
