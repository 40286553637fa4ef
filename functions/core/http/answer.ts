import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Counts } from '#observability/metrics.ts';
import type { HttpError } from './errors.ts';

/** What a handler answers. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** What the answer counts in CloudWatch; an answer that is given again counts nothing. */
  count?: Counts;
}

/** How an API prints its answers and shows its errors, to the client of this request. */
export interface AnswerStyle {
  print(
    answer: Answer,
    event: APIGatewayProxyEvent,
  ): Pick<APIGatewayProxyResult, 'body' | 'headers' | 'isBase64Encoded'>;
  /** @param thrown what made it an error: where it is a 500, nothing that a client should see */
  error(error: HttpError, event: APIGatewayProxyEvent, thrown: Error | null): Answer;
}
