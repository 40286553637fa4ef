import { methods } from 'routes:methods';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

type Event = Pick<APIGatewayProxyEvent, 'resource' | 'stageVariables'> & {
  requestContext: Pick<APIGatewayProxyEvent['requestContext'], 'requestId'>;
};

/** An API that a request can reach, and the address of the other public API if the API names it. */
type Place = { api: 'base' | 'pos'; other: string } | { api: 'console' };

/**
 * Refuses the methods that a path of an API does not have, and the paths that only the other public API has. Anybody
 * can call it at any rate, so it logs nothing.
 */
export const handler = async ({
  resource: path,
  stageVariables,
  requestContext: { requestId },
}: Event): Promise<APIGatewayProxyResult> => {
  const place = placeOf(stageVariables ?? {});
  const allowed = methods[place.api][path];
  const { status, code, message } = allowed ? wrongMethod(place, path, allowed) : wrongApi(place, path);
  const isPos = place.api === 'pos';
  const hasCode = isPos || (place.api === 'base' && path.startsWith('/api/'));
  // In the merchants' API `code` would have to be a number, and plugins read `text`. Clients of the checkout API read lines.
  const error = hasCode ? { code, message } : { error: code, message, text: message };
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': requestId,
      ...(isPos && readableByScripts),
      ...(allowed && { Allow: allowed.join(', ') }),
    },
    body: JSON.stringify(error) + (isPos ? '\n' : ''),
  };
};

/** Each API has another variable in its stage (`lib/stack/api/apis.ts`). */
const placeOf = ({ posUrl, baseUrl }: Partial<Record<string, string>>): Place => {
  if (posUrl !== undefined) return { api: 'base', other: posUrl };
  return baseUrl !== undefined ? { api: 'pos', other: baseUrl } : { api: 'console' };
};

interface Refusal {
  status: number;
  code: string;
  message: string;
}

function wrongMethod({ api }: Place, path: string, allowed: readonly string[]): Refusal {
  const taken = joinNames(allowed.filter((method) => method !== 'OPTIONS'));
  // The codes of the checkout API are a closed list.
  const code = api === 'pos' ? 'ENDPOINT_NOT_FOUND' : 'METHOD_NOT_ALLOWED';
  return { status: 405, code, message: `The path ${path} takes ${taken} only` };
}

function wrongApi(place: Place, path: string): Refusal {
  const refuse = (message: string) => ({ status: 404, code: 'ENDPOINT_NOT_FOUND', message });
  if (place.api === 'console') return refuse('There is no endpoint at this path');
  const { api, other } = place;
  if (api === 'base' && path === '/')
    return refuse(
      'There is no endpoint at / of the merchant API. GET /docs describes all endpoints, GET /openapi.json does for programs. ' +
        `The customer side is at ${other}`,
    );
  const side = { base: 'the customer side', pos: 'the merchant API' }[api];
  return refuse(`The path ${path} is on ${side}: ${other}${path}`);
}

/** Joins names as in `GET, HEAD and PUT`. */
const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Scripts of any site may read the answers of the checkout API. */
const readableByScripts = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id,Retry-After',
};
