import {
  frictionless,
  here,
  isPaying,
  linkOf,
  type Merchant,
  paidId,
  payWith,
  posUrl,
  receipt,
  transactionsOf,
  typeCard,
  useBrowser,
  words,
} from './support/browser.ts';
import { startShop } from './support/shop.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeEach(async () => {
  ({ key, merchant } = await here.shop());
});

/** A payment page, and the requests that it has sent to Florin, beside those that only start functions. */
async function open(url = linkOf(merchant)) {
  const page = await openPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() !== 'GET' && search !== '?warm') asked.push(`${request.method()} ${pathname}`);
  });
  await page.goto(url);
  return { page, asked };
}

test('coming back online makes no payment unless the customer has pressed the button', async () => {
  const { page, asked } = await open();
  await typeCard(page, frictionless);
  await page.evaluate(async () => {
    dispatchEvent(new Event('online'));
    await fetch('/sdk.js');
  });
  expect(asked).toEqual([]);
  expect(await page.locator('#submit').isVisible()).toBe(true);
});

test('coming back online during a payment begins no second one', async () => {
  const { page, asked } = await open();
  await page.route('**/vault', async (route) => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await route.continue();
  });
  await payWith(page, frictionless);
  await paidId(page);
  expect(asked.filter((one) => one === 'POST /vault')).toHaveLength(2);
  expect(await transactionsOf(key, merchant)).toHaveLength(1);
});

test('pressing the button and Enter together encrypts one card, and pays once', async () => {
  const { page, asked } = await open();
  await typeCard(page, frictionless);
  await page.evaluate(() => {
    const form = document.getElementById('card') as HTMLFormElement;
    for (let n = 0; n < 3; n++) form.requestSubmit();
  });
  await paidId(page);
  expect(asked.filter((one) => one === 'POST /vault')).toHaveLength(2);
  expect(await transactionsOf(key, merchant)).toHaveLength(1);
});

test('a page that the browser restores contains no card', async () => {
  const { page } = await open();
  await typeCard(page, frictionless);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  const values = ['number', 'expiry', 'code'].map((id) => page.locator(`#${id}`).inputValue());
  expect(await Promise.all(values)).toEqual(['', '', '']);
});

test('a declined card can be corrected immediately: the form is unlocked and shows no progress', async () => {
  const { page } = await open();
  await payWith(page, '4100000000000034');
  await paidId(page);
  const again = await open();
  await payWith(again.page, '4100000000000007');
  await (await again.page.waitForSelector('#frame iframe')).contentFrame();
  await again.page.locator('#cancel').click();
  await again.page.locator('#alert:not(:empty)').waitFor();
  expect(await again.page.locator('#submit').getAttribute('aria-disabled')).toBe('false');
  expect(await again.page.locator('#submit').getAttribute('class')).toBe('primary');
  expect(await again.page.locator('#status').textContent()).toBe('');
  expect(await again.page.locator('#number').isEditable()).toBe(true);
  // The page hides a corrected error, and hides the last decline when the customer pays again.
  await again.page.locator('#code').fill('');
  await again.page.locator('#submit').click();
  expect(await again.page.locator('#alert').textContent()).toBe('');
});

