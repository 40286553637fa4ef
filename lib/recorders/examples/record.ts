/**
 * `npm run examples` calls all routes of the API, by scenes or else by the samples of their rows, and writes requests and
 * answers as examples for the OpenAPI document. A second recording gives the same file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Running } from '../../local/start-options.ts';
import type { Example } from '../../openapi/examples.ts';
import { type PublicRoute, type RouteName, routes } from '../../routes.ts';
import { sampleRequest } from '../../sample-request.ts';
import { startRecording } from '../start.ts';
import { keepValues } from './keep-values.ts';
import { scenes } from './scenes.ts';
import type { Answer, Recorder, Take } from './take.ts';

const file = 'lib/openapi/examples.json';
const [user, password] = ['florin', 'florin'];

const running = await startRecording({ helloCredentials: `${user}:${password}` });
try {
  const examples: Example[] = [];
  const take = recorder(running, examples);
  const { key, objects } = await scenes(take, (merchantId) => payOut(running, merchantId));
  for (const route of routes.filter((one) => lacksExample(one, examples))) {
    const { path, body } = sampleRequest(route, objects);
    await take({ route: nameOf(route), title: route.summary, key, path, json: body });
  }
  const text = JSON.stringify(examples)
    .replaceAll(running.baseUrl, '{base_url}')
    .replaceAll(running.posUrl, '{pos_url}');
  const earlier: Example[] = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify(keepValues(earlier, JSON.parse(text)), null, 2)}\n`);
} finally {
  await running.stop();
}

/** Whether a route of the merchants' API answers in JSON, and no scene has a successful answer. */
function lacksExample(route: PublicRoute, examples: readonly Example[]): boolean {
  const answersJson = Object.entries(route.answers).some(
    ([status, { content = {} }]) => status < '300' && 'application/json' in content,
  );
  const isShown = examples.some((one) => one.route === nameOf(route) && one.status < 300);
  return route.authorization === 'key' && answersJson && !isShown;
}

function nameOf({ method, path }: PublicRoute): RouteName {
  return `${method} ${path}` as RouteName;
}

/** Pays out a merchant's balance, as the daily job does. */
async function payOut({ aws }: Running, merchantId: string): Promise<void> {
  const body = JSON.stringify({ time: new Date().toISOString(), merchantId });
  const url = `${aws}/2015-03-31/functions/PayOut/invocations`;
  await fetch(url, { method: 'POST', body: JSON.stringify({ Records: [{ messageId: 'examples', body }] }) });
}

function recorder({ baseUrl, posUrl }: Running, examples: Example[]): Recorder {
  const onPos = /^\w+ \/(vault|payments|l\/)/;
  return async (take) => {
    const { route, title, ids = {}, query, key, accept, headers } = take;
    const [method = '', template = ''] = route.split(' ');
    const path = take.path ?? template.replace(/{(\w+)}/g, (_, name) => ids[name] ?? name);
    const { type, body, shown } = bodyOf(take);
    const credentials = path.startsWith('/api/') ? `${user}:${password}` : key && `:${key}`;
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const response = await fetch(`${onPos.test(route) ? posUrl : baseUrl}${path}${search}`, {
      method,
      body,
      redirect: 'manual',
      headers: {
        ...(type && { 'content-type': type }),
        ...(accept && { accept }),
        ...(onPos.test(route) && { 'accept-version': '1' }),
        ...(credentials && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
        ...headers,
      },
    });
    const answer = await answerOf(response);
    if (!title) return answer;
    examples.push({
      route,
      title,
      ...(type && { request: { type, body: shown } }),
      status: response.status,
      ...(answer.body !== undefined && { answer: { type: typeOf(response), body: answer.body } }),
    });
    return answer;
  };
}

function typeOf(response: Response): string {
  return response.headers.get('content-type')?.split(';', 1)[0] ?? '';
}

/** Reads an answer. A body that is not JSON is returned as text. */
async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  if (text === '') return { body: undefined };
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { body: text };
  }
}

function bodyOf({ json, form, xml }: Take): { type?: string; body?: string; shown?: unknown } {
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json), shown: json };
  if (xml !== undefined) return { type: 'application/xml', body: xml, shown: xml };
  if (form === undefined) return {};
  const body = new URLSearchParams(flatten(form)).toString();
  return { type: 'application/x-www-form-urlencoded', body, shown: form };
}

/** Flattens an object to the fields of a form: `{company: {country: 'DK'}}` becomes `company[country]` with `DK`. */
function flatten(form: Record<string, unknown>, within = ''): [string, string][] {
  return Object.entries(form).flatMap(([name, value]): [string, string][] => {
    const key = within === '' ? name : `${within}[${name}]`;
    if (typeof value === 'object' && value !== null) return flatten(value as Record<string, unknown>, key);
    return [[key, String(value)]];
  });
}
