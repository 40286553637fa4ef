import type { Page } from 'playwright-core';
import { password, username } from '../../api/support/hello.ts';
import { desktop, here, look, phone, posUrl, useBrowser } from '../support/browser.ts';
import { docs, sendFromPage as send } from '../support/docs.ts';

const openPage = useBrowser();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';
const small = { ...phone, viewport: { width: 320, height: 640 } };

async function openDocs(name: string, options = desktop): Promise<Page> {
  const page = await openPage(options);
  await page.goto(docs(name));
  return page;
}

test('the documentation sends requests only to Florin', async () => {
  const page = await openPage(desktop);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(docs());
  await search(page, 'refund');
  expect(asked.filter((url) => !url.startsWith(`${baseUrl}/`) && !url.startsWith('data:'))).toEqual([]);
});

describe('without JavaScript', () => {
  const options = { ...desktop, javaScriptEnabled: false };

  test('a page shows its text, the examples of all languages, and links to every page', async () => {
    const page = await openDocs('post-transactions-id-captures', options);
    expect(await page.locator('figcaption:visible').allTextContents()).toEqual([
      'curl',
      'Node.js',
      'Python',
      'PHP',
      'Go',
      'Java',
      'Ruby',
      'C#',
    ]);
    expect(await page.locator('figure:visible').count()).toBe(8);
    expect(await page.locator('.try:visible, .search-open:visible, .theme:visible').count()).toBe(0);
    await page.getByRole('link', { name: 'Next' }).click();
    expect(page.url()).toBe(docs('post-transactions-id-refunds'));
  });

  test('the menu of a narrow phone opens and closes', async () => {
    const page = await openDocs('', { ...small, javaScriptEnabled: false });
    // The button is in the HTML although it needs the script, so that nothing moves when the script has loaded.
    const make = page.locator('button', { hasText: 'Make a test merchant for me' });
    expect([await make.count(), await make.isVisible()]).toEqual([1, false]);
    const link = page.locator('.navigation a[href$="/docs/webhooks"]');
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Close the menu' }).click();
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Menu', exact: true }).click();
    await link.click();
    await page.waitForURL(docs('webhooks'));
  });
});

/** Types a question, and returns the titles of the results. */
async function search(page: Page, question: string): Promise<string[]> {
  await page.keyboard.press('/');
  await page.locator('#search').fill(question);
  await page.locator('.search li').first().waitFor();
  return page.locator('.search li strong').allTextContents();
}

test('the search works by keyboard alone, and its first result opens with Enter', async () => {
  const page = await openDocs('');
  expect((await search(page, 'insufficient funds'))[0]).toBe('Error 7: Insufficient funds');
  await look(page, 'docs-search');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(docs('error-7'));
  expect(await page.locator('h1').textContent()).toBe('Error 7: Insufficient funds');
  expect(await page.locator('.search[open]').count()).toBe(0);
});

test('a search result shows the heading and the sentence that answer the question, and opens the page there', async () => {
  const page = await openDocs('');
  await search(page, 'retry schedule');
  const first = page.locator('.search a').first();
  await first.locator('b').waitFor();
  expect(await first.locator('span').textContent()).toMatch(/^The retry schedule .*after 5 and 30 seconds/);
  await look(page, 'docs-search-heading');
  await page.locator('#search').fill('failed deliveries');
  await first.locator('b', { hasText: 'Failed deliveries' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(docs('webhooks#failed-deliveries'));
  const heading = page.locator('#failed-deliveries');
  await heading.waitFor();
  expect(await heading.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true);
});

test('markup in a search is text', async () => {
  const page = await openDocs('');
  await page.keyboard.press('/');
  await page.locator('#search').fill('<qqqzz onqqq="zzqqz">');
  await page.getByText('Nothing found').waitFor();
  expect(await page.locator('.search qqqzz').count()).toBe(0);
});

test('an unknown address leads to the pages and to the search, which Escape closes', async () => {
  const page = await openDocs('quick-stort');
  expect(await page.title()).toBe('This page does not exist · Florin');
  await look(page, 'docs-missing');
  expect((await search(page, 'insufficient funds'))[0]).toBe('Error 7: Insufficient funds');
  await page.keyboard.press('Escape');
  expect(await page.locator('.search[open]').count()).toBe(0);
  await page.locator('article').getByRole('link', { name: 'Quick start' }).click();
  await page.waitForURL(docs());
});

test('a printed page has the text and readable code, without the navigation', async () => {
  const page = await openDocs('webhooks', { ...desktop, colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.locator('header:visible, .navigation:visible, .neighbours:visible').count()).toBe(0);
  const code = page.locator('pre', { has: page.locator('.string') }).first();
  const style = await code.evaluate((pre) => {
    const { whiteSpace } = getComputedStyle(pre);
    const colours = [pre, ...pre.querySelectorAll('*')].map((one) => getComputedStyle(one).color);
    return { colours: [...new Set(colours)], whiteSpace, cut: pre.scrollWidth > pre.clientWidth };
  });
  expect(style).toEqual({ colours: ['rgb(0, 0, 0)'], whiteSpace: 'pre-wrap', cut: false });
  expect(await page.locator('h1').evaluate((one) => getComputedStyle(one).color)).toBe('rgb(11, 19, 36)');
});

test('the picture of the architecture is shown, within the width of a phone', async () => {
  const page = await openDocs('architecture', phone);
  const picture = page.locator('article img');
  const size = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.width <= (image.parentElement?.clientWidth ?? 0)];
  });
  expect(size).toEqual([1000, true]);
});

