import type { Page } from 'playwright-core';
import { invitation } from '../../functions/core/mail/invitation.ts';
import { type Receipt, receiptMail } from '../../functions/core/mail/receipt-mail.ts';
import { signInMail } from '../../functions/core/mail/sign-in-mail.ts';
import { webhookOff } from '../../functions/core/mail/webhook-off.ts';
import { catalogue } from '../../functions/core/messages/catalogue.ts';
import { rawMails } from '../api/support/mails.ts';
import { waitUntil } from '../api/support/wait-until.ts';
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
  receipt,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

const address = 'Store Kongensgade 1\n1264 København K';

beforeEach(async () => {
  ({ key, merchant } = await here.shop());
  await here.api('PUT', `/merchants/${merchant.id}`, { key, body: { address } });
});

const devices = { phone, desktop };
const looks = Object.entries(devices).flatMap(([name, device]) =>
  (['light', 'dark'] as const).map((colorScheme) => [`${name}-${colorScheme}`, device, colorScheme] as const),
);

/** The words of the receipt, a line each. */
const linesOf = async (page: Page): Promise<string[]> =>
  (await words(receipt(page))).split('\n').filter((line) => line.trim() !== '');

/** Sets the customer's clock wrong by the given number of milliseconds. */
const setClock = (page: Page, by: number) =>
  page.addInitScript((by) => {
    const { now } = Date;
    Date.now = () => now() + by;
  }, by);

test('mails with long texts, amounts and addresses fit on a narrow phone, and have a title and a heading', async () => {
  const id = '6b043fd8000aaaaaaaaaaaaa';
  const long = 'Extraordinarilylongnamedtradingcompany';
  const payee = { id, name: long, descriptor: long, email: 'shop@example.com', color: '' };
  const shop = {
    ...payee,
    test: true,
    website: `https://${long}.${long}.example.com`,
    company: { country: 'KW' },
  };
  const card = { scheme: 'visa', last4: '4242' } as Receipt['transaction']['card'];
  const amounts = { amount: 12_345_678_901, capturedAmount: 12_345_678_901 };
  const transaction = { id, currency: 'KWD', ...amounts, descriptor: long, card, trail: [] };
  const lines = [{ text: long, quantity: 3, amount: 12_345_678_901 }];
  const order = { merchant: shop, transaction, link: { lines }, known: true };
  const consoleUrl = `https://abcdef1234.execute-api.eu-north-1.amazonaws.com`;
  const to = 'ann@example.com';
  const facts = { app: { id, name: null }, days: 7 };
  const page = await openPage({ ...desktop, viewport: { width: 320, height: 640 } });
  for (const { html } of [
    receiptMail(to, order, 'de-DE', catalogue.de.page),
    invitation(
      to,
      { ...facts, merchant: { id, name: long }, inviter: `${long}@example.com` },
      'de',
      consoleUrl,
      catalogue.de.page,
    ),
    signInMail(to, `${consoleUrl}/#/sign-in/${long}`, 'de', catalogue.de.page),
    webhookOff(to, { id, name: long }, id, 'de', catalogue.de.page, `${consoleUrl}/#/${id}`),
  ]) {
    await page.setContent(html);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await page.title()).not.toBe('');
    expect(await page.locator('h1').count()).toBe(1);
  }
});

const day = 24 * 60 * 60 * 1000;

test('a receipt shows amount, card, payee, and the time of Florin’s clock, also after a reload', async () => {
  const page = await openPage();
  await setClock(page, -40 * day);
  await page.goto(linkOf(merchant, { text: 'Two bags of Java', reference: 'Order 1234' }));
  await payWith(page);
  await answerBank(page, 'confirm');
  const id = await paidId(page);
  const { created } = await here.transaction(key, id);
  const shown = await page.evaluate(
    (created) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(created)),
    created,
  );
  const lines = await linesOf(page);
  expect(lines).toEqual([
    'Paid',
    'Thank you. Your payment to Coffee & John went through.',
    'Date',
    shown,
    'Card',
    'Visa •••• 0000',
    'On your bank statement',
    'Coffee & John',
    'Reference',
    'Order 1234',
    'Transaction',
    id,
    'Coffee & John',
    'Store Kongensgade 1',
    '1264 København K',
    'Denmark',
    'E-mail address for a receipt',
    'Send',
    'Print',
  ]);
  await page.reload();
  await paidId(page);
  expect(await linesOf(page)).toEqual(lines);
});

