import middy from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { requestLog } from '#observability/request-log.ts';
import type { Answer, AnswerStyle } from '../answer/answer.ts';
import { answers } from '../answer/answers.ts';
import type { Middleware } from '../middleware.ts';
import { singleHeaders } from '../request/single-headers.ts';
import { deadline } from './deadline.ts';

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
