import { basePath, baseUrl } from '../../../functions/core/http/request/url.ts';

const event = (over: {
  path: string;
  domainName?: string;
  resource?: string;
  headers?: Record<string, string>;
}) => ({
  resource: over.resource ?? '/api/helloWorld',
  headers: over.headers ?? { 'X-Forwarded-Proto': 'https' },
  requestContext: { path: over.path, domainName: over.domainName },
});

const amazon = 'abc.execute-api.eu-west-1.amazonaws.com';

test.each([
  ['a stage', event({ path: '/sandbox/api/helloWorld', domainName: amazon }), `https://${amazon}/sandbox`],
  [
    'an emulator that sends no domain name',
    event({ path: '/api/helloWorld', headers: { host: 'localhost:4566', 'x-forwarded-proto': 'http' } }),
    'http://localhost:4566',
  ],
  [
    'a custom domain',
    event({ path: '/api/helloWorld', domainName: 'api.example.com' }),
    'https://api.example.com',
  ],
  [
    'a base path of a custom domain',
    event({ path: '/pay/v1/api/helloWorld', domainName: 'api.example.com' }),
    'https://api.example.com/pay/v1',
  ],
  [
    'a base path that is named like the route',
    event({ path: '/api/api/helloWorld', domainName: 'api.example.com' }),
    'https://api.example.com/api',
  ],
  [
    'a path that ends with a slash',
    event({ path: '/sandbox/api/helloWorld/', domainName: amazon }),
    `https://${amazon}/sandbox`,
  ],
  [
    'a path with a parameter',
    event({ path: '/sandbox/api/helloWorld/7', domainName: amazon, resource: '/api/helloWorld/{id}' }),
    `https://${amazon}/sandbox`,
  ],
  [
    'a local server',
    event({
      path: '/api/helloWorld',
      domainName: 'localhost:3000',
      headers: { 'x-forwarded-proto': 'http' },
    }),
    'http://localhost:3000',
  ],
  [
    'a proxy without the X-Forwarded-Proto header',
    event({ path: '/api/helloWorld', domainName: 'x.example', headers: {} }),
    'https://x.example',
  ],
])('baseUrl returns the URL in front of the route for %s', (_, event, expected) => {
  expect(baseUrl(event)).toBe(expected);
});

test('basePath returns only the stage for the root route', () => {
  expect(basePath(event({ path: '/sandbox/', domainName: amazon, resource: '/' }))).toBe('/sandbox');
  expect(basePath(event({ path: '/', domainName: amazon, resource: '/' }))).toBe('');
});
