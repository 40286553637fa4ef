import type { Frame, Page } from 'playwright-core';
import {
  answerBank,
  bankOf,
  desktop,
  frictionless,
  here,
  isPaying,
  linkOf,
  look,
  type Merchant,
  paidId,
  pays,
  payWith,
  phone,
  posUrl,
  receipt,
  transactionsOf,
  useBrowser,
  words,
} from './support/browser.ts';
import { type Shop, startShop } from './support/shop.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;
let shop: Shop;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  shop = await startShop(posUrl, merchant.key);
});

afterAll(() => shop?.stop());

/** The payment page in the dialog over the shop. Until its script runs, the page ignores Escape. */
async function dialogOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('dialog.florin-payment iframe')).contentFrame();
  await frame?.waitForSelector('.embedded #number');
  return frame as Frame;
}

const result = (page: Page) => page.locator('#result:not(:empty)');

/** Calls `pay` as the shop does, and records the callbacks in `results`. */
async function callPay(page: Page, options: object = {}, how: 'callback' | 'promise' = 'callback') {
  await page.evaluate(
    ([key, given, wanted]) => {
      const sdk = globalThis as unknown as Sdk;
      sdk.results ??= [];
      const amount = { currency: 'EUR', exponent: 2, value: 4999 };
      const pay = sdk.Florin({ key }).pay;
      const all = { test: true, amount, ...(given as object) };
      if (wanted === 'callback') void pay(all, (...result) => sdk.results.push(result));
      else
        pay(all).then(
          (paid) => sdk.results.push(['resolved', paid]),
          (error: Error & { code: string }) => sdk.results.push(['rejected', error.code, error.message]),
        );
    },
    [merchant.key, options, how] as const,
  );
}

async function resultsOf(page: Page, count = 1): Promise<unknown[][]> {
  await page.waitForFunction((least) => (globalThis as unknown as Sdk).results.length >= least, count);
  return page.evaluate(() => (globalThis as unknown as Sdk).results);
}

const dialogs = (page: Page) => page.locator('dialog').count();

test.each([
  ['phone', phone],
  ['desktop', { ...desktop, colorScheme: 'dark' as const }],
])(
  'the example shop on a %s: the customer pays in the dialog, and the shop’s callback gets the transaction',
  async (name, device) => {
    const page = await openPage(device);
    await page.goto(shop.origin);
    await page.locator('#buy').click();
    const dialog = await dialogOf(page);
    await look(page, `popup-${name}`);
    await payWith(dialog, pays);
    await bankOf(dialog);
    await look(page, `popup-${name}-bank`);
    await answerBank(dialog, 'confirm');
    // The receipt stays open after the customer has touched it.
    await receipt(dialog).locator('h2').click();
    await look(page, `popup-${name}-receipt`);
    expect(await words(receipt(dialog))).toContain('Thank you. Your payment to Coffee & John went through.');
    await receipt(dialog).locator('[data-close]').click();
    const text = await words(result(page));
    const [transaction] = await transactionsOf(key, merchant);
    expect(text).toBe(`Paid with transaction ${transaction.id}`);
    expect(transaction).toMatchObject({ amount: 4999, currency: 'EUR', custom: { orderId: '1234' } });
    expect(await page.locator('dialog').count()).toBe(0);
  },
);

test.each([
  ['its button', (dialog: Frame) => dialog.locator('#close').click()],
  ['Escape within', (dialog: Frame) => dialog.locator('#number').press('Escape')],
  ['Escape without', (dialog: Frame) => dialog.page().keyboard.press('Escape')],
])('closed with %s', async (_name, close) => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.locator('#buy').click();
  const dialog = await dialogOf(page);
  // The page has its own button to close the dialog, in place of the one beside the spinner.
  await page.locator('dialog > button').waitFor({ state: 'detached' });
  await close(dialog);
  expect(await words(result(page))).toBe('Not paid: closed');
  expect(await page.locator('dialog').count()).toBe(0);
});

