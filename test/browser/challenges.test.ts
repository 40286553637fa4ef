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
  pays,
  payWith,
  transactionsOf,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

test('3-D Secure: two hidden fingerprints, and a challenge in a frame that the customer confirms', async () => {
  const page = await openPage();
  const challenges: string[] = [];
  page.on('request', (request) => {
    const [, name] = /challenges\/([a-z-]+)$/.exec(request.url()) ?? [];
    if (name) challenges.push(name);
  });
  await page.goto(linkOf(merchant));
  await payWith(page);
  const bank = await bankOf(page);
  expect(await words(bank.locator('main'))).toMatch(/€49\.99 to Coffee & John/);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('bank-title');
  await answerBank(page, 'confirm');
  const { tds } = await here.transaction(key, await paidId(page));
  expect([challenges, tds]).toEqual([['fingerprint', 'tds-fingerprint', 'tds-challenge'], 'full']);
  expect(await page.locator('iframe').count()).toBe(0);
});

test('the customer declines at the bank: no charge, and a second attempt with the same card pays', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await payWith(page);
  await answerBank(page, 'reject');
  await page.locator('#alert').filter({ hasText: 'The payment was not confirmed with your bank.' }).waitFor();
  const [{ successful, error }] = await transactionsOf(key, merchant);
  expect([successful, error.code]).toEqual([false, 31]);
  await page.locator('#submit').click();
  await answerBank(page, 'confirm');
  await paidId(page);
});

test('the customer cancels on the page: the form returns, and no payment was made', async () => {
  const page = await openPage();
  const before = await transactionsOf(key, merchant);
  await page.goto(linkOf(merchant));
  await payWith(page);
  await bankOf(page);
  await page.locator('#cancel').click();
  await page.locator('#submit').waitFor();
  expect(await page.locator('#number').inputValue()).toBe('4100 0000 0000 0000');
  expect(await transactionsOf(key, merchant)).toEqual(before);
});

test('the bank does not answer: after five minutes the page says so, and a second attempt pays', async () => {
  const page = await openPage();
  await page.clock.install();
  await page.goto(linkOf(merchant));
  await payWith(page);
  await answerBank(page, 'wait');
  await (await bankOf(page)).locator('h1', { hasText: 'The bank does not answer' }).waitFor();
  await look(page, 'bank-silent');
  await page.clock.fastForward('04:50');
  expect(await page.locator('#bank').isVisible()).toBe(true);
  await page.clock.fastForward('00:20');
  await page.locator('#alert').filter({ hasText: 'not confirmed with your bank in time' }).waitFor();
  await look(page, 'bank-timed-out');
  await page.locator('#submit').click();
  await answerBank(page, 'confirm');
  await paidId(page);
});

test('the payment continues after fingerprints time out', async () => {
  const page = await openPage();
  await page.clock.install();
  await page.goto(linkOf(merchant));
  for (const frame of ['fingerprint', 'tds-fingerprint']) {
    const silent = page.waitForResponse((response) => response.url().endsWith(`/frames/${frame}`));
    if (frame === 'fingerprint') await payWith(page, '4100000000000036');
    await silent;
    await page.clock.fastForward(10_000);
  }
  await answerBank(page, 'confirm');
  await paidId(page);
});

const memory = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test('a reload during the challenge continues it, and the browser stores card data only encrypted', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await payWith(page, '5555555555554444');
  await bankOf(page);
  const kept = await memory(page);
  expect(kept).toMatch(/pcn\./);
  expect(kept).not.toMatch(/(5555\D?){2}|"123"|:123\b/);
  const asked = page.waitForRequest('**/vault', { timeout: 3000 }).catch(() => 'not asked');

  await page.reload();
  await answerBank(page, 'confirm');
  const id = await paidId(page);
  expect((await here.transaction(key, id)).card.last4).toBe('4444');
  expect(await asked).toBe('not asked');
  expect(await memory(page)).not.toMatch(/pcn|hint/);
});

test('a reload during the last request pays once', async () => {
  const page = await openPage();
  const before = (await transactionsOf(key, merchant)).length;
  await page.goto(linkOf(merchant));
  const made = new Promise<void>((done) => {
    page.route('**/payments', async (route) => {
      if (!isPaying(route)) return route.continue();
      await route.fetch(); // The payment is made, but the page gets no answer.
      done();
    });
  });
  await payWith(page, frictionless);
  await made;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  const id = await paidId(page);
  const transactions = await transactionsOf(key, merchant);
  expect([transactions.length, transactions[0].id]).toEqual([before + 1, id]);
});

test('a reload 51 minutes later does not continue the challenge', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await payWith(page, pays);
  await bankOf(page);
  await page.clock.setSystemTime(Date.now() + 51 * 60_000);
  await page.reload();
  await page.locator('#submit').waitFor();
});
