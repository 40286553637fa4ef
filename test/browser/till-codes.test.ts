import type { Page } from 'playwright-core';
import {
  answerBank,
  desktop,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  paidId,
  payWith,
  phone,
  transactionsOf,
  useBrowser,
  words,
} from './support/browser.ts';
import { scanCode } from './support/scan.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeEach(async () => {
  ({ key, merchant } = await here.shop());
});

const lost = '4100000000000010';
const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };

async function till(options: object = {}, parameters: Record<string, string> = {}): Promise<Page> {
  const page = await openPage({ ...tablet, ...options });
  await page.goto(linkOf(merchant, { value: undefined, ...parameters }));
  return page;
}

/** Opens a till that shows a code of EUR 49.99. */
async function showing(options: object = {}, parameters: Record<string, string> = {}): Promise<Page> {
  const page = await till(options, parameters);
  await page.keyboard.type('4999');
  await page.locator('#phone').click();
  await page.locator('#qr').waitFor();
  return page;
}

/** Opens the scanned page on the customer's phone. */
async function openScanned(page: Page, options: object = {}): Promise<Page> {
  const customer = await openPage(options);
  await customer.goto(await scanCode(page.locator('#qr')));
  return customer;
}

const paid = (page: Page) => page.locator('.code[data-name=paid]');
const part = (page: Page, name: string) => words(page.locator(`[data-part=${name}]`));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

describe.each([
  ['en', 'light', 'Scan this code to pay', 'Paid', '€49.99'],
  ['de', 'dark', 'Zum Bezahlen diesen Code scannen', 'Reserviert, noch nicht eingezogen', '49,99\u00a0€'],
  [
    ...(['el', 'light', 'Σαρώστε αυτόν τον κωδικό QR για να πληρώσετε'] as const),
    'Δεσμεύτηκε, δεν έχει ακόμη εισπραχθεί',
    '49,99\u00a0€',
  ],
] as const)('in %s, %s', (locale, colorScheme, title, done, amount) => {
  test('the customer pays on their own phone, and the till says whether it is paid or held', async () => {
    if (done === 'Paid') await here.api('PUT', `/merchants/${merchant.id}`, { key, body: { capture: true } });
    const page = await showing({ colorScheme }, { locale, text: 'Table 4', reference: 'T4' });
    expect(await words(page.locator('#code-title'))).toBe(title);
    expect(await part(page, 'amount')).toBe(amount);
    expect(await focused(page)).toBe('code-title');
    await look(page, `till-code-${locale}`, true);

    const customer = await openScanned(page, { colorScheme });
    expect(await words(customer.locator('.amount'))).toBe('€49.99');
    expect(await words(customer.locator('.text'))).toBe('Table 4');
    await payWith(customer, frictionless);
    const id = await paidId(customer);

    await paid(page).waitFor();
    expect(await words(page.locator('#paid-title'))).toBe(done);
    expect(await focused(page)).toBe('paid-title');
    expect(await part(page, 'amount')).toBe(amount);
    expect(await part(page, 'card')).toBe('Visa •••• 0034');
    expect(await part(page, 'statement')).toBe('Coffee & John');
    expect(await part(page, 'reference')).toBe('T4');
    expect(await part(page, 'transaction')).toBe(id);
    await look(page, `till-paid-${locale}`, true);
    expect(await here.transaction(key, id)).toMatchObject({ amount: 4999, custom: { reference: 'T4' } });

    await page.locator('#done').click();
    expect(await page.locator('#shown').inputValue()).toMatch(/0[.,]00/);
    await page.reload();
    expect(await paid(page).count()).toBe(0);
  });
});

test.each([
  ['a tablet', tablet],
  ['a tablet on its side', { viewport: { width: 1180, height: 820 }, hasTouch: true }],
  ['a desktop', desktop],
  ['a phone', phone],
])(
  'on %s the code is in view, whole, and can be read; with texts as long as they may be',
  async (name, device) => {
    const text =
      'Table 4: two bags of Java, whole beans, and the cake of the day, to be taken away in a large box';
    const page = await showing(device, { text, reference: 'x'.repeat(100) });
    expect(await scanCode(page.locator('#qr'))).toMatch(/\/l\/code\./);
    const box = await page.locator('#qr').boundingBox();
    const { height } = device.viewport as { height: number };
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    await look(page, `till-code-${name.replaceAll(' ', '-')}`);
  },
);

