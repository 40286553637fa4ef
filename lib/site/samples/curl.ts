import { headersOf, type SampleRequest } from './request.ts';

const credentials = { none: [], key: ['-u ":$FLORIN_KEY"'], password: ['-u "$HELLO_USER:$HELLO_PASSWORD"'] };

export function curl(request: SampleRequest): string {
  const { method, url, authorization, body } = request;
  const parts = [
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    ...credentials[authorization],
    ...headersOf(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return [`curl ${quoted(url)}`, ...parts].join(' \\\n  ');
}

/** Quotes text so that a shell changes nothing in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