test('a payment on its way cannot be closed; a declined one stays open for another try', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.locator('#buy').click();
  const dialog = await dialogOf(page);
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/payments', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/payments');
  await payWith(dialog, '4100000000000007');
  await asked;
  await dialog.locator('#close').click();
  await page.keyboard.press('Escape');
  answer();
  await answerBank(dialog, 'confirm');
  await dialog.locator('#alert').filter({ hasText: 'There is not enough money' }).waitFor();
  await dialog.locator('#number').fill('');
  await dialog.locator('#expiry').fill('');
  await dialog.locator('#code').fill('');
  await payWith(dialog, frictionless);
  await receipt(dialog).locator('[data-close]').click();
  expect(await words(result(page))).toMatch(/^Paid with/);
});

interface Sdk {
  Florin(options: object): {
    pay(options: object, callback?: (...result: unknown[]) => void): Promise<unknown>;
  };
  results: unknown[][];
}

test('a second payment replaces the first, and passes on all of its options', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.evaluate(
    ([publicKey]) => {
      const sdk = globalThis as unknown as Sdk;
      sdk.results = [];
      const pay = (value: number) =>
        sdk.Florin({ key: publicKey }).pay(
          {
            test: { tds: { challenge: false, status: 'attempted' } },
            amount: { currency: 'JPY', exponent: 1, value },
            description: 'Tea',
            reference: 'T-1',
            custom: { basket: [1, 2] },
            unplanned: { customer: true },
            locale: 'sv',
          },
          (...result) => sdk.results.push(result),
        );
      void pay(10);
      void pay(20);
    },
    [merchant.key],
  );
  const dialog = await dialogOf(page);
  expect(await words(dialog.locator('#submit'))).toMatch(/^Betala 2\sJPY$/);
  expect(await words(dialog.locator('header'))).toContain('Tea');
  await page.getByRole('dialog', { name: /^Betala / }).waitFor();
  await payWith(dialog);
  await receipt(dialog).locator('[data-close]').click();
  await page.waitForFunction(() => (globalThis as unknown as Sdk).results.length === 2);
  const results = await page.evaluate(() => (globalThis as unknown as Sdk).results);
  const [transaction] = await transactionsOf(key, merchant);
  expect(results).toEqual([['superseded'], [null, { transaction: { id: transaction.id } }]]);
  expect(transaction).toMatchObject({
    amount: 2,
    currency: 'JPY',
    tds: 'attempt',
    custom: { reference: 'T-1', basket: [1, 2] },
  });
});

test('a page that cannot load its data can be closed, and sdk.js calls back', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.evaluate(() => {
    const sdk = globalThis as unknown as Sdk;
    sdk.results = [];
    const amount = { currency: 'EUR', exponent: 2, value: 100 };
    void sdk.Florin({ key: 'nobody' }).pay({ test: true, amount }, (...result) => sdk.results.push(result));
  });
  const frame = await (await page.waitForSelector('dialog iframe')).contentFrame();
  await frame?.waitForSelector('text=This payment link does not work');
  await look(page, 'popup-bad-link');
  await page.locator('dialog button').click();
  expect(await page.evaluate(() => (globalThis as unknown as Sdk).results)).toEqual([['closed']]);
});