test('a merchant enters the amount and shows the code by keyboard alone', async () => {
  const page = await till(desktop);
  await page.locator('#phone').press('Enter');
  expect(await words(page.locator('#amount-error'))).toBe('Enter an amount.');
  await page.keyboard.type('5');
  await page.locator('#phone').press('Enter');
  await page.locator('#qr').waitFor();
  // Keys that are pressed now do not change the amount.
  await page.keyboard.type('77');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('code-cancel');
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('shown');
  expect(await page.locator('#shown').inputValue()).toBe('€0.05');
});

test('a declined card leaves the till waiting, and another one pays', async () => {
  const page = await showing();
  const customer = await openScanned(page);
  await payWith(customer, lost);
  await answerBank(customer, 'confirm');
  await customer.locator('#alert strong').waitFor();
  await page.waitForResponse(/payments\/codes/);
  expect(await words(page.locator('#code-state'))).toBe('Waiting for the payment…');
  for (const field of ['number', 'expiry', 'code']) await customer.locator(`#${field}`).fill('');
  await payWith(customer, frictionless);
  await paid(page).waitFor();
});

test('two phones scan the same code: one pays, and the other says so without a charge', async () => {
  const page = await showing();
  const [one, other] = [await openScanned(page), await openScanned(page)];
  const third = await openScanned(page);
  await Promise.all([payWith(one, frictionless), payWith(other, frictionless)]);
  await paid(page).waitFor();
  const outcomes = await Promise.all(
    [one, other].map((customer) =>
      Promise.race([
        customer
          .locator('#receipt:not([hidden])')
          .waitFor()
          .then(() => 'paid'),
        customer
          .locator('#ended')
          .waitFor()
          .then(() => 'told'),
      ]),
    ),
  );
  expect(outcomes.sort()).toEqual(['paid', 'told']);
  await third.reload();
  expect(await words(third.locator('#ended h2'))).toBe('This has already been paid');
  expect((await transactionsOf(key, merchant)).filter(({ successful }) => successful)).toHaveLength(1);
});

test('name and address, if required, are entered on the customer’s phone', async () => {
  await here.api('PUT', `/merchants/${merchant.id}`, { key, body: { ask: ['email'] } });
  const page = await showing();
  const customer = await openScanned(page);
  await payWith(customer, frictionless);
  expect(await words(customer.locator('#payer-email-error'))).toBe('Enter your e-mail address.');
  await customer.locator('#payer-email').fill('ann@example.com');
  await customer.locator('#submit').click();
  const { payer } = await here.transaction(key, await paidId(customer));
  expect(payer).toEqual({ name: null, email: 'ann@example.com' });
});

test('changing the amount in the phone’s URL does not change the payment, also in a currency without decimals', async () => {
  const page = await showing({}, { currency: 'JPY' });
  const customer = await openPage();
  await customer.goto(`${await scanCode(page.locator('#qr'))}?value=1&amount=1`);
  await payWith(customer, frictionless);
  const paid = { amount: 4999, currency: 'JPY' };
  expect(await here.transaction(key, await paidId(customer))).toMatchObject(paid);
});

test('a till keeps waiting after a reload or a change of language', async () => {
  const page = await showing();
  const address = await scanCode(page.locator('#qr'));
  await page.reload();
  expect(await scanCode(page.locator('#qr'))).toBe(address);
  await page.locator('summary').click();
  await page.locator('button[value=da]').click();
  expect(await words(page.locator('#code-title'))).toBe('Scan koden for at betale');
  const customer = await openPage();
  await customer.goto(address);
  await payWith(customer, frictionless);
  await paid(page).waitFor();
  await page.reload();
  expect(await words(page.locator('#paid-title'))).toBe('Reserveret, endnu ikke hævet');
});

test('a till without a connection says so, and shows the payment when it is back online', async () => {
  const page = await showing();
  const address = await scanCode(page.locator('#qr'));
  await page.context().setOffline(true);
  await page.locator('#code-state', { hasText: 'No connection' }).waitFor();
  const customer = await openPage();
  await customer.goto(address);
  await payWith(customer, frictionless);
  await paidId(customer);
  await page.context().setOffline(false);
  await paid(page).waitFor();
});

