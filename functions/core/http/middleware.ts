import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

/** A part of a pipeline; `Added` is what those behind it, and the handler, find in their context. */
// biome-ignore lint/suspicious/noExplicitAny: handlers return an `Answer`, which the pipeline turns into a result
export type Middleware<Added = unknown> = MiddlewareObj<APIGatewayProxyEvent, any, Error, Context & Added>;