test('while the page loads, the dialog shows a spinner and a button to close it', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.route(`${posUrl}/?*`, () => {});
  await callPay(page);
  await page.locator('dialog.loading[aria-busy=true]').waitFor();
  const spinner = () =>
    page.evaluate(
      () => getComputedStyle(document.querySelector('dialog') as Element, '::after').animationName,
    );
  expect(await spinner()).toBe('florin-turn');
  await page.screenshot({ path: '.screenshots/popup-loading.png' });
  expect(await page.getByRole('button', { name: 'Close', exact: true }).textContent()).toBe('×');
  await page.locator('dialog button').click();
  expect(await resultsOf(page)).toEqual([['closed']]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['the customer is offline', (page) => page.context().setOffline(true)],
  ['something blocks it', (page) => page.route(`${posUrl}/?*`, (route) => route.abort('blockedbyclient'))],
  ['its script is blocked', (page) => page.route('**/assets/payment-*', (route) => route.abort())],
  [
    'the shop’s own policy forbids it',
    (page) =>
      page.evaluate(() => {
        const policy = Object.assign(document.createElement('meta'), { content: "frame-src 'none'" });
        policy.httpEquiv = 'Content-Security-Policy';
        document.head.append(policy);
      }),
  ],
])('%s: sdk.js reports that to the shop, and restores the shop’s page', async (_name, prevent) => {
  const page = await openPage();
  await page.goto(shop.origin);
  await prevent(page);
  await callPay(page);
  expect(await resultsOf(page)).toEqual([['unavailable']]);
  expect(await dialogs(page)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible');
});

test('sdk.js reports a page that does not load for 20 seconds, by a promise if the shop gave no callback', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.clock.install();
  await page.route(`${posUrl}/?*`, () => {});
  await callPay(page, {}, 'promise');
  await page.clock.fastForward(19_000);
  expect(await dialogs(page)).toBe(1);
  await page.clock.fastForward(2000);
  expect(await resultsOf(page)).toEqual([['rejected', 'unavailable', 'unavailable']]);
  expect(await dialogs(page)).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the receipt closes by itself, and the promise resolves with the transaction', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.clock.install();
  await callPay(page, {}, 'promise');
  const dialog = await dialogOf(page);
  await payWith(dialog, frictionless);
  await receipt(dialog).waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as Sdk).results)).toEqual([]);
  expect(await dialog.getByRole('heading', { name: 'Paid' }).getAttribute('aria-describedby')).toBe(
    'closing',
  );
  expect(await words(dialog.locator('#closing'))).toContain('closes after 30 seconds, unless you tap it');
  await page.clock.fastForward(29_000);
  expect(await dialogs(page)).toBe(1);
  await page.clock.fastForward(2000);
  const [transaction] = await transactionsOf(key, merchant);
  expect(await resultsOf(page)).toEqual([['resolved', { transaction: { id: transaction.id } }]]);
  expect(await dialogs(page)).toBe(0);
});

test.each<[string, (dialog: Frame) => Promise<unknown>]>([
  ['types an address', (dialog) => dialog.locator('#mail-to').pressSequentially('a')],
  ['has it filled in', (dialog) => dialog.locator('#mail-to').evaluate(fillIn)],
  ['goes there with a screen reader', (dialog) => dialog.locator('#mail-to').focus()],
  ['scrolls', (dialog) => dialog.locator('#receipt').dispatchEvent('wheel')],
])('the receipt stays open for a customer who %s', async (_, touch) => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.clock.install();
  await callPay(page, {}, 'promise');
  const dialog = await dialogOf(page);
  await payWith(dialog, frictionless);
  await receipt(dialog).waitFor();
  await touch(dialog);
  await page.clock.fastForward(60_000);
  expect(await dialogs(page)).toBe(1);
  await dialog.locator('#mail-to').fill('ann@example.com');
  await dialog.locator('#send').click();
  await dialog.locator('#mailed:not(:empty)').waitFor();
  await receipt(dialog).locator('[data-close]').click();
  expect(await resultsOf(page)).toMatchObject([['resolved', {}]]);
});

/** Fills in a field as a browser's address book does, without key events. */
function fillIn(field: Element): void {
  (field as HTMLInputElement).value = 'ann@example.com';
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test.each([
  ['a phone', phone],
  ['a small phone', { ...phone, viewport: { width: 320, height: 480 } }],
  ['a desktop', desktop],
])('on %s, the button that closes the receipt is visible', async (_, device) => {
  const page = await openPage(device);
  await page.goto(shop.origin);
  await page.clock.install();
  await callPay(page);
  const dialog = await dialogOf(page);
  await payWith(dialog, frictionless);
  await receipt(dialog).waitFor();
  const met = await receipt(dialog)
    .locator('[data-close]')
    .evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return y + height <= innerHeight && top !== null && button.contains(top);
    });
  expect(met).toBe(true);
});

