import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { endBy } from '#aws/deadline.ts';
import { requestLog } from '#observability/request-log.ts';
import type { Answer, AnswerStyle } from '../answer/answer.ts';
import { answers } from '../answer/answers.ts';
import type { Middleware } from '../middleware.ts';
import { singleHeaders } from '../request/single-headers.ts';

/**
 * The beginning of every route's pipeline. Middlewares run in the order of their registration, and handle responses
 * and errors in the opposite order, so that the log line is written last.
 *
 * @param afterAnswer handles the printed answer
 */
export const pipeline = (style: AnswerStyle, afterAnswer: Middleware[] = []) =>
  middy<APIGatewayProxyEvent, Answer>()
    .use(deadline())
    .use(requestLog())
    .use(afterAnswer)
    .use(answers(style))
    .use(singleHeaders());

/**
 * Sets the time at which repeats of requests to other services stop, so that there is time left to answer. It must
 * come first in its pipeline, so that the limit also applies to the calls of all other middlewares.
 */
const deadline = (): Middleware => ({
  before: ({ context }) => {
    // Outside of Lambda the context may lack this function.
    const { getRemainingTimeInMillis }: Partial<Context> = context;
    endBy(Date.now() + (getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY));
  },
});
