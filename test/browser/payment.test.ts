import {
  answerBank,
  bankOf,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  paidId,
  pays,
  payWith,
  receipt,
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
  shop = await startShop('', merchant.key);
});

afterAll(() => shop?.stop());

test('a payment leads to a receipt, and to a transaction with all values of the link', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { text: 'Two bags of Java', reference: 'Order 1234', recurring: 'y' }));
  expect(await page.title()).toBe('Pay Coffee & John');
  expect(await words(page.locator('h1'))).toMatch(/Coffee & John\s+example\.com\s+€49\.99/);
  expect(await words(page.locator('header'))).toContain('Two bags of Java');
  expect(await words(page.locator('.agreement'))).toContain('Coffee & John may charge this card again');

  await payWith(page);
  await answerBank(page, 'confirm');
  const id = await paidId(page);
  expect(await words(receipt(page))).toContain('Order 1234');
  const transaction = await here.transaction(key, id);
  expect(transaction).toMatchObject({
    amount: 4999,
    currency: 'EUR',
    successful: true,
    tds: 'full',
    descriptor: merchant.descriptor,
    custom: { reference: 'Order 1234' },
    card: { bin: '410000', last4: '0000', scheme: 'visa' },
  });
});

test('the page continues to the redirect with the id in its query and no referrer', async () => {
  const page = await openPage();
  const redirect = `${shop.origin}/thanks?order=1%202#top`;
  await page.goto(linkOf(merchant, { redirect }));
  await payWith(page, frictionless);
  await page.waitForURL(`${shop.origin}/**`);
  const [transaction] = await transactionsOf(key, merchant);
  expect(page.url()).toBe(`${shop.origin}/thanks?order=1%202&transactionId=${transaction.id}#top`);
  expect(shop.requests.find(({ url }) => url?.startsWith('/thanks'))?.headers.referer).toBeUndefined();

  await page.goBack();
  expect(page.url()).not.toContain('transactionId');
});

test('a reload shows the receipt again, and does not pay again', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { value: '1' }));
  await payWith(page, frictionless);
  const id = await paidId(page);
  const before = await transactionsOf(key, merchant);
  await page.reload();
  expect(await paidId(page)).toBe(id);
  expect(await transactionsOf(key, merchant)).toEqual(before);
  await page.goto(linkOf(merchant, { value: '1' }));
  await page.locator('#number').waitFor();
});

/** The reason, and the field that the words stand at; without one, they stand above the form. */
const declines: [number: string, fault: string, field?: string][] = [
  ['4100000000000003', 'Check the card number.', 'number'],
  ['4100000000000004', 'Check the security code.', 'code'],
  ['4100000000000006', 'This card has expired.', 'expiry'],
  ['4100000000000007', 'There is not enough money on this card.'],
  ['4100000000000009', 'This card cannot be used.'],
  ['4100000000000010', 'The bank has declined the payment.'],
  ['4100000000000025', 'The amount is more than this card allows.'],
  ['4100000000000029', 'Use one of these cards: Visa, Mastercard.', 'number'],
  ['4100000000000129', 'Use one of these cards: Visa, Mastercard.', 'number'],
  ['4100000000000031', 'The payment was not confirmed with your bank.'],
];

test('a payment is declined for each reason, with a message at the field concerned, and then succeeds', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  for (const [number, fault, field] of declines) {
    await page.locator('#test-cards summary').click();
    await page.locator(`[data-number="${number}"]`).click();
    await page.locator('#submit').click();
    await answerBank(page, 'confirm');
    const place = page.locator(field ? `#${field}-error` : '#alert');
    await place.filter({ hasText: fault }).waitFor();
    const focus = await page.evaluate(() => document.activeElement?.id);
    expect([number, focus]).toEqual([number, field ?? 'number']);
    expect(await page.locator('#number').inputValue()).toBe(number.replace(/\d{4}(?=\d)/g, '$& '));
    if (field) expect(await page.locator(`#${field}`).getAttribute('aria-invalid')).toBe('true');
    if (number.endsWith('4') || number.endsWith('7')) await look(page, `declined-${number.slice(-2)}`);
    const [{ successful, error }] = await transactionsOf(key, merchant);
    expect([successful, String(error.code)]).toEqual([false, String(Number(number.slice(-2)))]);
  }
  await page.locator('#test-cards summary').click();
  await page.locator(`[data-number="${frictionless}"]`).click();
  await page.locator('#submit').click();
  await paidId(page);
});

