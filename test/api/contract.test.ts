import { checkContract } from './support/contract.ts';
import type { Response } from './support/http.ts';
import { world } from './support/world.ts';

const { api, createApp } = world();

const url = (path: string) => new URL(process.env.FLORIN_BASE_URL + path);
const answer = (status: number, body: unknown, over: Record<string, string> = {}): Response => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1', ...over },
  text: body === undefined ? '' : JSON.stringify(body),
  body,
});
const check = (method: string, path: string, response: Response) => () =>
  checkContract(method, url(path), response);

const identity = { id: 'a'.repeat(24), name: null, created: '2026-01-01T00:00:00.000Z' };
const line = {
  id: identity.id,
  merchantId: identity.id,
  test: true,
  created: identity.created,
  amount: { currency: 'EUR', amount: 1 },
  balance: -1,
  fee: 0,
};

const message = 'For people';
const allow = 'GET, HEAD';

test('what the document has passes', () => {
  expect(check('GET', '/me', answer(200, { identity }))).not.toThrow();
  expect(check('GET', '/me/', answer(200, { identity }))).not.toThrow();
  expect(check('GET', `/lines/${identity.id}`, answer(200, { ...line, payout: true }))).not.toThrow();
  expect(check('GET', '/nowhere', answer(404, { error: 'ENDPOINT_NOT_FOUND', message: 'x' }))).not.toThrow();
  const notAllowed = answer(405, { error: 'METHOD_NOT_ALLOWED', message }, { allow });
  expect(check('PATCH', '/me', notAllowed)).not.toThrow();
});

test.each([
  ['a field that it does not have', 'GET', '/me', answer(200, { identity: { ...identity, key: 'x' } })],
  ['no field that it has', 'GET', '/me', answer(200, { identity: { id: identity.id } })],
  ['another kind of value', 'GET', '/me', answer(200, { identity: { ...identity, created: 'today' } })],
  ['no kind of line', 'GET', `/lines/${identity.id}`, answer(200, line)],
  ['two of them', 'GET', `/lines/${identity.id}`, answer(200, { ...line, capture: true, refund: true })],
  ['another status', 'GET', '/me', answer(418, { error: 'TEAPOT', message: 'x' })],
  ['another error', 'GET', '/me', answer(401, { error: 'NOT_FOUND', message: 'x' })],
  ['an error by another name', 'GET', '/me', answer(401, { code: 'UNAUTHORIZED', message: 'x' })],
  ['another media type', 'GET', '/me', answer(200, { identity }, { 'content-type': 'text/html' })],
  ['no request id', 'GET', '/me', answer(200, { identity }, { 'x-request-id': '' })],
  ['a body where there is none', 'DELETE', `/merchants/${identity.id}/apps/${identity.id}`, answer(204, {})],
  ['no body where there is one', 'GET', '/me', answer(200, undefined)],
  ['an answer where there is no route', 'GET', '/nowhere', answer(200, {})],
  [
    'another method on a path that is there',
    'PATCH',
    '/me',
    answer(404, { error: 'ENDPOINT_NOT_FOUND', message }),
  ],
  ['methods that it does not name', 'PATCH', '/me', answer(405, { error: 'METHOD_NOT_ALLOWED', message })],
  [
    'another error for a method',
    'PATCH',
    '/me',
    answer(405, { error: 'ENDPOINT_NOT_FOUND', message }, { allow }),
  ],
])('an answer with %s is found', (_, method, path, response) => {
  expect(check(method, path, response)).toThrow(/OpenAPI|X-Request-Id|Allow|METHOD_NOT_ALLOWED/);
});

test('and so are those of the API tests, whatever they ask', async () => {
  const { key } = await createApp();
  expect((await api('GET', '/me', { key })).status).toBe(200);
  expect((await api('PATCH', '/me', { key })).status).toBe(405);
});