test('making a code fails offline, and can be repeated', async () => {
  const page = await till();
  await page.keyboard.type('4999');
  await page.context().setOffline(true);
  await page.locator('#phone').click();
  await page.locator('#amount-error', { hasText: 'No connection' }).waitFor();
  await page.context().setOffline(false);
  await page.locator('#phone').click();
  await page.locator('#qr').waitFor();
});

test('a cancelled till warns that the customer may still pay, and shows such a payment', async () => {
  const page = await showing();
  const customer = await openScanned(page);
  await page.locator('#code-cancel').click();
  expect(await words(page.locator('#payable'))).toMatch(/can still pay until \d\d:\d\d/);
  expect(await page.locator('#shown').inputValue()).toBe('€49.99');
  await look(page, 'till-code-cancelled');
  // The code of the next customer appears on the screen.
  await page.locator('#phone').click();
  await page.locator('#qr').waitFor();
  const next = await scanCode(page.locator('#qr'));
  await payWith(customer, frictionless);
  const id = await paidId(customer);
  await paid(page).waitFor();
  expect(await part(page, 'transaction')).toBe(id);
  await page.locator('#done').click();
  expect(await scanCode(page.locator('#qr'))).toBe(next);
});

test('an expired code is replaced on request, and the till still shows a payment that began in time', async () => {
  const page = await showing();
  await page.route('**/payments/codes/watch.*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: body.payment ? body : { ...body, state: 'expired' } });
  });
  const address = await scanCode(page.locator('#qr'));
  await page.locator('#renew').waitFor();
  expect(await words(page.locator('#code-state'))).toBe(
    'The code has expired. Nobody has paid with it so far.',
  );
  await look(page, 'till-code-expired');
  await page.context().setOffline(true);
  await page.locator('#renew').click();
  await page.locator('#code-state', { hasText: 'No connection' }).waitFor();
  await page.context().setOffline(false);
  const before = await page.locator('#qr').getAttribute('src');
  await page.locator('#renew').click();
  await page.waitForFunction(
    (before) => (document.getElementById('qr') as HTMLImageElement)?.src !== before,
    before,
  );
  expect(await scanCode(page.locator('#qr'))).not.toBe(address);
  expect(await part(page, 'amount')).toBe('€49.99');
  const customer = await openPage();
  await customer.goto(address);
  await payWith(customer, frictionless);
  await paid(page).waitFor();
});

test('a till polls every few seconds, less often after errors, and not while it is hidden', async () => {
  const page = await till();
  const asked: number[] = [];
  let broken = false;
  await page.route('**/payments/codes/watch.*', (route) => {
    asked.push(Date.now());
    return broken ? route.fulfill({ status: 503, json: { code: 'INTERNAL_ERROR' } }) : route.continue();
  });
  await page.keyboard.type('4999');
  await page.locator('#phone').click();
  await page.waitForTimeout(9000);
  expect(asked.length).toBeGreaterThanOrEqual(2);
  expect(asked.length).toBeLessThanOrEqual(4);
  broken = true;
  asked.length = 0;
  await page.waitForTimeout(9000);
  expect(asked.length).toBeLessThanOrEqual(2);
  broken = false;
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  asked.length = 0;
  await page.waitForTimeout(6000);
  expect(asked).toEqual([]);
  const seen = page.waitForRequest(/payments\/codes/, { timeout: 1000 });
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => false, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await seen;
});

test.each([
  ['a text that no code holds', { text: 'x'.repeat(101) }],
  ['a frame of another page', { embed: 'https://shop.example' }],
])('there is no code for %s', async (_, parameters) => {
  const page = await till({}, parameters);
  expect(await page.locator('#phone').count()).toBe(0);
  expect(await page.locator('.primary').isVisible()).toBe(true);
});

test('injected texts stay text, on the till and on the phone', async () => {
  const evil = '<img src=x onerror=alert(1)>"&\'';
  const page = await showing({}, { text: evil, reference: evil });
  const customer = await openScanned(page);
  expect(await words(customer.locator('.text'))).toBe(evil);
  await payWith(customer, frictionless);
  await paid(page).waitFor();
  expect(await part(page, 'reference')).toBe(evil);
});
