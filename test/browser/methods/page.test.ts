import {
  desktop,
  frictionless,
  isTooWide,
  linkOf,
  look,
  paidId,
  payWith,
  phone,
  receipt,
  typeCard,
  words,
} from '../support/browser.ts';
import { answerElsewhere, answerHere, comeBack, useMethods, waiting } from '../support/methods.ts';

const { own, openPage, choose, goToMobilePay, transactions, paysOnce } = useMethods();

test('a customer chooses MobilePay, agrees there, and comes back to the receipt', async () => {
  const page = await openPage();
  const scripts: string[] = [];
  let referrer: string | undefined;
  page.on('request', (request) => {
    if (request.url().includes('/later-') && request.url().endsWith('.js')) scripts.push(request.url());
    if (request.url().includes('simulated-bank?')) referrer = request.headers().referer;
  });
  await page.goto(linkOf(own.merchant));
  expect(await page.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true);
  expect(scripts).toEqual([]);
  await page.getByRole('radio', { name: 'MobilePay' }).check();
  expect(await page.locator('#number').isVisible()).toBe(false);
  await page.locator('#submit').filter({ hasText: 'with MobilePay' }).waitFor();
  expect((await words(page.locator('#submit'))).replace(/\s+/g, ' ')).toBe('Pay €49.99 with MobilePay');
  expect(await words(page.locator('.method:visible'))).toBe(
    'You go on to MobilePay, and come back here afterwards.',
  );
  await page.locator('#submit').click();
  await page.waitForURL(/simulated-bank/);
  expect(scripts).toHaveLength(1);
  expect(referrer).toBeUndefined();
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 720 });
      await look(page, `simulated-bank-${colorScheme}-${width}`, true);
      expect(await isTooWide(page)).toBe(false);
    }
  await answerHere(page, 'approve');
  await paysOnce(page);
  expect(page.url()).not.toContain('returned');
  expect(await words(receipt(page))).toMatch(/Paid with\s+MobilePay/);
  expect(await words(receipt(page))).not.toMatch(/card/i);
  await page.reload();
  await paysOnce(page);
});

test.each(['reject'])('after a %s the form says so, and the customer pays by card', async (given) => {
  const page = await openPage();
  await goToMobilePay(page);
  await answerHere(page, given);
  await page.locator('#alert').filter({ hasText: 'The payment was not confirmed.' }).waitFor();
  const said = await words(page.locator('#alert'));
  expect(said).toContain('You have not been charged. Try again, or pay in another way.');
  expect(said).not.toMatch(/card/i);
  await page.getByRole('radio', { name: 'Card' }).check();
  await payWith(page, frictionless);
  await paysOnce(page, 'card');
  expect(await words(receipt(page))).toMatch(/Paid with\s+Visa •••• 0034/);
});

test('a method asks for what it needs, and its fault is shown at the field', async () => {
  const page = await openPage();
  await choose(page, 'Bancontact');
  expect(await words(page.locator('#payer-name-error'))).toBe('Enter your name.');
  await page.getByLabel('Your name').fill('Ann Example');
  await page.getByRole('radio', { name: 'Card' }).check();
  expect(await page.locator('#payer-name').isVisible()).toBe(false);
  await page.getByRole('radio', { name: 'Bancontact' }).check();
  await page.locator('#submit').click();
  await page.waitForURL(/simulated-bank/);
  await answerHere(page, 'approve');
  await paysOnce(page, 'bancontact');
  expect((await transactions())[0]).toMatchObject({ capturedAmount: 4999, card: null });
});

