import type { Frame, Page } from 'playwright-core';
import {
  answerBank,
  frictionless,
  here,
  type Merchant,
  pays,
  payWith,
  posUrl,
  receipt,
  transactionsOf,
  useBrowser,
  words,
} from './support/browser.ts';
import { dialogOf } from './support/dialog.ts';

/** `10.js`, called as the shop plugins in `docs/migrate.md` call it. */

const openPage = useBrowser();
const shopUrl = 'http://shop.example/checkout';

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

/**
 * Opens a page with a plugin's template beside the script tag. Its script has `KEY`, and puts the callback's arguments
 * into `said`.
 */
async function openCheckout(
  script: string,
  tag = `<script src="${posUrl}/10.js?ver=10.0"></script>`,
): Promise<Page> {
  const page = await openPage();
  const html = `<!doctype html><html lang="en"><title>Checkout</title><main><h1>Checkout</h1>
<form id="order" action="/place-order"><button id="pay">Pay</button></form></main>
<script>var KEY = '${merchant.key}', said = [];</script>${tag}<script>${script}</script>`;
  await page.route('http://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  await page.goto(shopUrl);
  return page;
}

async function pay(dialog: Frame, number = pays): Promise<void> {
  await payWith(dialog, number);
  if (number === pays) await answerBank(dialog, 'confirm');
}

/** Pays in a shop that stays on its page, and closes the receipt. */
async function payAndClose(dialog: Frame, number = pays): Promise<void> {
  await pay(dialog, number);
  // Headless Chromium sometimes stops rendering the dialog. A click by Playwright waits for the next rendered frame, which
  // then came only when the receipt closed itself after some time. So this waits for the receipt by polling.
  const isPaid = () => document.querySelector('#receipt')?.checkVisibility();
  await dialog.waitForFunction(isPaid, undefined, { polling: 100 });
  await receipt(dialog)
    .locator('[data-close]')
    .evaluate((button: HTMLElement) => button.click());
}

const saidOn = async (page: Page, count: number): Promise<unknown[]> => {
  await page.waitForFunction(
    (least) => (globalThis as unknown as { said: unknown[] }).said.length >= least,
    count,
  );
  return page.evaluate(() => (globalThis as unknown as { said: unknown[] }).said);
};

const latest = async (): Promise<Merchant> => (await transactionsOf(key, merchant))[0];

/** The newer convention, as most plugins call it from the click on their button. */
const onClick = (config: string) => `
  document.getElementById('pay').addEventListener('click', function (e) {
    e.preventDefault();
    var paylike = Paylike({key: KEY});
    paylike.pay(${config}, function (err, res) {
      if (err) { said.push(typeof err === 'string' ? err : [err instanceof Error, err.code]); return; }
      said.push(res);
    });
  });`;

const amount = "{currency: 'EUR', exponent: 2, value: 4999}";

test('a plugin with a form sends the transaction with the form, and its server captures it', async () => {
  const page = await openCheckout(`
    document.getElementById('pay').addEventListener('click', function (e) {
      e.preventDefault();
      var form = document.getElementById('order');
      Paylike({key: KEY}).pay({
        title: 'Coffee & John',
        test: !!1,
        amount: {currency: 'EUR', exponent: 2, value: 4999},
        locale: 'da_DK',
        custom: {email: '', orderId: 77, products: [[{ID: 1, name: 'Java', quantity: 2}]], customer: {name: 'Ann', IP: '192.0.2.1'},
          platform: {name: 'WordPress', version: '6.1'}, paylikePluginVersion: '3.3.3'}
      }, function (err, res) {
        if (err) { return err; }
        if (res.transaction) {
          form.insertAdjacentHTML('beforeend', '<input type="hidden" name="paylike_token" value="' + res.transaction.id + '">');
        }
        form.submit();
      });
    });`);
  await page.locator('#pay').click();
  const dialog = await dialogOf(page);
  expect(await words(dialog.locator('header'))).toContain('Coffee & John');
  expect(await words(dialog.locator('#submit'))).toMatch(/^Betal 49,99/);
  // The shop leaves its page as soon as the customer has paid.
  await pay(dialog);
  await page.waitForURL('**/place-order?paylike_token=*');

  const id = new URL(page.url()).searchParams.get('paylike_token');
  const { body } = await here.api('GET', `/transactions/${id}`, { key });
  expect(body.transaction).toMatchObject({
    amount: 4999,
    currency: 'EUR',
    pendingAmount: 4999,
    test: true,
    custom: { orderId: 77, products: [[{ ID: 1, name: 'Java', quantity: 2 }]] },
  });
  const captured = await here.api('POST', `/transactions/${id}/captures`, {
    key,
    body: { amount: 4999, currency: 'EUR' },
  });
  expect([captured.status, captured.body.transaction.capturedAmount]).toEqual([201, 4999]);
});

test('the script works if it is loaded later, and for a plugin that compares the second argument with undefined', async () => {
  const page = await openCheckout(
    `
    var tag = document.createElement('script');
    tag.src = '${posUrl}/10.js';
    tag.onload = function () {
      var PUBLIC_KEY = {key: KEY};
      window.paylike = Paylike(PUBLIC_KEY);
      document.getElementById('pay').onclick = function (e) {
        e.preventDefault();
        paylike.pay({test: ('live' === 'test') ? (false) : (true), title: 'Shop', description: '', locale: 'en',
          amount: {currency: 'EUR', exponent: '2', value: '1250'}, custom: {products: []}},
          function (err, r) {
            said.push(arguments.length);
            if (typeof r !== 'undefined') {
              var url = '/validation?transactionid=' + r.transaction.id;
              if (err) { return console.warn(err); }
              location.href = url;
            }
          });
      };
    };
    document.head.appendChild(tag);`,
    '',
  );
  await page.waitForFunction(() => 'paylike' in globalThis);
  await page.locator('#pay').click();
  await (await dialogOf(page)).locator('#close').click();
  expect(await saidOn(page, 1)).toEqual([1]);
  expect(page.url()).toBe(shopUrl);

  await page.locator('#pay').click();
  await pay(await dialogOf(page), frictionless);
  await page.waitForURL('**/validation?transactionid=*');
  expect(page.url()).toContain((await latest()).id);
});

test('the older convention works: the key as a string, the amount in minor units, no `test`', async () => {
  const page = await openCheckout(`
    var paylike = Paylike(KEY);
    function pay() {
      paylike.popup({currency: 'EUR', amount: '1999', locale: 'en', title: 'Shop', description: 'Two bags',
        descriptor: 'SHOP', custom: {order_id: '12'}},
        function (err, r) { said.push(err, r); });
    }
    pay();`);
  const dialog = await dialogOf(page);
  expect(await words(dialog.locator('header'))).toContain('Shop: Two bags');
  expect(await words(dialog.locator('body'))).toContain('No money moves.');
  await payAndClose(dialog);
  const { id } = await latest();
  expect(await saidOn(page, 2)).toEqual([null, { transaction: { id }, custom: { order_id: '12' } }]);
  expect(await latest()).toMatchObject({ amount: 1999, currency: 'EUR', custom: { order_id: '12' } });
});

test.each<[string, (page: Page, dialog: Frame) => Promise<unknown>]>([
  ['its button', (_, dialog) => dialog.locator('#close').click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
])(
  'a dialog that is closed with %s reports `closed`, nothing is paid, and the shop can open it again',
  async (_name, close) => {
    const before = (await transactionsOf(key, merchant)).length;
    const page = await openCheckout(onClick(`{test: true, amount: ${amount}}`));
    await page.locator('#pay').click();
    await close(page, await dialogOf(page));
    expect(await saidOn(page, 1)).toEqual(['closed']);
    await page.locator('#pay').click();
    await dialogOf(page);
    expect(await transactionsOf(key, merchant)).toHaveLength(before);
  },
);

test('a declined card stays in the dialog, and another one pays', async () => {
  const page = await openCheckout(onClick(`{test: true, amount: ${amount}}`));
  await page.locator('#pay').click();
  const dialog = await dialogOf(page);
  await payWith(dialog, '4100000000000007');
  await answerBank(dialog, 'confirm');
  await dialog.locator('#alert').filter({ hasText: 'There is not enough money' }).waitFor();
  for (const field of ['#number', '#expiry', '#code']) await dialog.locator(field).fill('');
  await payAndClose(dialog, frictionless);
  expect(await saidOn(page, 1)).toEqual([{ transaction: { id: (await latest()).id } }]);
});

test('pressing the button twice opens one dialog, and makes one payment', async () => {
  const before = (await transactionsOf(key, merchant)).length;
  const page = await openCheckout(onClick(`{test: true, amount: ${amount}}`));
  await page.locator('#pay').evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  const dialog = await dialogOf(page);
  expect(await page.locator('dialog').count()).toBe(1);
  await payAndClose(dialog, frictionless);
  expect(await saidOn(page, 2)).toEqual(['superseded', { transaction: { id: (await latest()).id } }]);
  expect(await transactionsOf(key, merchant)).toHaveLength(before + 1);
});

test.each([
  ['a test key without `test`', `{amount: ${amount}}`, 'test: a test merchant needs test=1'],
  [
    'a key that no merchant has',
    `{test: true, key: 'none', amount: ${amount}}`,
    'key: no merchant has this public key',
  ],
])('%s: the dialog says what is wrong, and can be closed', async (_name, config, cause) => {
  const page = await openCheckout(onClick(config));
  await page.locator('#pay').click();
  const dialog = await dialogOf(page, 'text=This payment link does not work');
  await dialog.locator('.cause summary').click();
  expect(await words(dialog.locator('body'))).toContain(cause);
  await page.locator('dialog button').click();
  expect(await saidOn(page, 1)).toEqual(['closed']);
});

test.each([
  ['no amount', '{test: true, unplanned: {customer: true}}'],
  ['major units', "{test: true, amount: {currency: 'EUR', exponent: 2, value: 49.99}}"],
  ['questions to the customer', `{test: true, amount: ${amount}, fields: ['note']}`],
])('%s: the plugin is called back with an error, so that its button is free again', async (_name, config) => {
  const page = await openCheckout(onClick(config));
  await page.locator('#pay').click();
  expect(await saidOn(page, 1)).toEqual([[true, undefined]]);
  expect(await page.locator('dialog').count()).toBe(0);
});

test('a payment page that cannot be loaded is an `Error` with a code', async () => {
  const page = await openCheckout(onClick(`{test: true, amount: ${amount}}`));
  await page.route(`${posUrl}/?*`, (route) => route.abort('blockedbyclient'));
  await page.locator('#pay').click();
  expect(await saidOn(page, 1)).toEqual([[true, 'unavailable']]);
});

test('any site may load the script, and browsers keep it for an hour', async () => {
  const { status, headers } = await fetch(`${posUrl}/10.js`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
