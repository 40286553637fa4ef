import { gzipSync } from 'node:zlib';
import { printTable } from '../api/support/table.ts';
import { phone, useBrowser } from './support/browser.ts';
import { consoleUrl } from './support/console.ts';

const openPage = useBrowser();

/** The most bytes of a first load, compressed: the page, its style sheet, its script, and the texts of one language. */
const most = 90 * 1024;

test('the first load is light, and what it loads is cached for ever', async () => {
  const page = await fetch(consoleUrl);
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="([^"]+\/assets\/[^"]+|\/assets\/[^"]+)"/g)].map(
    ([, url = '']) => url,
  );
  const [, texts = ''] = /&#34;en&#34;:&#34;([^&]+)&#34;/.exec(html) ?? [];
  const urls = [...files, `/assets/${texts}`];
  expect(urls).toHaveLength(3);
  const answers = await Promise.all(urls.map((url) => fetch(new URL(url, consoleUrl))));
  for (const { status, headers } of answers) {
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  const sizes = [html, ...bodies].map((body) => gzipSync(body).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(most);
});

test('the page lets nobody frame it, and runs only its own script', async () => {
  const { headers } = await fetch(consoleUrl);
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
  ])
    expect(policy).toContain(rule);
  expect(policy).not.toContain('unsafe');
  expect(headers.get('cache-control')).toBe('no-store');
});

/** Reported, not asserted: it depends on the machine. */
test('time until the door of the console can be used on a slow phone', async () => {
  const rows: (string | number)[][] = [];
  for (const rate of [1, 4]) {
    const page = await openPage(phone);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    // Lighthouse's slow 4G.
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    });
    await page.goto(consoleUrl, { waitUntil: 'commit' });
    const time = await page.waitForFunction(() => document.querySelector('h1') && performance.now());
    rows.push([`CPU ÷ ${rate}`, Math.round(Number(await time.jsonValue()))]);
  }
  printTable('Milliseconds over slow 4G', ['', 'can be used'], rows);
});
