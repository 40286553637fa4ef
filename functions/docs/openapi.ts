import { readFileSync } from 'node:fs';
import { posUrl } from '#aws/pos-url.ts';
import type { AnswerStyle } from '#http/answer/answer.ts';
import { withErrorName } from '#http/errors/errors.ts';
import { baseUrl } from '#http/request/url.ts';
import { pipeline } from '#http/routes/pipeline.ts';

/** `lib/openapi/` makes this file when the functions are bundled. */
const file = new URL('openapi.json', import.meta.url);

const style: AnswerStyle = {
  print: ({ body }) => ({
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: typeof body === 'string' ? body : `${JSON.stringify(body)}\n`,
  }),
  error: withErrorName,
};

/** `GET /openapi.json`: the API as an OpenAPI 3.1 document, with the addresses that the client sees. */
export const handler = pipeline(style).handler(async (event) => {
  const document = readFileSync(file, 'utf8');
  return {
    status: 200,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=300',
      'Strict-Transport-Security': 'max-age=31536000',
      'X-Content-Type-Options': 'nosniff',
    },
    body: document.replaceAll('{base_url}', inText(baseUrl(event))).replaceAll('{pos_url}', inText(posUrl)),
  };
});

/** Escapes a URL for use inside a text of the JSON document. */
const inText = (url: string): string => JSON.stringify(url).slice(1, -1);