test('a code is typed, the app agrees, and the page shows how long the customer has', async () => {
  const page = await openPage();
  await choose(page, 'BLIK', linkOf(own.merchant, { currency: 'PLN' }));
  expect(await words(page.locator('#code-blik-error'))).toBe('Enter the code: 6 digits.');
  await page.getByLabel('Code from BLIK').fill('123 456');
  await page.locator('#submit').click();
  await waiting(page).waitFor();
  expect(await words(waiting(page))).toMatch(
    /^Confirm with BLIK\s+Open the app and confirm the payment there\. This page shows the answer\.\s+Open BLIK\s+Time left: (?:1:00|0:\d\d)\s+Cancel$/,
  );
  await look(page, 'method-waiting');
  const url = (await page.locator('#method-open').getAttribute('href')) ?? '';
  await answerElsewhere(url, 'approve');
  await comeBack(page);
  await paysOnce(page, 'blik');
});

test('a card remains one click away, and the page remembers what this device has used', async () => {
  const page = await openPage({ locale: 'nl-BE' });
  const names = async () =>
    (await words(page.locator('#methods > div'))).split('\n').filter((name) => name.trim() !== '');
  await page.goto(linkOf(own.merchant, { locale: 'en' }));
  expect(await names()).toEqual(['Bancontact', 'MobilePay', 'Card']);
  await goToMobilePay(page);
  await page.goto(linkOf(own.merchant, { locale: 'en', reference: 'next' }));
  expect(await names()).toEqual(['MobilePay', 'Bancontact', 'Card']);
  expect(await page.getByRole('radio', { name: 'MobilePay' }).isChecked()).toBe(true);
  await page.getByText('Card', { exact: true }).click();
  await typeCard(page, frictionless);
  await page.locator('#submit').click();
  await paidId(page);
  await page.goto(linkOf(own.merchant, { locale: 'en', reference: 'last' }));
  expect(await names()).toEqual(['Card', 'Bancontact', 'MobilePay']);
  expect(await page.locator('#number').isVisible()).toBe(true);
  const kept = await page.evaluate(() => Object.entries(localStorage));
  expect(kept).toEqual([['florin-method', '']]);
});

test('the methods can be chosen by the keyboard alone, and the language can be changed', async () => {
  const page = await openPage(desktop);
  await page.goto(linkOf(own.merchant));
  await page.getByRole('radio', { name: 'Card' }).focus();
  await page.keyboard.press('ArrowUp');
  expect(await page.getByRole('radio', { name: 'Bancontact' }).isChecked()).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await page.getByRole('radio', { name: 'MobilePay' }).isChecked()).toBe(true);
  await page.locator('.languages summary').click();
  await page.getByRole('button', { name: 'Dansk' }).click();
  await page.getByText('Hvordan vil du betale?').waitFor();
  expect((await words(page.locator('#submit'))).replace(/\s+/g, ' ')).toBe('Betal 49,99 € med MobilePay');
  expect(await page.getByRole('radio', { name: 'MobilePay' }).isChecked()).toBe(true);
  await page.locator('#submit').press('Enter');
  await page.waitForURL(/simulated-bank/);
});

test.each([
  ['phone', phone],
  ['narrow', { viewport: { width: 320, height: 640 } }],
  ['dark', { ...desktop, colorScheme: 'dark' as const }],
])('the choice is accessible and fits: %s', async (name, device) => {
  const page = await openPage(device);
  await page.goto(linkOf(own.merchant, { locale: 'el' }));
  await look(page, `methods-${name}`);
  expect(await isTooWide(page)).toBe(false);
  await page.getByRole('radio', { name: 'Bancontact' }).check();
  await page.locator('.method:visible').waitFor();
  await look(page, `methods-${name}-chosen`);
  expect(await isTooWide(page)).toBe(false);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  expect(await isTooWide(page)).toBe(false);
});

test('a page of cards alone, by the link or by the merchant, does not have the choice', async () => {
  const page = await openPage();
  for (const url of [linkOf(own.merchant, { methods: 'n' }), linkOf(own.merchant, { currency: 'USD' })]) {
    await page.goto(url);
    expect(await page.locator('#methods, #by-method, script[src*=later]').count()).toBe(0);
  }
});
