import type { AnswerStyle } from '../answer/answer.ts';
import { html } from '../answer/html-answer.ts';
import { pathParameters } from '../request/path-parameters.ts';
import { pipeline } from './pipeline.ts';

/**
 * The pipeline of a route that answers with a page, or with a script, style sheet or other part of one: `GET /docs`.
 */
export const htmlPages = <Route extends string>(route: Route) => pipeline(style).use(pathParameters(route));

const style: AnswerStyle = {
  print: ({ body }) =>
    body instanceof Uint8Array
      ? { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }
      : { body: String(body) },
  error: ({ status }) =>
    html(status, {
      title: 'Error',
      body: `<main><p role="alert">Something is wrong with this page (${status}).</p></main>`,
    }),
};