test('the same link in another language resolves a payment whose answer was lost', async () => {
  const { page } = await open();
  await page.route('**/payments', async (route) => {
    if (!isPaying(route)) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await payWith(page, frictionless);
  await page.locator('#notice').waitFor();
  await page.unrouteAll();
  await page.goto(linkOf(merchant, { locale: 'de' }));
  const id = await paidId(page);
  expect((await transactionsOf(key, merchant)).map((transaction) => transaction.id)).toEqual([id]);
  // Another address may be another order, also by a parameter that only the shop knows.
  await page.goto(linkOf(merchant, { locale: 'de', order: '1002' }));
  await payWith(page, frictionless);
  expect(await paidId(page)).not.toBe(id);
});

test('a dialog that is opened again resolves a payment that was unknown when it was closed', async () => {
  const shop = await startShop(posUrl, merchant.key);
  const page = await openPage();
  await page.goto(shop.origin);
  const dialog = async () => {
    await page.locator('#buy').click();
    const frame = await (await page.waitForSelector('dialog.florin-payment iframe')).contentFrame();
    if (!frame) throw new Error('no page in the dialog');
    return frame;
  };
  const first = await dialog();
  await first.locator('.languages summary').click();
  await first.getByRole('button', { name: 'Deutsch' }).click();
  await first.waitForFunction(() => document.documentElement.lang === 'de');
  await page.route('**/payments', async (route) => {
    if (!isPaying(route)) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await payWith(first, frictionless);
  await first.locator('#notice').waitFor();
  await first.locator('#close').click();
  await page.locator('#result', { hasText: 'We do not know yet' }).waitFor();
  await page.unrouteAll();
  // The dialog takes its colours from the shop, which may have turned dark in the meantime.
  await page.evaluate(() => {
    document.body.style.background = '#000';
  });
  const second = await dialog();
  const id = await paidId(second);
  expect((await transactionsOf(key, merchant)).map((transaction) => transaction.id)).toEqual([id]);
  await receipt(second).locator('[data-close]').click();
  await page.locator('#result', { hasText: id }).waitFor();
  // The page forgets a finished payment, so that the customer can buy the same again.
  const third = await dialog();
  await third.waitForSelector('#number');
  await typeCard(third, frictionless);
  await third.locator('#submit').click();
  expect(await paidId(third)).not.toBe(id);
  await shop.stop();
});

test('pressing the button of a till twice makes one code', async () => {
  const { page, asked } = await open(linkOf(merchant, { value: undefined }));
  await page.keyboard.type('4999');
  await page.evaluate(() => {
    for (let n = 0; n < 3; n++) document.getElementById('phone')?.click();
  });
  await page.locator('#qr').waitFor();
  expect(asked).toEqual(['POST /payments/codes']);
  expect((await words(page.locator('.code .amount'))).trim()).toBe('€49.99');
});

test('a till’s pad ignores keyboard shortcuts, and ignores all keys while a code is shown', async () => {
  const { page } = await open(linkOf(merchant, { value: undefined }));
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Alt+2');
  expect(await page.locator('#shown').inputValue()).toBe('€0.00');
  await page.keyboard.type('5');
  await page.locator('#phone').click();
  await page.locator('#qr').waitFor();
  await page.keyboard.type('99');
  await page.locator('#code-cancel').click();
  expect(await page.locator('#shown').inputValue()).toBe('€0.05');
});

describe('saved cards', () => {
  async function withCards(count: number) {
    const make = async () => {
      const body = { amount: 4999, currency: 'EUR', customer: 'ann' };
      return (await here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body.link
        .url as string;
    };
    for (let n = 0; n < count; n++) {
      const { page } = await open(await make());
      const other = page.locator('input[name=with][value=""]');
      if (await other.count()) await other.check();
      await typeCard(page, n === 0 ? frictionless : '4100000000000035');
      await page.locator('#keep').check();
      await page.locator('#submit').click();
      const bank = await Promise.race([
        receipt(page)
          .waitFor()
          .then(() => false),
        page.waitForSelector('#frame iframe').then(() => true),
      ]);
      if (bank) {
        const frame = await (await page.waitForSelector('#frame iframe')).contentFrame();
        await frame?.locator('button[value=confirm]').click({ noWaitAfter: true });
      }
      await paidId(page);
    }
    return make();
  }

  test('choosing another card clears the security code that was typed for the first one', async () => {
    const { page } = await open(await withCards(1));
    await page.locator('#code').fill('123');
    await page.locator('input[name=with]').last().check();
    expect(await page.locator('#code').inputValue()).toBe('');
    await page.locator('#code').fill('456');
    await page.locator('input[name=with]').first().check();
    expect(await page.locator('#code').inputValue()).toBe('');
  });

  test('a card that was removed in another tab disappears without an error', async () => {
    const url = await withCards(1);
    const one = await open(url);
    const two = await open(url);
    for (const { page } of [one, two]) {
      await page.locator('[data-remove]').click();
      await page.locator('.ask button').first().click();
      await page.locator('#status:not(:empty)').waitFor({ state: 'attached' });
      expect(await page.locator('#saved').isVisible()).toBe(false);
      expect(await page.locator('#alert').textContent()).toBe('');
    }
    expect(two.asked).toEqual([expect.stringMatching(/^DELETE \/l\//)]);
  });
});