test('a receipt shows the merchant’s descriptor instead of the text of the payment', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { text: 'Zwei Säcke Java', locale: 'de' }));
  await payWith(page, frictionless);
  const id = await paidId(page);
  const { descriptor } = await here.transaction(key, id);
  expect(await words(receipt(page))).toContain(`Auf Ihrem Kontoauszug\n${descriptor}`);
  expect(await words(receipt(page))).toContain('Dänemark');
});

test('a receipt shows a merchant’s address as text only', async () => {
  const hostile = '<img src=x onerror=alert(1)>\u202egnol\n</script><b>';
  await here.api('PUT', `/merchants/${merchant.id}`, { key, body: { address: hostile } });
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await payWith(page, frictionless);
  await paidId(page);
  expect(await words(receipt(page))).toContain('<img src=x onerror=alert(1)>gnol\n</script><b>');
});

/** The number of pages on paper. */
const pagesOf = async (page: Page): Promise<number> =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test.each(looks)(
  'a receipt prints on one page, black on white, without buttons: %s',
  async (name, device, colorScheme) => {
    const page = await openPage({ ...device, colorScheme });
    await page.goto(linkOf(merchant, { text: 'Two bags of Java', reference: 'Order 1234' }));
    await payWith(page, frictionless);
    await paidId(page);
    await page.emulateMedia({ media: 'print', colorScheme });
    const seen = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.querySelector('.sheet') as Element);
      const pressed = [...document.querySelectorAll<HTMLElement>('a, button, input, summary')];
      return { backgroundColor, color, pressed: pressed.filter((one) => one.checkVisibility()).length };
    });
    expect(seen).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)', pressed: 0 });
    expect(await words(page.locator('h1'))).toMatch(/Coffee & John\s+example\.com\s+€49\.99/);
    // The printed test receipt must not look like a real one.
    expect(await words(page.locator('.test-mark'))).toContain('Test mode');
    await look(page, `print-${name}`, true);
    expect(await pagesOf(page)).toBe(1);
  },
);

