import type { AnswerStyle } from '../answer/answer.ts';
import { html } from '../answer/html-answer.ts';
import { pathParameters } from '../request/path-parameters.ts';
import { pipeline } from './pipeline.ts';

/**
 * The pipeline of a route that answers with a page, such as `GET /docs`, or with a part of one, such as a script or a
 * style sheet.
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
