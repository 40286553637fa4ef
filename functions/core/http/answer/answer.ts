import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Counts } from '#observability/metrics.ts';
import type { HttpError } from '../errors/errors.ts';

/** The response of a handler. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The metrics that the response counts in CloudWatch. A replayed response counts nothing. */
  count?: Counts;
}

/** How an API prints its answers, and shows errors to the client of the request. */
export interface AnswerStyle {
  print(
    answer: Answer,
    event: APIGatewayProxyEvent,
  ): Pick<APIGatewayProxyResult, 'body' | 'headers' | 'isBase64Encoded'>;
  /**
   * @param thrown the exception that `error` was made from. For a 500, `thrown` may contain internal details that the
   *   client must not see
   */
  error(error: HttpError, event: APIGatewayProxyEvent, thrown: Error | null): Answer;
}