test('the page says that a card has had too many declines, and takes another card', async () => {
  const own = await here.shop();
  const page = await openPage();
  const limits = { test: { card: { status: 'lost' }, tds: { challenge: false }, limits: true } };
  const card = { ...(await here.tokens(frictionless)), expiry: { month: 12, year: 2030 } };
  for (let n = 0; n < 8; n++) await here.pay(await here.payment(own.merchant, { ...limits, card }));
  // The page has no test option for the limits.
  await page.route(/\/payments(\/challenges\/[\w-]+)?$/, async (route) => {
    const body = route.request().postDataJSON();
    await route.continue({ postData: JSON.stringify({ ...body, test: { ...body.test, limits: true } }) });
  });
  await page.goto(linkOf(own.merchant, { locale: 'en' }));
  await payWith(page, frictionless);
  const alert = page.locator('#alert:not(:empty)');
  await alert.waitFor();
  expect(await words(alert)).toContain(
    'Too many attempts have failed. Use another card, or try again tomorrow.',
  );
  expect(await words(alert)).toContain('You have not been charged.');
  await page.locator('#number').fill('');
  await page.locator('#expiry').fill('');
  await page.locator('#code').fill('');
  await payWith(page);
  await answerBank(page, 'confirm');
  await paidId(page);
});

test('a link in a currency without a rate shows an error instead of the card fields', async () => {
  const page = await openPage();
  const answer = await page.goto(linkOf(merchant, { currency: 'KPW', value: '5' }));
  expect(answer?.status()).toBe(400);
  expect(await words(page.locator('h1'))).toMatch(/Coffee & John cannot take/);
  expect(await page.locator('.cause code').textContent()).toContain('currency: there is no rate from KPW to');
  expect(await page.locator('input:not([type=hidden])').count()).toBe(0);
});

test('errors show at their fields when the customer leaves the field or presses the button', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  const wordsAt = (field: string) => words(page.locator(`#${field}-error`));

  await page.locator('#submit').click();
  expect(await Promise.all(['number', 'expiry', 'code'].map(wordsAt))).toEqual([
    'Enter the card number.',
    'Enter the expiry date.',
    'Enter the security code.',
  ]);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('number');

  await page.locator('#number').fill('41');
  await page.locator('#expiry').fill('13/30');
  await page.locator('#code').fill('12');
  await page.locator('#code').blur();
  expect(await wordsAt('number')).toBe('Check the card number.');
  expect(await wordsAt('expiry')).toBe('Check the expiry date: month and year.');
  expect(await wordsAt('code')).toBe('Check the security code.');
  await page.locator('#expiry').fill('01/20');
  await page.locator('#expiry').blur();
  expect(await wordsAt('expiry')).toBe('This card has expired.');
  // An error stays until the field is right.
  await page.locator('#expiry').fill('01/3');
  expect(await wordsAt('expiry')).toBe('This card has expired.');
  await page.locator('#expiry').fill('01/39');
  expect(await wordsAt('expiry')).toBe('');
});

test.each([
  ['4100 0000-0000 00001', '4100 0000 0000 0000 1'],
  ['5555555555554444', '5555 5555 5555 4444'],
])('a card number pasted as %s is formatted', async (pasted, shown) => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await page.locator('#number').fill(pasted);
  expect(await page.locator('#number').inputValue()).toBe(shown);
});

test.each([
  ['1230', '12 / 30'],
  ['12/2030', '12 / 30'],
  ['12/30', '12 / 30'],
  ['1/30', '01 / 30'],
  ['930', '09 / 30'],
  ['2030-12', '12 / 30'],
  ['2030/12', '12 / 30'],
  ['12-30', '12 / 30'],
  ['12 / 30', '12 / 30'],
  ['２０３０－１２', '12 / 30'],
  ['١٢/٣٠', '12 / 30'],
  ['12', '12'],
])('an expiry date given as %s is shown as %s', async (given, shown) => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await page.locator('#expiry').fill(given);
  expect(await page.locator('#expiry').inputValue()).toBe(shown);
});

test.each([
  ['full-width', '４１００００００００００００３４', '１２３０', '１２３'],
  ['Arabic-Indic', '٤١٠٠٠٠٠٠٠٠٠٠٠٠٣٤', '١٢٣٠', '١٢٣'],
  ['Eastern Arabic', '۴۱۰۰۰۰۰۰۰۰۰۰۰۰۳۴', '۱۲۳۰', '۱۲۳'],
  ['Devanagari', '४१००००००००००००३४', '१२३०', '१२३'],
])('a card typed in %s digits pays', async (_, number, expiry, code) => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await page.locator('#number').focus();
  for (const digit of number) await page.keyboard.insertText(digit);
  await page.locator('#expiry').focus();
  for (const digit of expiry) await page.keyboard.insertText(digit);
  await page.locator('#code').focus();
  for (const digit of code) await page.keyboard.insertText(digit);
  const values = ['number', 'expiry', 'code'].map((id) => page.locator(`#${id}`).inputValue());
  expect(await Promise.all(values)).toEqual(['4100 0000 0000 0034', '12 / 30', '123']);
  await page.locator('#submit').click();
  await paidId(page);
});

