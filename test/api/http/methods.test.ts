import { type PublicRoute, routes, routesOf } from '../../../lib/routes.ts';
import { send } from '../support/http.ts';

const addresses = { base: process.env.FLORIN_BASE_URL ?? '', pos: process.env.FLORIN_POS_URL ?? '' };
const id = '0123456789abcdef01234567';
const all = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** Each path of both APIs, with the methods of its routes. */
const paths = [...new Set(routes.map(({ api, path }) => `${api} ${path}`))].map((name) => {
  const [api, path] = name.split(' ') as [PublicRoute['api'], string];
  const own = routes.filter((route) => route.api === api && route.path === path).map(({ method }) => method);
  const methods = [
    ...own,
    ...(own.includes('GET') ? ['HEAD'] : []),
    ...(api === 'pos' ? ['OPTIONS'] : []),
  ].sort();
  return { api, path, methods };
});

const other = { base: 'pos', pos: 'base' } as const;
const filled = (path: string) => path.replace(/\{\w+\}/g, id);
const listed = (names: string[]) => new Intl.ListFormat('en-GB').format(names);

/** An error of an API. Errors of the merchants' API and the console repeat their message in `text`. */
const errorOf = (name: string, code: string, message: string) =>
  name === 'error' ? { error: code, message, text: message } : { code, message };

describe.each(paths)('$api $path', ({ api, path, methods }) => {
  const wrong = all.filter((method) => !methods.includes(method));

  test('the path returns 405 and the allowed methods to every other method, without credentials', async () => {
    expect(wrong).toContain('PATCH');
    for (const method of wrong) {
      const { status, headers, body, text } = await send(addresses[api] + filled(path), method);
      expect([method, status, headers.allow]).toEqual([method, 405, methods.join(', ')]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['x-request-id']).toBeTruthy();
      if (method === 'HEAD') continue;
      const taken = listed(methods.filter((one) => one !== 'OPTIONS'));
      const message = `The path ${path} takes ${taken} only`;
      if (api === 'pos') {
        expect(body).toEqual({ code: 'ENDPOINT_NOT_FOUND', message });
        expect(text.endsWith('}\n')).toBe(true);
        expect(headers['access-control-allow-origin']).toBe('*');
      } else {
        const name = path.startsWith('/api/') ? 'code' : 'error';
        expect(body).toEqual(errorOf(name, 'METHOD_NOT_ALLOWED', message));
      }
    }
  });
});

test('the console answers every other method with 405 and the allowed methods, without a session', async () => {
  const ofConsole = routesOf('console');
  for (const path of new Set(ofConsole.map((route) => route.path))) {
    const own = ofConsole.filter((route) => route.path === path).map(({ method }) => method as string);
    const methods = [...own, ...(own.includes('GET') ? ['HEAD'] : [])].sort();
    for (const method of all.filter((one) => !methods.includes(one))) {
      const { status, headers, body } = await send(process.env.FLORIN_CONSOLE_URL + filled(path), method);
      expect([method, path, status, headers.allow]).toEqual([method, path, 405, methods.join(', ')]);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      if (method !== 'HEAD') expect(body.error).toBe('METHOD_NOT_ALLOWED');
    }
  }
  const { status, body } = await send(`${process.env.FLORIN_CONSOLE_URL}/merchants/${id}`, 'GET');
  expect([status, body.error]).toEqual([404, 'ENDPOINT_NOT_FOUND']);
});

test('a path of the other API returns 404 and the address there, for every method', async () => {
  for (const { api, path } of paths.filter((one) => one.path !== '/')) {
    const side = other[api];
    const where = side === 'base' ? 'the customer side' : 'the merchant API';
    const message = `The path ${path} is on ${where}: ${addresses[api]}${path}`;
    for (const method of all) {
      const { status, headers, body, text } = await send(addresses[side] + filled(path), method);
      expect([method, status, headers.allow]).toEqual([method, 404, undefined]);
      expect(headers['x-request-id']).toBeTruthy();
      if (method === 'HEAD') continue;
      expect(body).toEqual(errorOf(side === 'base' ? 'error' : 'code', 'ENDPOINT_NOT_FOUND', message));
      expect(text.endsWith('}\n')).toBe(side === 'pos');
      expect(headers['access-control-allow-origin']).toBe(side === 'pos' ? '*' : undefined);
    }
  }
});

test.each([
  ['application/json', '{"amount":1}'],
  ['application/json; charset=utf-8', '{'],
  ['application/vnd.api+json', ''],
  ['application/x-www-form-urlencoded', 'amount=1&statusCode=200'],
  ['Application/X-WWW-Form-Urlencoded; charset=UTF-8', ''],
  ['multipart/form-data; boundary=x', '--x--'],
  ['text/plain', '{"statusCode": 200}'],
  ['application/xml', '<x/>'],
  ['image/png', 'x'],
])('an unsupported method gets the same status with any body: %s', async (type, body) => {
  const headers = { 'content-type': type };
  for (const url of [`${addresses.base}/me`, `${addresses.base}/api/helloWorld`, `${addresses.pos}/vault`])
    expect((await send(url, 'PATCH', { headers, body })).status).toBe(405);
  expect((await send(`${addresses.base}/vault`, 'POST', { headers, body })).status).toBe(404);
});

test('the root of the merchants’ API returns 404 with the address of the documentation, unless a GET accepts HTML', async () => {
  for (const [method, accept] of [
    ['GET', '*/*'],
    ['GET', 'application/json'],
    ['POST', 'application/json'],
    ['PATCH', 'text/html'],
  ] as const) {
    const answer = await send(`${addresses.base}/`, method, { headers: { accept } });
    expect([answer.status, answer.body]).toEqual([
      404,
      errorOf(
        'error',
        'ENDPOINT_NOT_FOUND',
        'There is no endpoint at / of the merchant API. GET /docs describes all endpoints, GET /openapi.json does ' +
          `for programs. The customer side is at ${addresses.pos}`,
      ),
    ]);
  }
});

test('a path of neither API returns 404 with the address of the documentation', async () => {
  for (const [url, name] of [
    [`${addresses.base}/merchants/${id}/nothing`, 'error'],
    [`${addresses.base}/payments/nothing`, 'error'],
    [`${addresses.pos}/merchants/${id}/nothing`, 'code'],
  ] as const)
    expect((await send(url, 'PATCH')).body).toEqual(
      errorOf(name, 'ENDPOINT_NOT_FOUND', expect.stringContaining('GET /docs')),
    );
});