test('the button of a receipt prints it, by mouse and by keyboard', async () => {
  const page = await openPage();
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await page.goto(linkOf(merchant));
  await payWith(page, frictionless);
  await paidId(page);
  await page.getByRole('button', { name: 'Print' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('html[data-printed=yes]').waitFor();
});

const mailFolder = process.env.FLORIN_MAIL ?? '';

const mailsTo = async (email: string): Promise<string[]> =>
  rawMails(mailFolder).filter((mail) => mail.includes(`To: ${email}`));

const arrived = (email: string) =>
  waitUntil(
    () => mailsTo(email),
    ({ length }) => length > 0,
  );

/** Pays, and returns the page at its receipt and the id of the transaction. */
async function paidIn(page: Page, url = linkOf(merchant)): Promise<string> {
  await page.goto(url);
  await payWith(page, frictionless);
  return paidId(page);
}

const faultOf = (page: Page) => page.locator('#mail-error');

test.each(looks)('the page mails the receipt on request, %s', async (name, device, colorScheme) => {
  const page = await openPage({ ...device, colorScheme });
  const id = await paidIn(page);
  const field = page.getByLabel('E-mail address for a receipt');
  await field.fill('ann@localhost');
  await page.getByRole('button', { name: 'Send' }).click();
  await faultOf(page).filter({ hasText: 'Check the e-mail address.' }).waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await look(page, `mail-${name}-fault`, true);
  const email = `${name}-${id}@example.com`;
  await field.fill(email);
  expect(await faultOf(page).textContent()).toBe('');
  await page.getByRole('button', { name: 'Send' }).click();
  const told = page.getByRole('status').filter({ hasText: `We are sending a receipt to ${email}.` });
  await told.waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('mailed');
  expect(await field.isVisible()).toBe(false);
  await look(page, `mail-${name}-sent`, true);
  expect(await arrived(email)).toHaveLength(1);
});

test.each([
  [
    'da_DK',
    'E-mailadresse til kvittering',
    'Send',
    'Tjek e-mailadressen.',
    'Vi sender en kvittering til',
    'Kvittering',
  ],
  [
    'de',
    'E-Mail-Adresse für eine Quittung',
    'Senden',
    'Prüfen Sie die E-Mail-Adresse.',
    'Wir senden eine Quittung an',
    'Quittung',
  ],
  [
    'el',
    'Διεύθυνση email για απόδειξη',
    'Αποστολή',
    'Ελέγξτε τη διεύθυνση email.',
    'Στέλνουμε απόδειξη',
    'Απόδειξη',
  ],
])(
  'the page mails the receipt in %s, by keyboard alone, and again after a reload',
  async (locale, label, send, fault, sending, title) => {
    const page = await openPage();
    const id = await paidIn(page, linkOf(merchant, { locale }));
    await page.reload();
    await paidId(page);
    await page.getByLabel(label).focus();
    await page.keyboard.press('Enter');
    await faultOf(page).filter({ hasText: fault }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('mail-to');
    const email = `${id}@example.com`;
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    expect(await words(page.locator(':focus'))).toBe(send);
    await page.keyboard.press('Enter');
    await page.locator('#mailed').filter({ hasText: sending }).waitFor();
    await look(page, `mail-${locale}`, true);
    const [mail = ''] = await arrived(email);
    expect(mail).toContain('lang=3D"');
    const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(mail)?.[1] ?? '';
    expect(decodeSubject(subject)).toContain(`${title}: Coffee & John`);
  },
);

/** Decodes encoded words (RFC 2047) of either encoding. */
const decodeSubject = (subject: string): string =>
  subject
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?(Q|B)\?(.*?)\?=/gi, (_, coding: string, word: string) =>
      coding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeURIComponent(word.replace(/_/g, ' ').replace(/%/g, '%25').replace(/=/g, '%')),
    );

test('sending the receipt waits while the customer is offline, and can be repeated after an error of Florin’s', async () => {
  const page = await openPage();
  const id = await paidIn(page);
  const email = `offline-${id}@example.com`;
  await page.locator('#mail-to').fill(email);
  await page.context().setOffline(true);
  await page.locator('#send').click();
  await faultOf(page).filter({ hasText: 'No connection' }).waitFor();
  await page.context().setOffline(false);
  await page.route('**/payments/receipts', (route) =>
    route.fulfill({ status: 400, body: '{"code":"REQUEST_INVALID"}' }),
  );
  await page.locator('#send').click();
  await faultOf(page).filter({ hasText: 'The receipt could not be sent.' }).waitFor();
  expect(await page.locator('#mail-to').inputValue()).toBe(email);
  await page.unrouteAll();
  await page.locator('#send').click();
  await page.locator('#mailed:not(:empty)').waitFor();
  expect(await arrived(email)).toHaveLength(1);
});

test('pressing twice requests the receipt once', async () => {
  const page = await openPage();
  const id = await paidIn(page);
  let asked = 0;
  await page.route('**/payments/receipts', async (route) => {
    asked++;
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await page.locator('#mail-to').fill(`twice-${id}@example.com`);
  await page.locator('#send').dblclick();
  await page.locator('#mailed:not(:empty)').waitFor();
  expect(asked).toBe(1);
});

test('the receipt of a link with an e-mail address goes there, and the page does not show the address', async () => {
  const email = `linked-${merchant.id}@example.com`;
  const body = { amount: 4999, currency: 'EUR', email };
  const { link } = (await here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  const page = await openPage();
  await paidIn(page, link.url);
  expect(await page.content()).not.toContain(email);
  expect(await page.locator('#mail-to').getAttribute('placeholder')).toBe('l•••@example.com');
  await page.locator('#send').click();
  await page
    .locator('#mailed')
    .filter({ hasText: 'We are sending a receipt to l•••@example.com.' })
    .waitFor();
  expect(await arrived(email)).toHaveLength(1);
});

test('the page offers no receipt before a redirect to the shop', async () => {
  const page = await openPage();
  // The browser stays where it is: the shop has nothing to show.
  await page.route('https://shop.example/**', (route) => route.fulfill({ status: 204 }));
  await page.goto(linkOf(merchant, { redirect: 'https://shop.example/thanks' }));
  await payWith(page, frictionless);
  await page.getByText('Taking you back to shop.example…').waitFor();
  expect(await page.locator('#mail').isVisible()).toBe(false);
});