test('the cursor stays where the customer corrects', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  const number = page.locator('#number');
  await number.pressSequentially('4100000000000000');
  await number.press('End');
  for (let n = 0; n < 12; n++) await number.press('ArrowLeft');
  await number.press('Backspace');
  await number.pressSequentially('77');
  expect(await number.inputValue()).toBe('4100 0770 0000 0000 0');
  await page.locator('#expiry').pressSequentially('1230');
  await page.locator('#expiry').press('End');
  for (let n = 0; n < 3; n++) await page.locator('#expiry').press('Backspace');
  expect(await page.locator('#expiry').inputValue()).toBe('1');
});

test('a live merchant’s page requires a supported scheme and a valid checksum', async () => {
  const page = await openPage();
  // This merchant has no acquirer, so the test uses a test merchant's page without test cards.
  await page.route(linkOf(merchant), async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({ body: html.replace(/"testCards":.*?,"messages":/, '"messages":') });
  });
  await page.goto(linkOf(merchant));
  for (const [number, fault] of [
    ['4111111111111112', 'Check the card number.'],
    ['378282246310005', 'Use one of these cards: Visa, Mastercard.'],
    ['411111111111111', 'Check the card number.'],
    ['2221000000000009', ''],
    ['4111111111111111', ''],
  ]) {
    await page.locator('#number').fill(number ?? '');
    await page.locator('#number').blur();
    expect([number, await words(page.locator('#number-error'))]).toEqual([number, fault]);
  }
  await page.locator('#number').fill('');
  await payWith(page, '4111111111111111');
  await page.locator('#alert').filter({ hasText: 'Coffee & John cannot take payments' }).waitFor();
});

test('a customer pays by keyboard alone, and once however often Enter is pressed', async () => {
  const page = await openPage();
  const before = (await transactionsOf(key, merchant)).length;
  let vaulted = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/vault')) vaulted++;
  });
  await page.goto(linkOf(merchant));
  await page.locator('#number').focus();
  await page.keyboard.type(frictionless);
  await page.keyboard.press('Tab');
  await page.keyboard.type('1230');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  for (let n = 0; n < 4; n++) await page.keyboard.press('Enter');
  await page.locator('#submit').dispatchEvent('click');
  await paidId(page);
  expect(vaulted).toBe(2);
  expect((await transactionsOf(key, merchant)).length).toBe(before + 1);
});

test('during a payment the button says so, and the customer can change nothing', async () => {
  const page = await openPage();
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/vault', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(linkOf(merchant));
  await payWith(page, frictionless);
  await page.locator('#submit[aria-disabled=true]').waitFor();
  expect(await words(page.locator('#status'))).toBe('Paying…');
  expect(await page.locator('#number').getAttribute('readonly')).not.toBeNull();
  await look(page, 'busy-phone');
  answer();
  await paidId(page);
});

test('screen readers read again that the payment is in progress, after the customer has answered the bank', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await payWith(page);
  await bankOf(page);
  expect(await page.locator('#status').textContent()).toBe('');
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/payments', async (route) => {
    await held;
    await route.continue();
  });
  await answerBank(page, 'confirm');
  await page.locator('#busy').waitFor();
  expect(await page.locator('#status').textContent()).toBe('Paying…');
  answer();
  await paidId(page);
  expect(await page.locator('#status').textContent()).toBe('');
});

test('input and a press of the button before the script has loaded take effect', async () => {
  const page = await openPage();
  let load = () => {};
  const held = new Promise<void>((done) => {
    load = done;
  });
  await page.route('**/assets/payment-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(linkOf(merchant), { waitUntil: 'commit' });
  await typeCard(page, frictionless);
  await page.locator('#submit').click();
  expect(page.url()).toBe(linkOf(merchant));
  load();
  await paidId(page);
});

test('if the script cannot be loaded, the page says so, and its button loads the page again', async () => {
  const page = await openPage();
  await page.route('**/assets/payment-*.js', (route) => route.fulfill({ status: 504 }));
  await page.goto(linkOf(merchant));
  await page.getByRole('alert').getByText('Something went wrong on our side').waitFor();
  await page.unroute('**/assets/payment-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Pay €49.99' }).waitFor();
  await payWith(page, frictionless);
  await paidId(page);
});

test('without scripts, the page sends no data, and says why', async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(linkOf(merchant));
  expect(await words(page.locator('noscript'))).toBe('Turn on JavaScript to pay.');
  await typeCard(page, pays);
  await page.locator('#submit').click();
  expect(page.url()).toBe(linkOf(merchant));
});
