import middy from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { requestLog } from '#observability/request-log.ts';
import type { Answer, AnswerStyle } from './answer.ts';
import { answers } from './answers.ts';
import { deadline } from './deadline.ts';
import { singleHeaders } from './single-headers.ts';

/**
 * What every route's pipeline begins with. Middlewares run in the order in which they are used, and what they do to an
 * answer or an error in the opposite one: the line in the log is written last.
 */
export const pipeline = (style: AnswerStyle) =>
  middy<APIGatewayProxyEvent, Answer>()
    .use(deadline())
    .use(requestLog())
    .use(answers(style))
    .use(singleHeaders());
