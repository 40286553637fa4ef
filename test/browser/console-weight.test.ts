import { gzipSync } from 'node:zlib';
import { consoleUrl } from './support/console.ts';

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
