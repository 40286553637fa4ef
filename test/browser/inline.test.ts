import type { Frame, Page } from 'playwright-core';
import type { Florin } from '../../packages/florin/src/checkout.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import {
  answerBank,
  bankOf,
  desktop,
  fieldsIn,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  pays,
  phone,
  posUrl,
  transactionsOf,
  typeCard,
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
  // Each test pays the same link.
  const body = { amount: 4999, currency: 'EUR', text: 'Two bags', reference: 'order-1234', uses: 100 };
  const { link } = (await here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  shop = await startShop(posUrl, '', 'fields', link.url);
});

afterAll(() => shop?.stop());

/** Opens the shop's page with the card fields, and types the customer's name. */
async function openShop(device = desktop): Promise<{ page: Page; card: Frame }> {
  const page = await openPage(device);
  await page.goto(shop.origin);
  await page.locator('#name').fill('Ada');
  const card = await fieldsIn(page);
  await card.waitForSelector('#number');
  return { page, card };
}

const buy = (page: Page) => page.locator('button', { hasText: 'Buy' }).click();
const result = (page: Page) => page.locator('#result:not(:empty)');
const coversAll = (page: Page) => page.locator('iframe.florin-fields.whole').count();

test.each([
  ['phone', phone],
  ['desktop', desktop],
  ['desktop-dark', { ...desktop, colorScheme: 'dark' as const }],
])(
  'on a %s: the card fields are among the shop’s fields, and the bank’s challenge covers the page',
  async (name, device) => {
    const { page, card } = await openShop(device);
    for (const hidden of ['#submit', '.test-mark', '#test-cards', '.safe'])
      expect(await card.locator(hidden).isVisible()).toBe(false);
    expect((await card.locator('header').boundingBox())?.height).toBe(1);
    await look(page, `inline-${name}`);
    await typeCard(card, pays);
    await buy(page);
    await bankOf(card);
    expect(await coversAll(page)).toBe(1);
    // The challenge covers the shop, so it names the payee and the amount. Elements behind it are inert.
    expect(await words(card.locator('header'))).toContain('49.99');
    expect(await page.locator('#name').evaluate((field) => field.closest('[inert]') !== null)).toBe(true);
    await look(page, `inline-${name}-bank`);
    await answerBank(card, 'confirm');
    const said = await words(result(page));
    const [transaction] = await transactionsOf(key, merchant);
    expect(said).toBe(`Paid with transaction ${transaction.id}`);
    expect(transaction).toMatchObject({ amount: 4999, currency: 'EUR', custom: { reference: 'order-1234' } });
    expect([await coversAll(page), await page.locator('[inert]').count()]).toEqual([0, 0]);
    await look(page, `inline-${name}-paid`);
  },
);

test('an order of docs/inline-fields.md is paid once: in two tabs, in a dialog beside them, and after Back', async () => {
  const order = { amount: 4999, currency: 'EUR', reference: 'order-1001' };
  const made = await here.api('POST', `/merchants/${merchant.id}/links`, { key, body: order });
  const { id, url } = made.body.link;
  const guide = await startShop(posUrl, merchant.key, 'docs/inline-fields.md', url);
  const openTab = async () => {
    const page = await openPage(phone);
    await page.goto(guide.origin);
    await page.getByLabel('Your name').fill('Ada');
    const card = await fieldsIn(page);
    await card.waitForSelector('#number, #ended');
    return { page, card };
  };
  const press = (page: Page) => page.getByRole('button', { name: 'Pay €49.99' }).click();
  try {
    const [first, second] = [await openTab(), await openTab()];
    await look(first.page, 'inline-guide');
    for (const { card } of [first, second]) await typeCard(card, frictionless);
    await press(first.page);
    const said = await words(result(first.page));
    const { payments } = (await here.api('GET', `/links/${id}`, { key })).body.link;
    expect(payments).toHaveLength(1);
    const [{ transactionId }] = payments;
    expect(said).toBe(`Paid: ${transactionId}`);
    const ended = 'Your order may be paid already. We are checking it.';
    await press(second.page);
    expect(await words(result(second.page))).toBe(ended);
    expect(await words(second.card.locator('#ended'))).toContain('This has already been paid');
    await look(second.page, 'inline-guide-ended');
    // A page that Back shows again is a page that was loaded again.
    const again = await openTab();
    await press(again.page);
    expect(await words(result(again.page))).toBe(ended);
    await again.page.evaluate((link) => {
      const { Florin: make, codes } = Object.assign(globalThis, { codes: [] }) as unknown as Dialogs;
      make().pay({ link }, (code) => codes.push(code));
    }, url);
    const frame = await (await again.page.waitForSelector('dialog iframe')).contentFrame();
    await frame?.waitForSelector('#ended');
    await frame?.locator('#close').click();
    await again.page.waitForFunction(() => (globalThis as unknown as Dialogs).codes.length > 0);
    expect(await again.page.evaluate(() => (globalThis as unknown as Dialogs).codes)).toEqual(['ended']);
    expect((await here.api('GET', `/links/${id}`, { key })).body.link.payments).toHaveLength(1);
    expect(await here.transaction(key, transactionId)).toMatchObject({
      amount: 4999,
      linkId: id,
      custom: { reference: 'order-1001' },
    });
  } finally {
    await guide.stop();
  }
});