test('the shop learns of a payment even if it opens another dialog before the receipt closes', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await callPay(page);
  const dialog = await dialogOf(page);
  await payWith(dialog, frictionless);
  await receipt(dialog).waitFor();
  await callPay(page, { text: 'Another' });
  const [transaction] = await transactionsOf(key, merchant);
  expect(await resultsOf(page)).toEqual([[null, { transaction: { id: transaction.id } }]]);
});

test('closing the dialog after the connection is lost during a payment reports an unknown outcome', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await callPay(page);
  const dialog = await dialogOf(page);
  await page.route('**/payments', async (route) => {
    if (!isPaying(route)) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await payWith(dialog, frictionless);
  await dialog.locator('#notice').waitFor();
  await dialog.locator('#close').click();
  expect(await resultsOf(page)).toEqual([['unknown']]);
});

test('sdk.js passes on `custom` as it was at the call, and as JSON: without functions, and from a proxy', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.evaluate((publicKey) => {
    const custom = new Proxy({ orderId: 'first', change() {} }, {});
    const amount = { currency: 'EUR', exponent: 2, value: 4999 };
    void (globalThis as unknown as Sdk)
      .Florin({ key: publicKey })
      .pay({ test: true, amount, custom }, () => {});
    custom.orderId = 'second';
  }, merchant.key);
  const dialog = await dialogOf(page);
  await payWith(dialog, frictionless);
  const { custom } = await here.transaction(key, await paidId(dialog));
  expect(custom).toEqual({ orderId: 'first' });
});

test('sdk.js throws a TypeError for a `custom` that cannot be JSON, and opens no dialog', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  const name = await page.evaluate((publicKey) => {
    const amount = { currency: 'EUR', exponent: 2, value: 4999 };
    const custom: { self?: object } = {};
    custom.self = custom;
    try {
      void (globalThis as unknown as Sdk)
        .Florin({ key: publicKey })
        .pay({ test: true, amount, custom }, () => {});
    } catch (error) {
      return (error as Error).name;
    }
    return 'none';
  }, merchant.key);
  expect(name).toBe('TypeError');
  expect(await dialogs(page)).toBe(0);
});

test.each([
  { exponent: 2, value: 49.99 },
  { exponent: 2, value: '4999' },
  { exponent: 2, value: Number.NaN },
  { exponent: 2, value: -1 },
  { exponent: 2, value: 2 ** 53 },
  { exponent: 2, value: null },
  { exponent: 2 },
  { exponent: 1.5, value: 4999 },
  { exponent: '2', value: 4999 },
  { exponent: -2, value: 4999 },
  { exponent: Number.POSITIVE_INFINITY, value: 4999 },
  { exponent: 1e9, value: 4999 },
  { value: 4999 },
  { currency: undefined, exponent: 2, value: 4999 },
])('sdk.js throws a TypeError for the amount %j, and opens no dialog', async (wrong) => {
  const page = await openPage();
  await page.goto(shop.origin);
  const thrown = await page.evaluate(
    ([publicKey, amount]) => {
      const { pay } = (globalThis as unknown as Sdk).Florin({ key: publicKey });
      const attempts = [() => pay({ test: true, amount }), () => pay({ test: true, amount }, () => {})];
      return attempts.map((attempt) => {
        try {
          void attempt();
          return 'nothing';
        } catch (error) {
          return (error as Error).name;
        }
      });
    },
    [merchant.key, { currency: 'EUR', ...wrong }] as const,
  );
  expect(thrown).toEqual(['TypeError', 'TypeError']);
  expect(await dialogs(page)).toBe(0);
});

