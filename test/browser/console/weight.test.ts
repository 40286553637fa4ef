import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { printTable } from '../../api/support/table.ts';
import { here, type Merchant, phone, useBrowser } from '../support/browser.ts';
import { consoleUrl, personOf, signIn, visit } from '../support/console.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

/** Opens a page in a browser that has a session. */
async function openAsUser(): Promise<Page> {
  const page = await openPage(phone);
  await signIn(page, await personOf(merchant, key));
  return page;
}

/** Lets each load of the signed-in user's pages fail while `isBroken` is true. */
async function breakPages(page: Page): Promise<{ isBroken: boolean }> {
  const state = { isBroken: true };
  await page.route('**/signed-in-*', (route) => (state.isBroken ? route.abort() : route.continue()));
  return state;
}

/** The most bytes of the two first loads, compressed: the page, its style sheet, its scripts, and the texts of one language. */
const most = { stranger: 45 * 1024, user: 92 * 1024 };

/** The server only checks whether the browser sends the cookie of a session. */
const users = { Cookie: '__Host-florin=none' };

/** Loads the page and the files that its HTML names. */
async function firstLoad(headers: Record<string, string> = {}) {
  const page = await fetch(consoleUrl, { headers });
  const html = await page.text();
  const urls = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
  const answers = await Promise.all(urls.map((url) => fetch(new URL(url, consoleUrl))));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  const sizes = [html, ...bodies].map((body) => gzipSync(body).length);
  return { urls, answers, size: sizes.reduce((sum, size) => sum + size, 0) };
}

test('the first load of the console is small, and browsers cache its files for ever', async () => {
  const stranger = await firstLoad();
  const user = await firstLoad(users);
  for (const { status, headers } of user.answers) {
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  expect(stranger.urls.filter((url) => /signed-in/.test(url))).toEqual([]);
  expect(stranger.size).toBeLessThan(most.stranger);
  expect(user.urls.filter((url) => /signed-in|dialog|statement/.test(url))).toHaveLength(1);
  expect(user.size).toBeLessThan(most.user);
});

test('the page of the console names every file, so that browsers load all of them at the same time', async () => {
  for (const isUser of [false, true]) {
    const page = await openAsUser();
    if (!isUser) await page.context().clearCookies();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await visit(page, `#/${merchant.id}`);
    const { urls } = await firstLoad(isUser ? users : {});
    const files = asked.filter((path) => path.includes('/assets/'));
    expect(files.sort()).toEqual(urls.map((url) => new URL(url, consoleUrl).pathname).sort());
  }
});

test('pages that could not be loaded are loaded at the second attempt', async () => {
  const page = await openAsUser();
  const state = await breakPages(page);
  await page.goto(consoleUrl);
  await page.getByText('The server did not answer').waitFor();
  state.isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

test('a page of an earlier version, whose files are gone, is replaced at the second attempt', async () => {
  const page = await openAsUser();
  await breakPages(page);
  await page.goto(consoleUrl);
  const again = page.waitForEvent('framenavigated');
  await page.getByRole('button', { name: 'Try again' }).click();
  await again;
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
test('this test prints the time until the console can be used on a slow phone', async () => {
  const rows: (string | number)[][] = [];
  for (const rate of [1, 4]) {
    const stranger = await openPage(phone);
    const user = await openAsUser();
    rows.push([`CPU ÷ ${rate}`, await timeUntilUsable(stranger, rate), await timeUntilUsable(user, rate)]);
  }
  printTable('Milliseconds over slow 4G', ['', 'the door', 'the overview'], rows);
});

async function timeUntilUsable(page: Page, rate: number): Promise<number> {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  // Lighthouse's slow 4G.
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await page.goto(consoleUrl, { waitUntil: 'commit' });
  const time = await page.waitForFunction(
    () => document.querySelector('h1') && !document.querySelector('.waiting') && performance.now(),
  );
  return Math.round(Number(await time.jsonValue()));
}