interface Dialogs {
  Florin(): Florin;
  codes: (string | null)[];
}

test('the fields and the shop learn of missing input; a declined card can be replaced', async () => {
  const { page, card } = await openShop();
  const before = (await transactionsOf(key, merchant)).length;
  await buy(page);
  expect(await words(result(page))).toBe('Not paid: invalid. Enter the card number.');
  expect(await words(card.locator('#number-error'))).toBe('Enter the card number.');
  await typeCard(card, '4100000000000007');
  await buy(page);
  await answerBank(card, 'confirm');
  await page.locator('#result', { hasText: 'declined' }).waitFor();
  expect(await words(result(page))).toContain(
    'There is not enough money on this card. You have not been charged.',
  );
  expect(await words(card.locator('#alert'))).toContain('You have not been charged');
  for (const field of ['#number', '#expiry', '#code']) await card.locator(field).fill('');
  await typeCard(card, frictionless);
  await buy(page);
  await page.locator('#result', { hasText: 'Paid with' }).waitFor();
  const transactions = await transactionsOf(key, merchant);
  expect(transactions.slice(0, transactions.length - before).map(({ successful }) => successful)).toEqual([
    true,
    false,
  ]);
});

test('Enter in a field presses the shop’s button, which may validate the form first', async () => {
  const { page, card } = await openShop();
  await typeCard(card, frictionless);
  await page.locator('#name').fill('');
  await card.locator('#code').press('Enter');
  // The browser's validation of the shop's form stops the payment.
  await page.locator('#name:focus').waitFor();
  await page.locator('#name').fill('Ada');
  await card.locator('#code').press('Enter');
  expect(await words(result(page))).toMatch(/^Paid with/);
});

test('pressing the button twice pays once, and a later press returns the same payment', async () => {
  const { page, card } = await openShop();
  const before = (await transactionsOf(key, merchant)).length;
  await typeCard(card, frictionless);
  await page.evaluate(() => {
    for (let n = 0; n < 3; n++) document.querySelector('form')?.requestSubmit();
  });
  const said = await words(result(page));
  await buy(page);
  await page.waitForTimeout(0);
  expect(await words(result(page))).toBe(said);
  expect(await transactionsOf(key, merchant)).toHaveLength(before + 1);
});

test('no digit of the card is in the shop’s page, and the shop cannot look into the fields', async () => {
  const { page, card } = await openShop();
  await typeCard(card, frictionless);
  const seen = await page.evaluate(() => {
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    return { html: document.documentElement.outerHTML, inside: frame.contentDocument };
  });
  expect(seen.inside).toBeNull();
  expect(seen.html).not.toContain('4100');
  await buy(page);
  await result(page).waitFor();
  const sent = shop.requests.map(({ url, headers }) => url + JSON.stringify(headers)).join();
  expect(sent).not.toMatch(/41000000|0034/);
});

test('the card fields need an amount, and only the page that the link names can frame them', async () => {
  const answers = await Promise.all([
    fetch(linkOf(merchant, { inline: 'y' })),
    fetch(linkOf(merchant, { inline: 'y', embed: shop.origin, value: undefined })),
    fetch(linkOf(merchant, { inline: 'perhaps', embed: shop.origin })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  const { headers } = await fetch(linkOf(merchant, { inline: 'y', embed: shop.origin }));
  expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${shop.origin}`);
});

interface Loaded {
  Florin(options: { key: string }): Florin;
}

test('the promise rejects for an unknown merchant; removing the fields during a payment makes the outcome unknown', async () => {
  const { page, card } = await openShop();
  const codeOf = (wanted: string) =>
    page.evaluate(
      async ([publicKey, then]) => {
        const place = document.createElement('div');
        document.body.append(place);
        const amount = { currency: 'EUR', exponent: 2, value: 100 };
        const { Florin } = globalThis as unknown as Loaded;
        const fields = Florin({ key: publicKey as string }).fields(place, { test: true, amount });
        const paying = fields.pay().catch((error) => error.code);
        if (then === 'remove') fields.remove();
        return [await paying, place.childElementCount];
      },
      [wanted === 'nobody' ? 'nobody' : merchant.key, wanted],
    );
  expect(await codeOf('nobody')).toEqual(['unavailable', 1]);
  expect(await codeOf('remove')).toEqual(['unknown', 0]);
  await card.waitForSelector('#number');
});

test('axe finds no problem in three languages, and the frame is named in the language', async () => {
  for (const [locale, title] of [
    ['en', /^Pay /],
    ['de', /^An .+ zahlen$/],
    ['el', /^Πληρωμή: /],
  ] as const) {
    const page = await openPage();
    await page.route(`${shop.origin}/`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('{ link: ', `{ locale: '${locale}', link: `);
      await route.fulfill({ response, body });
    });
    await page.goto(shop.origin);
    const frame = await fieldsIn(page);
    await frame.waitForSelector('#number');
    await waitUntil(
      () => page.locator('iframe.florin-fields').getAttribute('title'),
      (name) => title.test(name ?? ''),
    );
    await look(page, `inline-${locale}`);
  }
});
