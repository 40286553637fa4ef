import { createHash } from 'node:crypto';
import { send } from '../support/http.ts';
import { world } from '../support/world.ts';

const { api } = world();
const [baseUrl = '', posUrl] = [process.env.FLORIN_BASE_URL, process.env.FLORIN_POS_URL];

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

/** The addresses that a page links to or loads, relative to the server's root. */
const targetsOf = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target = '']) =>
    target.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  );

const isOurs = (url: URL): boolean => url.href === baseUrl || url.href.startsWith(`${baseUrl}/`);

test('every link of every page of the documentation resolves, also to its anchor', async () => {
  const texts = new Map<string, string>();
  const waiting = [`${baseUrl}/docs`];
  const links: { from: string; to: URL }[] = [];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (texts.has(page)) continue;
    const { status, headers, text } = await send(page, 'GET');
    expect([page, status]).toEqual([page, 200]);
    texts.set(page, text);
    if (!headers['content-type']?.startsWith('text/html')) continue;
    for (const target of targetsOf(text)) {
      const to = new URL(target, page);
      links.push({ from: page, to });
      if (isOurs(to)) waiting.push(to.href.split('#')[0] ?? '');
    }
  }
  const broken = links.filter(
    ({ to }) =>
      to.hash !== '' &&
      isOurs(to) &&
      !texts.get(to.href.split('#')[0] ?? '')?.includes(` id="${to.hash.slice(1)}"`),
  );
  expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  expect([...texts].filter(([, text]) => /\{(base_path|base_url|pos_url)\}/.test(text))).toEqual([]);
  const { body } = await api('GET', '/openapi.json');
  const operations = Object.values<object>(body.paths)
    .flatMap(Object.keys)
    .filter((key) => key !== 'servers');
  // Each operation, event and error has a page, and each page also exists as Markdown.
  expect(texts.size).toBeGreaterThan(2 * (operations.length + Object.keys(body.webhooks).length + 28));
});

test('the documentation has a strict content security policy, and a search index that can be cached forever', async () => {
  const { status, headers, text } = await api('GET', '/docs');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = headers['content-security-policy'];
  expect(policy).toContain(`connect-src 'self' ${new URL(posUrl ?? '').origin};`);
  // A page contains its script and its style sheet, and the browser runs and applies no other ones.
  const sourceOf = (element: string) => {
    const [, code = ''] = new RegExp(`<${element}>(.+?)</${element}>`, 's').exec(text) ?? [];
    return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  };
  expect(policy).toContain(
    `default-src 'none'; script-src ${sourceOf('script')}; style-src ${sourceOf('style')}; `,
  );
  expect(targetsOf(text).filter((target) => /\.(js|css)$/.test(target))).toEqual([]);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|\*|nonce/);
  const index = /data-index="([^"]+)"/.exec(text)?.[1] ?? '';
  const asset = await send(`${baseUrl}/docs/${index}`, 'GET');
  expect([asset.status, asset.headers['cache-control'], asset.headers['x-content-type-options']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'nosniff',
  ]);
});

test('pages, their Markdown and the list for programs name the addresses of this Florin', async () => {
  const page = await api('GET', '/docs/post-transactions-id-captures');
  expect(page.text).toContain(
    `curl</span> <span class="string">&#39;${baseUrl}/transactions/TRANSACTION_ID/captures`,
  );
  const markdown = await api('GET', '/docs/post-payments.md');
  expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(markdown.text).toContain(`curl '${posUrl}/payments'`);
  const list = await api('GET', '/docs/llms.txt');
  expect(list.headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const [, url = ''] of list.text.matchAll(/\]\((.*?)\):/g))
    expect([url, url.startsWith(`${baseUrl}/docs/`) && url.endsWith('.md')]).toEqual([url, true]);
});

test('a host in a header is text on the page, not markup', async () => {
  const { status, text } = await send(`${baseUrl}/docs`, 'GET', {
    headers: { 'x-forwarded-proto': '"><script>' },
  });
  expect(text).not.toContain('"><script>');
  expect(status).toBe(200);
});

test.each([
  'x',
  'x.js',
  'main.js',
  'style.css',
  'openapi.json',
  'index.html',
  'index.mjs',
  '..%2findex.mjs',
  '%2e%2e%2findex.mjs',
  '..%5cindex.mjs',
  'site%2findex.html',
  '%00',
  'a..b',
  '%7Bpage%7D',
  'x'.repeat(500),
])('the documentation returns 404 to the unknown page %s', async (name) => {
  const { status, text } = await api('GET', `/docs/${name}`);
  const isHelp = text.includes('<h1>This page does not exist</h1>') && text.includes('/docs/console"');
  expect([status, isHelp || text.includes('ENDPOINT_NOT_FOUND')]).toEqual([404, true]);
});
