import { routesOf } from '../../../lib/routes.ts';
import { send } from '../support/http.ts';
import { logo } from '../support/png.ts';
import { world } from '../support/world.ts';

const { api, shop } = world();
const addresses = {
  base: process.env.FLORIN_BASE_URL ?? '',
  pos: process.env.FLORIN_POS_URL ?? '',
  console: process.env.FLORIN_CONSOLE_URL ?? '',
};
const posOrigin = new URL(addresses.pos).origin;

/** The Cache-Control of answers that are not cached, or are cached for ever, for an hour, or for five minutes. */
const [no, ever, hour, minutes] = [
  'no-store',
  'public, max-age=31536000, immutable',
  'public, max-age=3600',
  'public, max-age=300',
];
const [json, page, script] = ['application/json', 'text/html', 'text/javascript'].map(
  (type) => `${type}; charset=utf-8`,
);

/** The content security policy of a page whose scripts and styles have a nonce, with the directives that differ. */
const policy = (more: object = {}) => ({
  'default-src': "'none'",
  'style-src': 'NONCE',
  'script-src': 'NONCE',
  'img-src': 'data:',
  'form-action': "'self'",
  'base-uri': "'none'",
  'require-trusted-types-for': "'script'",
  ...more,
});

/** The page of a merchant with a logo. */
const paymentPage = policy({
  'img-src': "data: 'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'frame-ancestors': "'none'",
  'report-uri': '/csp-reports',
});

const docs = policy({
  'style-src': 'HASH',
  'script-src': 'HASH',
  'connect-src': `'self' ${posOrigin}`,
  'form-action': "'none'",
  'frame-ancestors': "'none'",
});

const consolePage = (more: object) =>
  policy({ 'img-src': `'self' data: ${posOrigin}`, 'frame-ancestors': "'none'", ...more });

/** The headers of a page, which sends no Referer. */
const shown = (csp: object) => ({ type: page, cache: no, csp, referrer: 'no-referrer' });
const open = { type: script, cache: hour, origin: '*', resource: 'cross-origin' };

/** The headers of every path that a browser may open without credentials. */
const expected: Record<string, object> = {
  'base /openapi.json': { type: json, cache: minutes, origin: '*' },
  'base /docs': { type: page, cache: minutes, csp: docs, referrer: 'no-referrer' },
  'base /docs/{page}': { type: page, cache: minutes, csp: docs, referrer: 'no-referrer' },
  'pos /': shown(paymentPage),
  'pos /l/{linkId}': shown(paymentPage),
  'pos /assets/{asset}': { type: script, cache: ever },
  'pos /logos/{key}/{logo}': {
    ...{ type: 'image/png', cache: ever, csp: { 'default-src': "'none'" }, resource: 'cross-origin' },
  },
  'pos /sdk.js': open,
  'pos /10.js': open,
  // Any page may show this iframe, because Florin does not know the shop's address. The `state` of the test is invalid,
  // so the answer is 404.
  'pos /payments/frames/{frame}': shown(policy()),
  'pos /payments/returns': shown(policy()),
  'pos /payments/simulated-bank': shown(policy()),
  'console /': shown(consolePage({ 'connect-src': "'self'", 'form-action': "'self' http://127.0.0.1:*" })),
  'console /assets/{asset}': { type: script, cache: ever },
  'console /till': shown(consolePage({ 'connect-src': `'self' ${posOrigin}` })),
};

/** The paths with the values of their parameters. */
const paths: Record<string, string> = Object.fromEntries(
  Object.keys(expected).map((name) => [name, name.split(' ')[1] ?? '']),
);

beforeAll(async () => {
  const { key, merchant } = await shop();
  const own = `/merchants/${merchant.id}`;
  const body = { amount: 100, currency: 'EUR' };
  const { link } = (await api('POST', `${own}/links`, { key, body })).body;
  await api('PUT', own, { key, body: { logo: logo(96, 48).toString('base64') } });
  const simple = `/?key=${merchant.key}&test=1&value=1`;
  const scriptOf = async (url: string) =>
    /\/assets\/[\w.-]+\.js/.exec((await send(url, 'GET')).text)?.[0] ?? 'none';
  Object.assign(paths, {
    'base /docs/{page}': '/docs/post-payments',
    'pos /': simple,
    'pos /l/{linkId}': `/l/${link.id}`,
    'pos /assets/{asset}': await scriptOf(addresses.pos + simple),
    'pos /logos/{key}/{logo}': (await api('GET', own, { key })).body.merchant.logo.path,
    'pos /payments/frames/{frame}': '/payments/frames/bank?state=x',
    'pos /payments/returns': '/payments/returns?state=x',
    'pos /payments/simulated-bank': '/payments/simulated-bank?state=x',
    'console /assets/{asset}': await scriptOf(`${addresses.console}/`),
  });
});

const directivesOf = (text: unknown) =>
  typeof text === 'string'
    ? Object.fromEntries(
        text
          .replace(/'nonce-[\w+/]{22}=='/g, 'NONCE')
          .replace(/'sha256-[\w+/]{43}='/g, 'HASH')
          .split('; ')
          .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
      )
    : undefined;

test('every page and file for browsers has its security headers and its time in caches', async () => {
  const found: Record<string, object> = {};
  for (const [name, path] of Object.entries(paths)) {
    const { status, headers } = await send(addresses[name.split(' ')[0] as 'pos'] + path, 'GET');
    expect([name, status]).toEqual([name, /frame|returns|simulated/.test(name) ? 404 : 200]);
    found[name] = {
      type: headers['content-type'],
      cache: headers['cache-control'],
      csp: directivesOf(headers['content-security-policy']),
      referrer: headers['referrer-policy'],
      origin: headers['access-control-allow-origin'],
      resource: headers['cross-origin-resource-policy'],
      secure: headers['strict-transport-security'],
      sniff: headers['x-content-type-options'],
    };
  }
  const always = { secure: 'max-age=31536000', sniff: 'nosniff' };
  expect(found).toEqual(
    Object.fromEntries(Object.entries(expected).map(([name, headers]) => [name, { ...headers, ...always }])),
  );
});

test('this file tests every GET route without credentials, except the one that only scripts read', () => {
  const opened = (['base', 'pos', 'console'] as const).flatMap((name) =>
    routesOf(name)
      .filter(({ method, authorization }) => method === 'GET' && authorization === 'none')
      .map(({ path }) => `${name} ${path}`),
  );
  expect(opened.filter((name) => name !== 'pos /payments/codes/{watch}').sort()).toEqual(
    Object.keys(expected).sort(),
  );
});
