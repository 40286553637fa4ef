import type { Page } from 'playwright-core';
import { disableAtAcquirer } from '../api/support/connect.ts';
import { cards } from '../api/support/live.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { desktop, look, paidId, payWith, receipt, words } from './support/browser.ts';
import { alertOf, useLivePage } from './support/live.ts';

const {
  live,
  own,
  openPage,
  linkTo,
  open,
  reserved,
  intents,
  atBank,
  say,
  agreeElsewhere,
  transactions,
  paysOnce,
} = useLivePage();

test('the customer declines at the bank: no charge, and another card pays', async () => {
  const page = await open();
  await payWith(page, cards.challenged);
  await say(page, 'fail');
  await alertOf(page, 'The payment was not confirmed with your bank.');
  await alertOf(page, 'You have not been charged.');
  await page.locator('#number').fill(cards.good);
  await page.locator('#submit').click();
  await paysOnce(page);
});

describe('a customer who leaves the bank', () => {
  test('a customer who leaves the bank by the button has not paid, cannot complete that payment any more, and pays with another card', async () => {
    const page = await open();
    await payWith(page, cards.challenged);
    await atBank(page);
    await page.locator('#cancel').click();
    await alertOf(page, 'You have cancelled the payment.');
    expect(intents()).toEqual(['canceled']);
    await page.locator('#number').fill(cards.good);
    await page.locator('#submit').click();
    await paysOnce(page);
  });

  test('a customer who leaves the bank by the button after confirming in the bank’s app has paid, and the page says so', async () => {
    const page = await open();
    await payWith(page, cards.challenged);
    await agreeElsewhere(page);
    await page.locator('#cancel').click();
    await paysOnce(page);
  });

  test('a customer who leaves the bank without an answer sees after a quarter of an hour that the payment has ended', async () => {
    const page = await openPage();
    await page.clock.install();
    await page.goto(linkTo());
    await payWith(page, cards.challenged);
    await atBank(page);
    await page.clock.fastForward('14:50');
    expect(await page.locator('#bank').isVisible()).toBe(true);
    await page.clock.fastForward('00:20');
    await alertOf(page, 'not confirmed with your bank in time');
    expect(intents()).toEqual(['canceled']);
  });
});

