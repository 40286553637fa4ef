import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { type ExpressShop, installExpressShop, startExpressShop } from '../examples/express.ts';
import { freePort } from '../examples/free-port.ts';
import {
  answerBank,
  desktop,
  fieldsIn,
  frictionless,
  here,
  isTooWide,
  look,
  type Merchant,
  pays,
  payWith,
  phone,
  posUrl,
  transactionsOf,
  typeCard,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';
const narrow: BrowserContextOptions = { ...phone, viewport: { width: 320, height: 640 } };

let key: string;
let merchant: Merchant;
let shop: ExpressShop;
let remove: () => void;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  const installed = installExpressShop();
  remove = installed.remove;
  const port = await freePort();
  const body = { url: `http://127.0.0.1:${port}/hooks` };
  const { webhook } = (await here.api('POST', `/merchants/${merchant.id}/webhooks`, { key, body })).body;
  const account = { baseUrl, posUrl, key, merchantId: merchant.id, secret: webhook.secret };
  shop = await startExpressShop(installed.folder, port, account);
});
afterAll(async () => {
  await shop?.stop();
  remove?.();
});

/** Puts bags into an order, and opens its checkout with the card fields. */
async function checkout(device: BrowserContextOptions = phone): Promise<{ page: Page; card: Frame }> {
  const page = await openPage(device);
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Checkout' }).click();
  const card = await fieldsIn(page);
  await card.waitForSelector('#number');
  return { page, card };
}

