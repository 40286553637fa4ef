import { basePath, baseUrl } from '../../../functions/core/http/url.ts';

const event = (over: {
  path: string;
  domainName: string;
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
    'a slash at the end',
    event({ path: '/sandbox/api/helloWorld/', domainName: amazon }),
    `https://${amazon}/sandbox`,
  ],
  [
    'a parameter',
    event({ path: '/sandbox/api/helloWorld/7', domainName: amazon, resource: '/api/helloWorld/{id}' }),
    `https://${amazon}/sandbox`,
  ],
  [
    'this machine',
    event({
      path: '/api/helloWorld',
      domainName: 'localhost:3000',
      headers: { 'x-forwarded-proto': 'http' },
    }),
    'http://localhost:3000',
  ],
  [
    'no header',
    event({ path: '/api/helloWorld', domainName: 'x.example', headers: {} }),
    'https://x.example',
  ],
])('the URL in front of a route behind %s', (_, event, expected) => {
  expect(baseUrl(event)).toBe(expected);
});

test('the root has nothing in front but the stage', () => {
  expect(basePath(event({ path: '/sandbox/', domainName: amazon, resource: '/' }))).toBe('/sandbox');
  expect(basePath(event({ path: '/', domainName: amazon, resource: '/' }))).toBe('');
});
