import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

/**
 * A part of a pipeline. `Added` is the part of the context that this middleware sets for later middlewares and for
 * the handler.
 */
// biome-ignore lint/suspicious/noExplicitAny: handlers return an `Answer`, which the pipeline turns into a result
export type Middleware<Added = unknown> = MiddlewareObj<APIGatewayProxyEvent, any, Error, Context & Added>;
