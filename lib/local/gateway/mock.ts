import type { Answer } from './answer.ts';
import type { Integration } from './api.ts';

const json: [string, string] = ['Content-Type', 'application/json'];

/** The answer of a MOCK integration, such as the one to a CORS preflight request. */
export function mockAnswer(integration: Extract<Integration, { type: 'mock' }>): Answer {
  const wanted = /"?statusCode"?\s*:\s*(\d{3})/.exec(integration.template)?.[1] ?? '200';
  const response = integration.responses.find(({ status }) => status === wanted) ?? integration.responses[0];
  if (!response) throw new Error('A MOCK integration without a response');
  if (/#(set|if|foreach)\b/.test(response.body)) {
    throw new Error('A MOCK integration whose response needs the Velocity language');
  }
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    value.replace(/^'(.*)'$/s, '$1'),
  ]);
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    status: Number(response.status),
    headers: [...(typed ? [] : [json]), ...headers],
    body: Buffer.from(response.body),
  };
}
