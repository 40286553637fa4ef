import { languages } from '../../functions/core/messages/languages.ts';
import {
  answerBank,
  bankOf,
  desktop,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  paidId,
  payWith,
  phone,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let merchant: Merchant;

beforeAll(async () => {
  ({ merchant } = await here.shop());
});

/** The resolution of the screenshots, high enough to judge type. */
const devices = { phone: { ...phone, deviceScaleFactor: 2 }, desktop };
const schemes = ['light', 'dark'] as const;
const looks = Object.entries(devices).flatMap(([name, device]) =>
  schemes.map((colorScheme) => [`${name}-${colorScheme}`, { ...device, colorScheme }] as const),
);

const parameters = { text: 'Two bags of Java, whole beans', reference: 'Order 1234', recurring: 'y' };

test.each(looks)(
  'every state of the payment page is accessible and fits the screen: %s',
  async (name, device) => {
    const page = await openPage(device);
    await page.goto(linkOf(merchant, parameters));
    await look(page, `${name}-1-start`);
    await page.locator('#submit').click();
    await look(page, `${name}-2-faults`);
    await page.locator('#test-cards summary').click();
    await look(page, `${name}-3-test-cards`, true);
    await page.locator('#test-cards summary').click();
    await payWith(page);
    await bankOf(page);
    await look(page, `${name}-4-bank`);
    await answerBank(page, 'reject');
    await page.locator('#alert:not(:empty)').waitFor();
    await look(page, `${name}-5-declined`);

    await page.route('**/payments', (route) => route.abort());
    await page.locator('#submit').click();
    await page.locator('#notice').waitFor();
    await look(page, `${name}-6-notice`);
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.unrouteAll();
    await page.route('**/payments', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('#retry').click();
    await page.locator('#busy').waitFor();
    await look(page, `${name}-7-busy`);
    answer();
    await answerBank(page, 'confirm');
    await paidId(page);
    await look(page, `${name}-8-receipt`);

    await page.goto(linkOf(merchant, { ...parameters, value: undefined }));
    await page.keyboard.type('4999');
    await look(page, `${name}-9-amount`);
    await page.goto(linkOf(merchant, { currency: 'XXQ' }));
    await look(page, `${name}-10-bad-link`);
  },
);

test('the page fits on a narrow phone, and with letters twice as large', async () => {
  const page = await openPage({ ...phone, viewport: { width: 320, height: 640 } });
  await page.goto(linkOf(merchant, { ...parameters, locale: 'el', value: '123456789.99' }));
  await look(page, 'narrow', true);
  const desk = await openPage({ ...desktop, viewport: { width: 640, height: 480 } });
  await desk.goto(linkOf(merchant, parameters));
  await look(desk, 'zoomed', true);
  for (const one of [page, desk])
    expect(await one.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test.each([320, 360, 1280])('the largest amount stands on one line, %i pixels wide', async (width) => {
  const page = await openPage({ ...desktop, viewport: { width, height: 640 } });
  await page.goto(linkOf(merchant, { locale: 'de', value: '9999999999.99', currency: 'IDR' }));
  const { height } = (await page.locator('h1 .amount').boundingBox()) ?? { height: 0 };
  const size = await page.locator('h1 .amount').evaluate((amount) => getComputedStyle(amount).fontSize);
  expect(height).toBeLessThan(1.5 * Number.parseFloat(size));
});

test('screen readers read which cards the merchant takes', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, parameters));
  expect(await page.getByRole('img', { name: 'Visa, Mastercard' }).count()).toBe(1);
});

test.each([
  ['da_DK', 'Betal 49,99 €', 'Bekræft hos din bank', 'Bekræft', 'Betalt'],
  ['de', '49,99 € zahlen', 'Bei Ihrer Bank bestätigen', 'Bestätigen', 'Bezahlt'],
  ['fr-FR', 'Payer 49,99 €', 'Confirmez auprès de votre banque', 'Confirmer', 'Payé'],
])('a customer pays in %s', async (locale, pay, bankTitle, confirm, paid) => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { ...parameters, locale }));
  expect((await words(page.locator('#submit'))).replace(/\s/g, ' ')).toBe(pay);
  await look(page, `language-${locale}`);
  await payWith(page);
  const bank = await bankOf(page);
  expect(await words(page.locator('#bank-title'))).toBe(bankTitle);
  expect(await words(bank.locator('button[value=confirm]'))).toBe(confirm);
  await look(page, `language-${locale}-bank`);
  await answerBank(page, 'confirm');
  await paidId(page);
  expect(await words(page.locator('#paid'))).toBe(paid);
  await look(page, `language-${locale}-receipt`);
});

test.each([
  ['from the browser', 'sv-SE', undefined, 'sv-SE', 'Kortnummer'],
  ['Norwegian is Bokmål', 'no', undefined, 'no', 'Kortnummer'],
  ['the link before the browser', 'sv-SE', 'pt_BR', 'pt-BR', 'Número do cartão'],
  ['one that we do not speak', 'ja-JP', undefined, 'en', 'Card number'],
  ['one that nobody speaks', 'de', 'xx_YY', 'en', 'Card number'],
  ['no language at all', 'de', '<script>', 'en', 'Card number'],
])('the language of the payment page: %s', async (_name, browser, locale, lang, label) => {
  const page = await openPage({ locale: browser });
  await page.goto(linkOf(merchant, { locale }));
  expect(await page.locator('html').getAttribute('lang')).toBe(lang);
  expect(await words(page.locator('label[for=number]'))).toBe(label);
});

test('every language fits on the smallest phone', async () => {
  const page = await openPage({ ...phone, viewport: { width: 320, height: 700 } });
  for (const locale of languages) {
    await page.goto(linkOf(merchant, { ...parameters, locale }));
    await page.locator('#submit').click();
    await page.screenshot({ path: `.screenshots/all-${locale}.png` });
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect([locale, fits]).toEqual([locale, true]);
  }
});

test('a customer with forced colours sees the edges and the focus', async () => {
  const page = await openPage({ forcedColors: 'active' });
  await page.goto(linkOf(merchant, parameters));
  await page.locator('#number').focus();
  await look(page, 'forced-colours');
  await payWith(page, frictionless);
  await paidId(page);
});
