import type { Page } from 'playwright-core';
import { savedCards } from '../api/support/saved-cards.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import {
  answerBank,
  bankOf,
  desktop,
  frictionless,
  here,
  isTooWide,
  linkOf,
  look,
  type Merchant,
  paidId,
  phone,
  receipt,
  transactionsOf,
  typeCard,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

const ann = { name: 'Ann Ödegård', email: 'ann@example.com' };

let key: string;
let merchant: Merchant;
const { link, list, save } = savedCards(here, () => ({ key, merchant }));

beforeEach(async () => {
  ({ key, merchant } = await here.shop({ ask: ['email', 'name'] }));
});

const name = (page: Page) => page.locator('#payer-name');
const email = (page: Page) => page.locator('#payer-email');
const submit = (page: Page) => page.locator('#submit');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const faults = async (page: Page) => {
  const all = await page
    .locator('#card .error')
    .evaluateAll((places) => places.map(({ id, textContent }) => [id, textContent]));
  return Object.fromEntries(
    all.filter(([, text]) => text).map(([id, text]) => [id?.replace('-error', ''), text]),
  );
};

async function open(url: string, options = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(url);
  return page;
}

async function typePayer(page: Page, payer: Partial<typeof ann> = ann): Promise<void> {
  if (payer.name !== undefined) await name(page).fill(payer.name);
  if (payer.email !== undefined) await email(page).fill(payer.email);
}

const htmlOf = async (url: string): Promise<string> => {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return answer.text();
};

test('a merchant can require the payer’s name and e-mail address; the receipt has the address even after a reload', async () => {
  const page = await open(linkOf(merchant));
  const order = await page.locator('#card input').evaluateAll((inputs) => inputs.map(({ id }) => id));
  expect(order).toEqual(['number', 'expiry', 'code', 'payer-name', 'payer-email']);
  expect(await page.getByLabel('Name on card').getAttribute('autocomplete')).toBe('cc-name');
  const address = page.getByLabel('E-mail address', { exact: true });
  for (const [attribute, value] of [
    ['autocomplete', 'email'],
    ['inputmode', 'email'],
    ['type', 'email'],
    ['required', ''],
  ] as const)
    expect(await address.getAttribute(attribute)).toBe(value);
  await typeCard(page, frictionless);
  await typePayer(page);
  await submit(page).click();
  const id = await paidId(page);
  expect((await here.transaction(key, id)).payer).toEqual(ann);
  const mail = page.getByLabel('E-mail address for a receipt');
  expect(await mail.inputValue()).toBe(ann.email);
  expect([await name(page).inputValue(), await email(page).inputValue()]).toEqual(['', '']);
  await page.reload();
  expect(await paidId(page)).toBe(id);
  expect(await mail.inputValue()).toBe(ann.email);
  await page.locator('#send').click();
  await page.getByText(`We are sending a receipt to ${ann.email}.`).waitFor();
});

test('name and address are required, and errors show below the fields, with the focus on the first', async () => {
  const page = await open(linkOf(merchant));
  await submit(page).click();
  expect(await faults(page)).toEqual({
    number: 'Enter the card number.',
    expiry: 'Enter the expiry date.',
    code: 'Enter the security code.',
    'payer-name': 'Enter the name on the card.',
    'payer-email': 'Enter your e-mail address.',
  });
  expect(await focused(page)).toBe('number');
  await typeCard(page, frictionless);
  await name(page).fill('   ');
  await submit(page).click();
  expect(await faults(page)).toEqual({
    'payer-name': 'Enter the name on the card.',
    'payer-email': 'Enter your e-mail address.',
  });
  expect(await focused(page)).toBe('payer-name');
  expect(await name(page).getAttribute('aria-invalid')).toBe('true');
  await name(page).fill(ann.name);
  expect(await name(page).getAttribute('aria-invalid')).toBe('false');
  for (const wrong of ['ann', 'ann@localhost', 'ann@example.com, bob@example.com']) {
    await email(page).fill(wrong);
    await submit(page).click();
    expect(await faults(page)).toEqual({ 'payer-email': 'Check the e-mail address.' });
    expect(await focused(page)).toBe('payer-email');
  }
  expect(await transactionsOf(key, merchant)).toEqual([]);
  await email(page).fill(ann.email);
  await submit(page).click();
  await paidId(page);
});

test('the page does not send a card number that was typed as the name', async () => {
  const page = await open(linkOf(merchant));
  const sent: string[] = [];
  page.on('request', (request) => {
    // As soon as a customer types, the page starts the functions that a payment needs, with empty requests.
    if (request.postData() || request.url().includes('0034')) sent.push(request.url());
  });
  await typeCard(page, frictionless);
  await typePayer(page, { ...ann, name: 'Ann 4100 0000 0000 0034' });
  await submit(page).click();
  expect(await faults(page)).toEqual({ 'payer-name': 'Check the name on the card.' });
  expect(sent).toEqual([]);
});