test('the language of examples and the colours are remembered', async () => {
  const page = await openDocs('get-me');
  await page.getByRole('button', { name: 'PHP' }).click();
  await page.locator('.theme').click();
  await page.locator('.theme').click();
  await page.goto(docs('post-apps'));
  expect(await page.locator('figure:visible').getAttribute('data-language')).toBe('php');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await look(page, 'docs-remembered');
});

test('links, Back and Forward show pages with their title, and the skip link leads to the content', async () => {
  const page = await openDocs('');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
  await page.waitForURL(docs('webhooks'));
  expect(await page.title()).toBe('Webhooks · Florin');
  expect(await page.locator('[aria-current=page]').textContent()).toBe('Webhooks');
  await page.goBack();
  await page.locator('h1', { hasText: 'Quick start' }).waitFor();
  await page.goForward();
  await page.locator('h1', { hasText: 'Webhooks' }).waitFor();
  // An anchor on another page is in view once that page is loaded.
  await page.goto(docs('integrate'));
  await page.locator('article a[href$="payment-link#links-that-your-server-makes"]').click();
  await page.waitForURL(/#links-that-your-server-makes$/);
  const heading = page.locator('#links-that-your-server-makes');
  await heading.waitFor();
  expect(await heading.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true);
});

test('Back leads to an address whose anchor cannot be decoded, and the page still works', async () => {
  const page = await openDocs('get-me#%');
  await page.locator('.navigation').getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.waitForURL(docs('webhooks'));
  await page.goBack();
  await page.locator('.try form').waitFor();
  expect(page.url()).toBe(docs('get-me#%'));
});

test('a slow page does not replace the page that the reader asked for after it', async () => {
  const page = await openDocs('');
  const follow = (name: string) =>
    page.locator('.navigation').getByRole('link', { name, exact: true }).click();
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(docs('webhooks'), async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(docs('webhooks'));
  await follow('Webhooks');
  const ended = (await asked).response();
  await follow('Refunds and balances');
  await page.waitForURL(docs('refunds'));
  answer();
  await ended;
  await page.waitForLoadState('networkidle');
  expect([page.url(), await page.title()]).toEqual([docs('refunds'), 'Refunds and balances · Florin']);
});

test('“Try it”: a key that is entered once stays while the reader goes from page to page, and a reload forgets it', async () => {
  const page = await openDocs('post-apps');
  const { app } = (await send(page, 'post-apps')).body;
  expect(await send(page, 'get-me', { 'API key': app.key })).toMatchObject({
    status: 200,
    body: { identity: { id: app.id } },
  });
  const made = await send(page, 'post-merchants');
  expect(made).toMatchObject({ status: 201, body: { merchant: { name: 'Coffee & John', test: true } } });
  const { id } = made.body.merchant;
  expect(await send(page, 'get-merchants-id', { merchantId: id })).toMatchObject({
    status: 200,
    body: { merchant: { id } },
  });
  expect((await send(page, 'put-merchants-id', { merchantId: id })).status).toBe(204);
  expect((await send(page, 'get-merchants-id-transactions', { merchantId: id })).body).toEqual([]);
  expect((await send(page, 'post-merchants-id-webhooks', { merchantId: id })).status).toBe(201);
  expect((await send(page, 'post-merchants-id-links', { merchantId: id })).status).toBe(201);
  await look(page, 'docs-tried');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain(app.key);
  await page.reload();
  expect(await page.locator('.try').getByLabel('API key').inputValue()).toBe('');
});

test('“Try it” captures a payment, and shows an error of the API as it came', async () => {
  const { key, merchant } = await here.shop();
  const transactionId = await here.authorized(merchant);
  const page = await openDocs('post-transactions-id-captures');
  const captured = await send(page, 'post-transactions-id-captures', {
    'API key': key,
    transactionId,
    Body: '{"amount": 500}',
  });
  expect(captured).toMatchObject({ status: 201, body: { transaction: { capturedAmount: 500 } } });
  expect((await send(page, 'post-transactions-id-captures', { Body: '{"amount": "x"}' })).body[0].field).toBe(
    'amount',
  );
  await page.locator('.output', { hasText: '"field": "amount"' }).waitFor();
  expect((await send(page, 'get-transactions-id', { transactionId: '../merchants' })).status).toBe(404);
});

test('“Try it” calls the checkout API and the hello-world service, each with its own credentials', async () => {
  const page = await openDocs('post-vault');
  expect(await send(page, 'post-vault')).toMatchObject({ status: 201, body: { token: expect.any(String) } });
  const login = { 'User name': username, Password: password };
  expect((await send(page, 'get-api-about', login)).status).toBe(200);
});

test('pages and scripts of the checkout API, and what only the payment page may call, have no “Try it”', async () => {
  for (const name of [
    'delete-l-id-cards-id',
    'get-payment-page',
    'get-sdk-js',
    'post-acquirers-stripe-events',
  ]) {
    const page = await openDocs(name);
    await page.locator('h1').waitFor();
    expect(await page.locator('.try').count()).toBe(0);
  }
});

test('the landing page makes a key and a test merchant whose payment page opens', async () => {
  const page = await openDocs('');
  await page.getByRole('button', { name: 'Make a test merchant for me' }).click();
  const link = page.getByRole('link', { name: 'pay on its payment page' });
  await link.waitFor();
  const href = (await link.getAttribute('href')) ?? '';
  expect(href.startsWith(`${posUrl}/?key=`)).toBe(true);
  expect((await fetch(href)).status).toBe(200);
  const code = (await page.locator('.sandbox pre').textContent()) ?? '';
  const [, key = ''] = /KEY=(\S+)/.exec(code) ?? [];
  expect((await here.api('GET', '/me', { key })).status).toBe(200);
  await look(page, 'docs-sandbox');
  // The key is in “Try it” of every operation.
  expect((await send(page, 'get-me')).status).toBe(200);
});

test('on a phone, no button to copy covers the code', async () => {
  const page = await openPage(phone);
  for (const name of ['webhooks', 'post-transactions-id-captures']) {
    await page.goto(docs(name));
    await page.locator('.copy').first().waitFor();
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('pre:has(+ .copy)')].filter((block) => {
        const text = document.createRange();
        text.selectNodeContents(block);
        const button = block.nextElementSibling?.getBoundingClientRect();
        return button && button.height > 0 && button.bottom > text.getBoundingClientRect().top;
      }),
    );
    expect(covered).toHaveLength(0);
  }
});

/** A server sends ten packets before the client has acknowledged anything: RFC 6928. */
const firstPackets = 10 * 1460;

test('the first view is one response that arrives in the first packets, and works without another request', async () => {
  const page = await openPage(phone);
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const sizes: number[] = [];
  client.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
  await page.route('**', (route) => (sizes.length === 0 ? route.continue() : route.abort()));
  await page.goto(docs(), { waitUntil: 'networkidle' });
  expect(sizes).toEqual([expect.any(Number)]);
  expect(sizes[0]).toBeGreaterThan(1000);
  expect(sizes[0]).toBeLessThan(firstPackets);
  await page.locator('.theme').click();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
});
