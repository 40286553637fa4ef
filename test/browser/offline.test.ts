import type { Page } from 'playwright-core';
import {
  answerBank,
  bankOf,
  frictionless,
  here,
  isPaying,
  linkOf,
  look,
  type Merchant,
  paidId,
  payWith,
  transactionsOf,
  typeCard,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeEach(async () => {
  ({ key, merchant } = await here.shop());
});

/** Returns the page's notice, whose button has the focus. */
async function noticeOf(page: Page): Promise<string> {
  await page.locator('#notice').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('retry');
  return words(page.locator('#notice'));
}

/** The customer pays, and pays once. */
async function paysOnce(page: Page): Promise<void> {
  const id = await paidId(page);
  expect((await transactionsOf(key, merchant)).map((transaction) => transaction.id)).toEqual([id]);
}

test('offline before the card is encrypted: the page continues by itself', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await typeCard(page, frictionless);
  await page.context().setOffline(true);
  await page.locator('#submit').click();
  expect(await noticeOf(page)).toMatch(/No connection[\s\S]*You only pay once/);
  await look(page, 'offline');
  await page.context().setOffline(false);
  await paysOnce(page);
});

test('offline at the bank’s challenge: the page continues with it', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await payWith(page);
  await bankOf(page);
  await page.context().setOffline(true);
  await noticeOf(page);
  // The customer retries too early, and the page says again that it is offline.
  await page.locator('#retry').click();
  await noticeOf(page);
  await page.context().setOffline(false);
  await answerBank(page, 'confirm');
  await paysOnce(page);
});

test('the last response is lost: pressing the button gets it again', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  let lost = false;
  await page.route('**/payments', async (route) => {
    if (lost || !isPaying(route)) return route.continue();
    lost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await payWith(page, frictionless);
  await noticeOf(page);
  const replayed = page.waitForResponse('**/payments');
  await page.locator('#retry').click();
  expect((await replayed).headers()['idempotency-replayed']).toBe('true');
  await paysOnce(page);
});

test('Florin answers with errors: the page retries without a message, then says so, then offers the button', async () => {
  const page = await openPage();
  await page.clock.install();
  await page.goto(linkOf(merchant));
  let asked = 0;
  await page.route('**/payments', (route) => {
    asked++;
    return asked <= 3 ? route.fulfill({ status: 503, body: '' }) : route.continue();
  });
  await payWith(page, frictionless);
  for (const pause of [600, 1600]) {
    await page.waitForResponse('**/payments');
    await page.clock.runFor(pause);
  }
  expect(await noticeOf(page)).toMatch(/Something went wrong on our side/);
  await look(page, 'trouble');
  await page.locator('#retry').click();
  await paysOnce(page);
  expect(asked).toBeGreaterThan(3);
});