test('an error that only the server detects shows at its field, too, and can be corrected', async () => {
  const page = await open(linkOf(merchant));
  await typeCard(page, frictionless);
  // The server rejects this old syntax, which routed a mail through another server.
  await typePayer(page, { ...ann, email: 'ann!bob@example.com' });
  await submit(page).click();
  await page.locator('#payer-email-error:not(:empty)').waitFor();
  expect(await faults(page)).toEqual({ 'payer-email': 'Check the e-mail address.' });
  expect([await focused(page), await words(page.locator('#alert'))]).toEqual(['payer-email', '']);
  await email(page).fill(ann.email);
  await submit(page).click();
  expect((await here.transaction(key, await paidId(page))).payer).toEqual(ann);
});

test('without that setting, the page has no fields for name and address, and sends none', async () => {
  const { merchant: silent } = await here.shop();
  const embed = { embed: 'https://shop.example' };
  const asking = await htmlOf(linkOf(merchant, embed));
  expect(asking).toContain('payer-name');
  for (const url of [
    linkOf(silent),
    // A till, where staff would type the values, and card fields in the shop's form.
    linkOf(merchant, { till: 'y' }),
    linkOf(merchant, { ...embed, inline: 'y' }),
    (await link(undefined, { ask: [] })).url,
  ])
    expect(await htmlOf(url)).not.toContain('payer');
  const page = await open(linkOf(merchant, { till: 'y' }));
  await typeCard(page, frictionless);
  await submit(page).click();
  expect((await here.transaction(key, await paidId(page))).payer).toBeNull();
});

test('the setting of a link overrides the setting of its merchant', async () => {
  const page = await open((await link(undefined, { ask: ['email'] })).url);
  expect([await name(page).count(), await email(page).count()]).toEqual([0, 1]);
  await typeCard(page, frictionless);
  await submit(page).click();
  expect(await faults(page)).toEqual({ 'payer-email': 'Enter your e-mail address.' });
  await typePayer(page, { email: ann.email });
  await submit(page).click();
  const { payer } = await here.transaction(key, await paidId(page));
  expect(payer).toEqual({ name: null, email: ann.email });
  expect(await page.locator('#mail-to').inputValue()).toBe(ann.email);
});

test('the page masks an address from the merchant, and shows one that the customer typed', async () => {
  const page = await open((await link(undefined, { ask: ['email'], email: 'linked@example.com' })).url);
  expect(await email(page).inputValue()).toBe('');
  await typeCard(page, frictionless);
  await typePayer(page, { email: ann.email });
  await submit(page).click();
  await paidId(page);
  expect(await page.content()).not.toContain('linked@');
  expect(await page.locator('#mail-to').inputValue()).toBe(ann.email);
});

test('after a reload and a decline at the bank, the page still has the payer’s name, but not the card', async () => {
  const page = await open(linkOf(merchant));
  await typeCard(page);
  await typePayer(page);
  await submit(page).click();
  await bankOf(page);
  await page.reload();
  await answerBank(page, 'reject');
  await page.locator('#alert:not(:empty)').waitFor();
  const values = await page
    .locator('#card input')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(values).toEqual(['', '', '', ann.name, ann.email]);
  await typeCard(page, frictionless);
  await submit(page).click();
  expect((await here.transaction(key, await paidId(page))).payer).toEqual(ann);
});

test('name and address are required for a saved card, too', async () => {
  await here.api('PUT', `/merchants/${merchant.id}`, { key, body: { ask: [] } });
  await save('ann');
  await waitUntil(
    () => list('ann'),
    ({ length }) => length === 1,
  );
  const page = await open((await link('ann', { ask: ['name'] })).url);
  await page.locator('#code').fill('123');
  await submit(page).click();
  expect(await faults(page)).toEqual({ 'payer-name': 'Enter the name on the card.' });
  await name(page).fill(ann.name);
  await submit(page).click();
  await answerBank(page, 'confirm');
  const { payer } = await here.transaction(key, await paidId(page));
  expect(payer).toEqual({ name: ann.name, email: null });
});

test('a customer gives name and address by keyboard alone; invisible characters are left out, and markup in a name is text', async () => {
  const page = await open(linkOf(merchant), desktop);
  await page.locator('#number').focus();
  await page.keyboard.type(`${frictionless}1230123`);
  await page.keyboard.press('Tab');
  const hostile = '<img src=x onerror=alert(1)>';
  await page.keyboard.insertText(`\u202e ${hostile}\u200f`);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ann.email);
  await page.keyboard.press('Enter');
  const { payer } = await here.transaction(key, await paidId(page));
  expect(payer).toEqual({ name: hostile, email: ann.email });
  expect(await words(receipt(page))).not.toContain('onerror');
});

describe.each([
  ['en-GB', 'phone', 'light', phone],
  ['de-DE', 'desktop', 'dark', desktop],
  ['el-GR', 'phone', 'dark', phone],
] as const)('%s on a %s, %s', (locale, device, colorScheme, options) => {
  test('the page passes the checks of layout and accessibility', async () => {
    const page = await open(linkOf(merchant), { ...options, locale, colorScheme });
    const shot = `payer-${locale}-${device}-${colorScheme}`;
    await look(page, shot, true);
    await submit(page).click();
    await look(page, `${shot}-faults`, true);
    expect(await isTooWide(page)).toBe(false);
  });
});
