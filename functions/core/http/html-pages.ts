import type { APIGatewayProxyEvent } from 'aws-lambda';
import { html } from '#html/page.ts';
import { type Answer, pipeline, type Style } from './pipeline.ts';

const style: Style = {
  print: ({ body }) => ({ body: String(body) }),
  error: ({ status }) =>
    html(status, {
      title: 'Error',
      body: `<main><p role="alert">Something is wrong with this page (${status}).</p></main>`,
    }),
};

/** Wraps a route that answers with a page. */
export const htmlRoute = (handle: (event: APIGatewayProxyEvent) => Promise<Answer>) =>
  pipeline(style, handle);
