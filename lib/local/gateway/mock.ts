import type { Answer } from './answer.ts';
import type { Api, Integration } from './api.ts';
import { type HttpRequest, lastOf, multiValueHeadersOf, type RequestContext } from './event.ts';
import { evaluate, GatewayError } from './gateway-response.ts';

type Mock = Extract<Integration, { type: 'mock' }>;

const json: [string, string] = ['Content-Type', 'application/json'];

/** Makes the answer of a MOCK integration, for example to a CORS preflight request. */
export function mockAnswer(
  integration: Mock,
  api: Api,
  request: HttpRequest,
  context: RequestContext,
): Answer {
  const wanted = /"?statusCode"?\s*:\s*(\d{3})/.exec(templateFor(integration, request))?.[1] ?? '200';
  const response = integration.responses.find(({ status }) => status === wanted) ?? integration.responses[0];
  if (!response) throw new Error('A MOCK integration without a response');
  const headers = Object.entries(response.headers).flatMap(([name, expression]): [string, string][] => {
    const value = evaluate(expression, context, api, request);
    return value === undefined ? [] : [[name, value]];
  });
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    status: Number(response.status),
    headers: [...(typed ? [] : [json]), ...headers],
    body: Buffer.from(render(response.body, api)),
  };
}

function templateFor({ templates, strict }: Mock, request: HttpRequest): string {
  const sent = lastOf(multiValueHeadersOf(request), 'content-type') ?? 'application/json';
  const type = sent.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const template = Object.hasOwn(templates, type) ? templates[type] : undefined;
  if (template !== undefined) return template;
  // API Gateway would use the body of such a request as the template, and would find no status in it.
  throw new GatewayError(strict ? 'UNSUPPORTED_MEDIA_TYPE' : 'API_CONFIGURATION_ERROR');
}

/** Renders a Velocity template. It supports stage variables only. */
function render(template: string, { stageVariables }: Api): string {
  const text = template.replace(
    /\$stageVariables\.(\w+)/g,
    (whole, name: string) => stageVariables?.[name] ?? whole,
  );
  if (/\$|#\w/.test(text)) throw new Error('A MOCK integration whose response needs the Velocity language');
  return text;
}