async function introduce(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail').fill('ada@example.com');
}

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay €49.98' });
const problem = (page: Page) => page.locator('[role=alert]:not(:empty)');
const receipt = (page: Page) => page.getByRole('heading', { name: 'Thank you' });
const orderOf = (page: Page): string => /orders\/([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? '';

/** The payments of the page's order, as Florin has them. */
const paymentsOf = async (order: string) =>
  (await transactionsOf(key, merchant)).filter(({ custom }) => custom?.reference === order);

test.each(['light', 'dark'] as const)(
  'a phone in the %s pays by card fields in the page, and shows the receipt',
  async (colorScheme) => {
    const { page, card } = await checkout({ ...phone, colorScheme });
    await look(page, `express-${colorScheme}`, true);
    await introduce(page);
    await typeCard(card, frictionless);
    await payButton(page).tap();
    await receipt(page).waitFor();
    await look(page, `express-${colorScheme}-receipt`, true);
    expect(await paymentsOf(orderOf(page))).toMatchObject([{ amount: 4998, capturedAmount: 4998 }]);
    await page.goto(shop.url);
    await look(page, `express-${colorScheme}-front`, true);
  },
);

test('the page and the card fields are light or dark together, as the phone is', async () => {
  const backgrounds = await Promise.all(
    (['light', 'dark'] as const).map(async (colorScheme) => {
      const { page, card } = await checkout({ ...phone, colorScheme });
      const of = (frame: Page | Frame, element: string) =>
        frame
          .locator(element)
          .first()
          .evaluate((it) => getComputedStyle(it).backgroundColor);
      return [await of(page, 'body'), await of(card, 'html, body')];
    }),
  );
  expect(backgrounds.map(([page]) => page)).toEqual(['rgb(255, 255, 255)', 'rgb(17, 24, 39)']);
  expect(backgrounds[0]?.[1]).not.toBe(backgrounds[1]?.[1]);
});

test('a declined card is announced, keeps what was typed, and can be replaced', async () => {
  const { page, card } = await checkout();
  await introduce(page);
  await typeCard(card, '4100000000000007');
  await payButton(page).tap();
  await answerBank(card, 'confirm');
  expect(await words(problem(page))).toBe('Not paid: look at the card.');
  expect(await words(card.locator('#alert'))).toContain('There is not enough money on this card.');
  expect(await payButton(page).getAttribute('aria-disabled')).toBeNull();
  expect(await page.getByLabel('Name').inputValue()).toBe('Ada');
  await look(page, 'express-declined', true);
  for (const field of ['#number', '#expiry', '#code']) await card.locator(field).fill('');
  await typeCard(card, pays);
  await payButton(page).tap();
  await answerBank(card, 'confirm');
  await receipt(page).waitFor();
  expect((await paymentsOf(orderOf(page))).map(({ successful }) => successful)).toEqual([true, false]);
});

test('a field with a fault has the focus and says why; an empty card is announced', async () => {
  const { page, card } = await checkout();
  await payButton(page).tap();
  const focused = page.locator('input:focus[aria-invalid=true]');
  await focused.waitFor();
  expect(
    await focused.evaluate((it) => [
      it.id,
      document.getElementById(it.getAttribute('aria-describedby') ?? '')?.textContent,
    ]),
  ).toEqual(['name', 'Enter your name.']);
  await look(page, 'express-fault', true);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail').fill('ada');
  await payButton(page).tap();
  await page.locator('#email:focus[aria-invalid=true]').waitFor();
  expect(await page.locator('#name[aria-invalid], #name-error:not(:empty)').count()).toBe(0);
  await introduce(page);
  await payButton(page).tap();
  expect(await words(problem(page))).toBe('Not paid yet: look at the card.');
  expect(await words(card.locator('#number-error'))).toBe('Enter the card number.');
});

test('two taps on pay are one payment', async () => {
  const { page, card } = await checkout();
  await introduce(page);
  await typeCard(card, frictionless);
  await page.evaluate(() => {
    for (let n = 0; n < 3; n++) document.querySelector<HTMLButtonElement>('#checkout button')?.click();
  });
  await receipt(page).waitFor();
  expect(await paymentsOf(orderOf(page))).toHaveLength(1);
});

test('after a lost response, the next order of the same amount is paid by a payment of its own', async () => {
  const { page, card } = await checkout();
  const first = orderOf(page);
  await page.route(`${posUrl}/payments`, async (route) => {
    const response = await route.fetch();
    const { authorizationId } = await response.json();
    return authorizationId ? route.abort() : route.fulfill({ response });
  });
  await introduce(page);
  await typeCard(card, frictionless);
  await payButton(page).tap();
  await card.locator('#notice').waitFor();
  await page.unroute(`${posUrl}/payments`);

  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Checkout' }).click();
  const next = await fieldsIn(page);
  await introduce(page);
  await typeCard(next, frictionless);
  await payButton(page).tap();
  await receipt(page).waitFor();
  for (const order of [first, orderOf(page)])
    expect(await paymentsOf(order)).toMatchObject([{ amount: 4998, capturedAmount: 4998 }]);
});

test('an order is paid once: in two tabs, on another device, and by an edited link', async () => {
  const { page, card } = await checkout();
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  const other = await fieldsIn(tab);
  const { payment } = JSON.parse((await page.locator('#checkout').getAttribute('data-settings')) ?? '');
  const device = await openPage(desktop);
  await device.goto(`${payment.link}?value=0.01&amount=1&currency=DKK`);
  for (const one of [page, tab]) await introduce(one);
  for (const one of [card, other]) await typeCard(one, frictionless);
  await payButton(page).tap();
  await receipt(page).waitFor();
  await payButton(tab).tap();
  await receipt(tab).waitFor();
  await payWith(device, frictionless);
  expect(await words(device.locator('#ended'))).toContain('This has already been paid');
  expect(await paymentsOf(orderOf(page))).toMatchObject([
    { amount: 4998, currency: 'EUR', capturedAmount: 4998 },
  ]);
});

test('the checkout fits 320 px, also with text of 200 %, and its button stays in view and large enough for a thumb', async () => {
  const { page, card } = await checkout(narrow);
  for (const size of ['100%', '200%']) {
    for (const frame of [page, card])
      await frame.evaluate((text) => {
        document.documentElement.style.fontSize = text;
      }, size);
    await page.evaluate(() => scrollTo(0, 0));
    expect([size, await isTooWide(page), await isCut(page), await isCut(card)]).toEqual([
      size,
      false,
      [],
      [],
    ]);
    const box = await payButton(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
    await look(page, `express-320-${parseInt(size, 10)}`);
  }
  await payButton(page).tap();
  const name = page.locator('#name:focus[aria-invalid=true]');
  await name.waitFor();
  const [field, button] = [await name.boundingBox(), await payButton(page).boundingBox()];
  // The field with the fault is in view, and not behind the button.
  expect(field?.y).toBeGreaterThanOrEqual(0);
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  await introduce(page);
  await typeCard(card, frictionless);
  await payButton(page).tap();
  await receipt(page).waitFor();
  expect(await isTooWide(page)).toBe(false);
  await page.goto(shop.url);
  expect(await isTooWide(page)).toBe(false);
});

test('a phone that lies on its side has the whole height for its fields', async () => {
  const { page } = await checkout({ ...phone, viewport: { width: 667, height: 320 } });
  expect(await page.locator('.reach:visible').evaluate((it) => getComputedStyle(it).position)).toBe('static');
});

/** The elements whose content is wider than they are. */
const isCut = (frame: Page | Frame) =>
  frame.evaluate(() =>
    [...document.querySelectorAll('h1, p, label, button, input')]
      .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 1)
      .map(({ outerHTML }) => outerHTML),
  );

test('no field makes an iPhone zoom, and each field brings up its keyboard', async () => {
  const { page, card } = await checkout(narrow);
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain(
    'width=device-width, initial-scale=1',
  );
  const fieldsOf = (frame: Page | Frame) =>
    frame
      .locator('input:visible')
      .evaluateAll((all) =>
        all.map((it) => [
          it.id,
          (it as HTMLInputElement).inputMode,
          parseFloat(getComputedStyle(it).fontSize) >= 16,
        ]),
      );
  expect(await fieldsOf(page)).toEqual([
    ['name', '', true],
    ['email', 'email', true],
  ]);
  expect(await fieldsOf(card)).toEqual([
    ['number', 'numeric', true],
    ['expiry', 'numeric', true],
    ['code', 'numeric', true],
  ]);
  await page.goto(shop.url);
  expect(await fieldsOf(page)).toEqual([['quantity', 'numeric', true]]);
});

test('without sdk.js the customer pays on the payment page, and returns to the receipt', async () => {
  const page = await openPage();
  await page.route('**/sdk.js', (route) => route.abort());
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Checkout' }).click();
  await introduce(page);
  await payButton(page).tap();
  await page.waitForURL(`${posUrl}/l/**`);
  await payWith(page, frictionless);
  await receipt(page).waitFor();
  expect(await paymentsOf(orderOf(page))).toMatchObject([{ amount: 4998, capturedAmount: 4998 }]);
});

test('the shop finds a payment whose answer was lost: the customer sees the receipt, and does not pay again', async () => {
  const { page, card } = await checkout();
  await introduce(page);
  await typeCard(card, frictionless);
  await page.route('**/payment', (route) => route.abort());
  await payButton(page).tap();
  expect(await words(problem(page))).toBe('The shop cannot be reached. Please reload in a minute.');
  await page.unroute('**/payment');
  await page.reload();
  await receipt(page).waitFor();
  expect(await paymentsOf(orderOf(page))).toHaveLength(1);
});
