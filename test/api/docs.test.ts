import { send } from './support/http.ts';
import { world } from './support/world.ts';

const { api } = world();
const [baseUrl, posUrl] = [process.env.FLORIN_BASE_URL, process.env.FLORIN_POS_URL];

test('scripts of any site can read the OpenAPI document, which names the public addresses of the API', async () => {
  const { status, headers, body } = await api('GET', '/openapi.json');
  expect([status, body.openapi, body.info.title]).toEqual([200, '3.1.1', 'Florin']);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=300',
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(body.servers.map(({ url }: { url: string }) => url)).toEqual([baseUrl]);
  expect(body.paths['/payments'].servers.map(({ url }: { url: string }) => url)).toEqual([posUrl]);
  expect(JSON.stringify(body)).not.toMatch(/\{(base|pos)_url\}/);
});

test('the documentation page has a strict content security policy, and assets that can be cached forever', async () => {
  const { status, headers, text } = await api('GET', '/docs');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toContain(`connect-src 'self' ${new URL(posUrl ?? '').origin};`);
  expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
  const assets = [...text.matchAll(/(?:href|src)="([^"]*\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(assets.map((path) => path.split('.').at(-1))).toEqual(['css', 'js']);
  for (const path of assets) {
    const asset = await send(new URL(path, baseUrl).href, 'GET');
    expect([asset.status, asset.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
});

test('the API compresses the largest script to less than a third for a client that accepts gzip', async () => {
  const [, path = ''] = /src="([^"]+)"/.exec((await api('GET', '/docs')).text) ?? [];
  const url = new URL(path, baseUrl);
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const whole = Buffer.from(await plain.arrayBuffer());
  const { headers, text } = await send(url.href, 'GET', { headers: { 'accept-encoding': 'gzip' } });
  expect(headers['content-encoding']).toBe('gzip');
  expect(Number(headers['content-length'])).toBeLessThan(whole.length / 3);
  expect(text.length).toBeLessThan(whole.length / 3);
});

test.each(['x.js', 'swagger-ui.css', 'openapi.json', '..%2fopenapi.json', 'index.mjs'])(
  'the documentation answers 404 to the unknown file %s',
  async (name) => {
    const { status, text } = await api('GET', `/docs/${name}`);
    expect([status, text.includes('Error')]).toEqual([404, true]);
  },
);