describe('in the dialog of `sdk.js`, on the merchant’s own website', () => {
  /** The page inside the dialog. */
  async function openDialog(page: Page) {
    const shop = 'https://shop.example.com/';
    const order = `{ amount: { currency: 'EUR', exponent: 2, value: 4999 } }`;
    const html = `<!doctype html><title>Shop</title><script src="${live.florin.posUrl}/sdk.js"></script><p id="said"></p>
<script>Florin({ key: '${own.merchant.key}' }).pay(${order}, (error, paid) => { said.textContent = error ?? paid.transaction.id })</script>`;
    await page.route(shop, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(shop);
    const frame = await (await page.waitForSelector('.florin-payment:not(.loading) iframe')).contentFrame();
    if (!frame) throw new Error('no page in the dialog');
    return frame;
  }
  const said = (page: Page): Promise<string> =>
    waitUntil(
      () => words(page.locator('#said')),
      (text) => text !== '',
    );

  test('the customer confirms at the bank in the dialog, and has paid', async () => {
    const page = await openPage(desktop);
    const frame = await openDialog(page);
    await payWith(frame, cards.challenged);
    await say(frame, 'complete');
    const { id } = await paysOnce(frame);
    await receipt(frame).locator('[data-close]').click();
    expect(await said(page)).toBe(id);
  });

  // Uses the keyboard, because the growing dialog moves its button away from the pointer.
  test('closing the dialog at the bank cancels the payment, and the shop gets `closed`', async () => {
    const page = await openPage();
    const frame = await openDialog(page);
    await payWith(frame, cards.challenged);
    await atBank(frame);
    await frame.locator('#close').press('Enter');
    expect(await said(page)).toBe('closed');
    expect([intents(), reserved()]).toEqual([['canceled'], []]);
  });

  test('closing a dialog that asks whether the customer still wants to pay cancels the payment', async () => {
    const page = await openPage();
    const first = await openDialog(page);
    await payWith(first, cards.challenged);
    await atBank(first);
    await page.clock.setSystemTime(Date.now() + 10 * 60_000);
    const frame = await openDialog(page);
    await frame.locator('#ask').waitFor();
    await frame.locator('#close').press('Enter');
    expect(await said(page)).toBe('closed');
    expect([intents(), reserved()]).toEqual([['canceled'], []]);
  });

  test('closing the dialog after confirming in the bank’s app completes the payment', async () => {
    const page = await openPage();
    const frame = await openDialog(page);
    await payWith(frame, cards.challenged);
    await agreeElsewhere(frame);
    await frame.locator('#close').press('Enter');
    await receipt(frame).locator('[data-close]').click();
    expect(await said(page)).toBe((await transactions())[0].id);
    expect(reserved()).toEqual([4999]);
  });
});

describe('a reload at the bank', () => {
  test('a reload at the bank continues the challenge', async () => {
    const page = await open();
    await payWith(page, cards.challenged);
    await atBank(page);
    await page.reload();
    await say(page, 'complete');
    await paysOnce(page);
  });

  test('after confirming in the bank’s app shows the receipt', async () => {
    const page = await open();
    await payWith(page, cards.challenged);
    await agreeElsewhere(page);
    await page.reload();
    await paysOnce(page);
  });

  test('much later resolves the payment without asking the customer whether they still want to pay', async () => {
    const page = await open();
    await payWith(page, cards.challenged);
    await agreeElsewhere(page);
    await page.clock.setSystemTime(Date.now() + 10 * 60_000);
    await page.reload();
    await paysOnce(page);
  });

  test('much later without an answer at the bank asks the customer, who leaves without a charge', async () => {
    const page = await open();
    await payWith(page, cards.challenged);
    await atBank(page);
    await page.clock.setSystemTime(Date.now() + 10 * 60_000);
    await page.reload();
    await page.locator('#ask').waitFor();
    await page.locator('#ask [data-leave]').click();
    await alertOf(page, 'You have cancelled the payment.');
    expect([intents(), reserved()]).toEqual([['canceled'], []]);
  });
});

describe('a merchant that is disabled during a payment', () => {
  const closed = (page: Page) => page.locator('#ended').filter({ hasText: 'Nothing was charged just now.' });

  test('a reload continues the challenge, the customer confirms, and another reload shows the receipt', async () => {
    const page = await open();
    await payWith(page, cards.challenged);
    await atBank(page);
    await disableAtAcquirer(own.merchant.id, live.florin.aws);
    await page.reload();
    await say(page, 'complete');
    const { id } = await paysOnce(page);
    await page.reload();
    expect(await paidId(page)).toBe(id);
  });

  test('the page tells a customer who declines, and accepts no further payment', async () => {
    const page = await open();
    await payWith(page, cards.challenged);
    await atBank(page);
    await disableAtAcquirer(own.merchant.id, live.florin.aws);
    await say(page, 'fail');
    await alertOf(page, 'The payment was not confirmed with your bank.');
    await page.locator('#number').fill(cards.good);
    await page.locator('#submit').click();
    await alertOf(page, 'cannot take payments at the moment.');
    await page.reload();
    await closed(page).waitFor();
    expect(await page.locator('#card').isVisible()).toBe(false);
    await look(page, 'live-closed');
    expect(reserved()).toEqual([]);
  });

  test('the page tells a customer who declines after a reload that there was no charge', async () => {
    const page = await open();
    await payWith(page, cards.challenged);
    await atBank(page);
    await disableAtAcquirer(own.merchant.id, live.florin.aws);
    await page.reload();
    await say(page, 'fail');
    await closed(page).waitFor();
    expect(reserved()).toEqual([]);
  });
});

test('offline during the challenge: the page continues, and pays once', async () => {
  const page = await open();
  await payWith(page, cards.challenged);
  await atBank(page);
  await page.context().setOffline(true);
  await page.locator('#notice').filter({ hasText: 'No connection' }).waitFor();
  expect(await page.locator('#leave').isVisible()).toBe(false);
  await page.context().setOffline(false);
  await say(page, 'complete');
  await paysOnce(page);
});

test('offline after the customer confirmed: the page continues by itself, and pays once', async () => {
  const page = await open();
  await payWith(page, cards.challenged);
  await agreeElsewhere(page);
  await page.context().setOffline(true);
  await page.locator('#notice').filter({ hasText: 'No connection' }).waitFor();
  await page.context().setOffline(false);
  await paysOnce(page);
});
