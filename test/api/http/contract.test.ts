import { checkContract } from '../support/contract.ts';
import type { Response } from '../support/http.ts';
import { world } from '../support/world.ts';

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
  bookedAt: identity.created,
  amount: { currency: 'EUR', amount: 1 },
  balance: -1,
  fee: 0,
};

const message = 'For people';
const allow = 'GET, HEAD';

test('the contract check accepts answers that the OpenAPI document describes', () => {
  expect(check('GET', '/me', answer(200, { identity }))).not.toThrow();
  expect(check('GET', '/me/', answer(200, { identity }, { 'florin-ignored': 'a' }))).not.toThrow();
  expect(check('GET', `/lines/${identity.id}`, answer(200, { ...line, payout: true }))).not.toThrow();
  expect(
    check('GET', '/nowhere', answer(404, { error: 'ENDPOINT_NOT_FOUND', message, text: message })),
  ).not.toThrow();
  const notAllowed = answer(405, { error: 'METHOD_NOT_ALLOWED', message, text: message }, { allow });
  expect(check('PATCH', '/me', notAllowed)).not.toThrow();
});

test.each([
  ['a field that is not documented', 'GET', '/me', answer(200, { identity: { ...identity, key: 'x' } })],
  ['documented fields missing', 'GET', '/me', answer(200, { identity: { id: identity.id } })],
  ['a value of another format', 'GET', '/me', answer(200, { identity: { ...identity, created: 'today' } })],
  ['a line of no kind', 'GET', `/lines/${identity.id}`, answer(200, line)],
  [
    'a line of two kinds',
    'GET',
    `/lines/${identity.id}`,
    answer(200, { ...line, capture: true, refund: true }),
  ],
  ['an undocumented status', 'GET', '/me', answer(418, { error: 'TEAPOT', message: 'x' })],
  ['the error of another status', 'GET', '/me', answer(401, { error: 'NOT_FOUND', message, text: message })],
  [
    'an error field of another name',
    'GET',
    '/me',
    answer(401, { code: 'UNAUTHORIZED', message, text: message }),
  ],
  ['an error without `text`', 'GET', '/me', answer(401, { error: 'UNAUTHORIZED', message })],
  ['an undocumented media type', 'GET', '/me', answer(200, { identity }, { 'content-type': 'text/html' })],
  ['an undocumented header', 'GET', '/me', answer(200, { identity }, { location: '/' })],
  ['an empty request id', 'GET', '/me', answer(200, { identity }, { 'x-request-id': '' })],
  [
    'a body although none is documented',
    'DELETE',
    `/merchants/${identity.id}/apps/${identity.id}`,
    answer(204, {}),
  ],
  ['no body although one is documented', 'GET', '/me', answer(200, undefined)],
  ['status 200 for an unknown route', 'GET', '/nowhere', answer(200, {})],
  [
    'status 404 for a wrong method on a known path',
    'PATCH',
    '/me',
    answer(404, { error: 'ENDPOINT_NOT_FOUND', message, text: message }),
  ],
  [
    'status 405 without an Allow header',
    'PATCH',
    '/me',
    answer(405, { error: 'METHOD_NOT_ALLOWED', message, text: message }),
  ],
  [
    'status 405 and an error other than METHOD_NOT_ALLOWED',
    'PATCH',
    '/me',
    answer(405, { error: 'ENDPOINT_NOT_FOUND', message, text: message }, { allow }),
  ],
])('the contract check throws for a response with %s', (_, method, path, response) => {
  expect(check(method, path, response)).toThrow(/OpenAPI|X-Request-Id|Allow|METHOD_NOT_ALLOWED/);
});

test('the contract check accepts real responses of the API, also to an unsupported method', async () => {
  const { key } = await createApp();
  expect((await api('GET', '/me', { key })).status).toBe(200);
  expect((await api('PATCH', '/me', { key })).status).toBe(405);
});
