import { makeRouter } from '../../../lib/local/gateway/router.ts';
import { methodAt } from './fixture.ts';

const route = makeRouter([
  methodAt('GET', '/'),
  methodAt('GET', '/a/{id}'),
  methodAt('GET', '/a/{id}/x'),
  methodAt('POST', '/a/me'),
  methodAt('ANY', '/a/{proxy+}'),
  methodAt('GET', '/a/me/deep'),
  methodAt('GET', '/b/{id}/c'),
  methodAt('GET', '/c/{id}'),
  methodAt('GET', '/c/x/deep'),
  methodAt('ANY', '/any'),
  methodAt('GET', '/any'),
]);

const found = (method: string, path: string) => {
  const match = route(method, path);
  return match && [`${match.method.httpMethod} ${match.method.path}`, match.pathParameters];
};

test.each([
  ['GET', '/', 'GET /', {}],
  ['GET', '/a/1', 'GET /a/{id}', { id: '1' }],
  ['GET', '/a/1/', 'GET /a/{id}', { id: '1' }],
  ['GET', '/a/%41%2F', 'GET /a/{id}', { id: '%41%2F' }],
  ['POST', '/a/me', 'POST /a/me', {}],
  ['POST', '/a/m%65', 'POST /a/me', {}],
  ['GET', '/a/me/x', 'GET /a/{id}/x', { id: 'me' }],
  ['GET', '/a/1/2/3', 'ANY /a/{proxy+}', { proxy: '1/2/3' }],
  // The literal path /c/x has no method, only the deeper path below it.
  ['GET', '/c/x', 'GET /c/{id}', { id: 'x' }],
  ['GET', '/any', 'GET /any', {}],
  ['DELETE', '/any', 'ANY /any', {}],
])('%s %s is routed to %s', (method, path, expected, parameters) => {
  expect(found(method, path)).toEqual([expected, parameters]);
});

test.each([
  ['GET', '/nope'],
  ['GET', '/b'],
  ['GET', '/b/1'],
  ['GET', '/b//c'],
  ['GET', '/A/1'],
  ['POST', '/'],
  // The literal path exists with other methods only, and takes precedence over /a/{id}, which has this method.
  ['GET', '/a/me'],
  // HEAD and OPTIONS need routes of their own.
  ['HEAD', '/b/1/c'],
  ['OPTIONS', '/b/1/c'],
])('%s %s has no route', (method, path) => {
  expect(found(method, path)).toBeUndefined();
});
