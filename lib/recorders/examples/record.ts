import { writeFileSync } from 'node:fs';
import { type Florin, startFlorin } from '../../../test/api/support/florin.ts';
import { basic, type Response, send } from '../../../test/api/support/http.ts';
import type { Example } from '../../openapi/examples.ts';
import type { RouteName } from '../../routes.ts';
import { scenes } from './scenes.ts';

export interface Take {
  route: RouteName;
  /** What the example shows; none: it is only needed for those that follow. */
  title?: string;
  /** What stands for the parameters in the path. */
  ids?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, unknown>;
  xml?: string;
  /** An app's API key. */
  key?: string;
  accept?: string;
  headers?: Record<string, string>;
}

export type Recorder = (take: Take) => Promise<Response>;

const florin = await startFlorin();
try {
  const examples: Example[] = [];
  await scenes(recorder(florin, examples));
  const text = JSON.stringify(examples, null, 2)
    .replaceAll(florin.baseUrl, '{base_url}')
    .replaceAll(florin.posUrl, '{pos_url}');
  writeFileSync('lib/openapi/examples.json', `${text}\n`);
} finally {
  await florin.stop();
}

function recorder({ baseUrl, posUrl }: Florin, examples: Example[]): Recorder {
  const onPos = /^POST \/(vault|payments)/;
  return async (take) => {
    const { route, title, ids = {}, query, key, accept, headers } = take;
    const [method = '', template = ''] = route.split(' ');
    const path = template.replace(/{(\w+)}/g, (_, name) => ids[name] ?? name);
    const { type, body, shown } = bodyOf(take);
    const answer = await send((onPos.test(route) ? posUrl : baseUrl) + path, method, {
      key,
      query,
      body,
      headers: {
        ...(type && { 'content-type': type }),
        ...(accept && { accept }),
        ...(onPos.test(route) && { 'accept-version': '1' }),
        ...(path.startsWith('/api/') && { authorization: basic('florin', 'florin') }),
        ...headers,
      },
    });
    if (!title) return answer;
    const answerType = answer.headers['content-type']?.split(';', 1)[0] ?? '';
    examples.push({
      route,
      title,
      ...(type && { request: { type, body: shown } }),
      status: answer.status,
      ...(answer.text && { answer: { type: answerType, body: answer.body ?? answer.text } }),
    });
    return answer;
  };
}

function bodyOf({ json, form, xml }: Take): { type?: string; body?: string; shown?: unknown } {
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json), shown: json };
  if (xml !== undefined) return { type: 'application/xml', body: xml, shown: xml };
  if (form === undefined) return {};
  const body = new URLSearchParams(flat(form)).toString();
  return { type: 'application/x-www-form-urlencoded', body, shown: form };
}

/** `{company: {country: 'DK'}}` → `company[country]`, `DK` */
function flat(form: Record<string, unknown>, within = ''): [string, string][] {
  return Object.entries(form).flatMap(([name, value]): [string, string][] => {
    const key = within === '' ? name : `${within}[${name}]`;
    if (typeof value === 'object' && value !== null) return flat(value as Record<string, unknown>, key);
    return [[key, String(value)]];
  });
}