test('the shop’s page does not scroll behind the dialog, and keeps its position after it closes', async () => {
  const page = await openPage(desktop);
  await page.goto(shop.origin);
  await page.addStyleTag({ content: 'main { height: 4000px }' });
  await page.mouse.wheel(0, 500);
  await page.waitForFunction(() => scrollY === 500);
  const width = await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().width);
  await callPay(page);
  const dialog = await dialogOf(page);
  const wheelOver = async (x: number, y: number) => {
    await page.mouse.move(x, y);
    const turned = page.evaluate(
      () => new Promise((done) => addEventListener('wheel', done, { once: true })),
    );
    await page.mouse.wheel(0, 300);
    return turned;
  };
  await wheelOver(20, 20);
  expect(await page.evaluate(() => scrollY)).toBe(500);
  expect(await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().width)).toBe(
    width,
  );
  await dialog.locator('#close').click();
  await resultsOf(page);
  expect(await page.evaluate(() => [scrollY, document.documentElement.className])).toEqual([500, '']);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => scrollY === 600);
});

/** The sizes of the dialog and of the page in it, in CSS pixels, after their animations. */
async function heights(page: Page, dialog: Frame): Promise<{ dialog: number; content: number }> {
  const content = await dialog.evaluate(() => document.body.offsetHeight);
  await page.waitForFunction(
    (wanted) => {
      const { height } = (document.querySelector('dialog') as Element).getBoundingClientRect();
      return Math.abs(height - Math.min(wanted, innerHeight - 32)) < 1;
    },
    content,
    { timeout: 5000 },
  );
  return { dialog: (await page.locator('dialog').boundingBox())?.height ?? 0, content };
}

test('the dialog’s height follows its page, up to the height of the screen', async () => {
  const page = await openPage(desktop);
  await page.goto(shop.origin);
  await callPay(page);
  const dialog = await dialogOf(page);
  const start = await heights(page, dialog);
  await dialog.locator('#submit').click();
  await dialog.locator('#number-error:not(:empty)').waitFor();
  expect((await heights(page, dialog)).dialog).toBeGreaterThan(start.dialog);
  await dialog.locator('#test-cards summary').click();
  const full = await heights(page, dialog);
  expect(full.dialog).toBe(900 - 32);
  expect(full.content).toBeGreaterThan(full.dialog);
  await payWith(dialog, frictionless);
  await receipt(dialog).waitFor();
  expect((await heights(page, dialog)).content).not.toBe(full.content);
});

test.each([
  [320, 480],
  [568, 320],
])(
  'on a screen of %i × %i, the dialog fills the screen, and the button can be reached',
  async (width, height) => {
    const page = await openPage({ ...phone, viewport: { width, height } });
    await page.goto(shop.origin);
    await callPay(page);
    const dialog = await dialogOf(page);
    expect(await page.locator('dialog').boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await look(page, `popup-${width}x${height}`);
    await payWith(dialog, frictionless);
    await receipt(dialog).waitFor();
  },
);

test('repeated Escape does not close the dialog during a payment', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await callPay(page);
  const dialog = await dialogOf(page);
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/payments', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/payments');
  await payWith(dialog, frictionless);
  await asked;
  await page.evaluate(() => (document.querySelector('dialog') as HTMLDialogElement).focus());
  for (let n = 0; n < 4; n++) await page.keyboard.press('Escape');
  // If the browser has closed the dialog, sdk.js reopens it at once.
  await page.locator('dialog[open]').waitFor();
  answer();
  await receipt(dialog).waitFor();
});

test('other sites cannot frame the page', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  for (const url of [linkOf(merchant), linkOf(merchant, { embed: 'https://other.example' })]) {
    // The browser logs an error when a policy blocks a frame.
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    }, url);
    await refused;
  }
  expect(page.frames().filter((frame) => frame.url().startsWith(posUrl))).toEqual([]);
});
