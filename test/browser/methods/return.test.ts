import {
  frictionless,
  here,
  linkOf,
  type Merchant,
  paidId,
  payWith,
  posUrl,
  receipt,
  words,
} from '../support/browser.ts';
import { answerElsewhere, answerHere, comeBack, stateIn, useMethods, waiting } from '../support/methods.ts';

const { own, openPage, choose, goToMobilePay, transactions, paysOnce } = useMethods();

const returnsUrl = (url: string) => `${posUrl}/payments/returns?state=${stateIn(url)}`;

test('the customer comes back in another browser, before the answer is known and after', async () => {
  const page = await openPage();
  const url = await goToMobilePay(page);
  const other = await openPage();
  await other.goto(returnsUrl(url));
  await waiting(other).waitFor();
  expect(await words(waiting(other))).toMatch(
    /^MobilePay has not answered yet\s+That can take a few minutes\. We keep asking, and show the answer here\. You only pay once\.\s+Cancel$/,
  );
  expect(await other.evaluate(() => location.hash)).toBe('');
  await other.reload();
  await waiting(other).waitFor();
  await answerElsewhere(url, 'approve');
  await comeBack(other);
  await paysOnce(other);
  expect(await words(receipt(other))).toMatch(/Paid with\s+MobilePay/);
  // The first browser, which knows of nothing, finds the same payment.
  await page.goto(linkOf(own.merchant));
  await paysOnce(page);
});

test('a customer who comes back in another browser goes on to the shop', async () => {
  const page = await openPage();
  const redirect = `${posUrl}/sdk.js?order=1`;
  const url = await goToMobilePay(page, linkOf(own.merchant, { redirect }));
  await answerElsewhere(url, 'approve');
  const other = await openPage();
  await other.goto(returnsUrl(url));
  await other.waitForURL(/order=1&transactionId=/);
  const [transaction] = await transactions();
  expect(other.url()).toBe(`${redirect}&transactionId=${transaction.id}`);
});

test('a customer who comes back in another browser after a decline sees the form with the reason', async () => {
  const page = await openPage();
  const url = await goToMobilePay(page);
  await answerElsewhere(url, 'cancel');
  const other = await openPage();
  await other.goto(returnsUrl(url));
  await other.locator('#alert').filter({ hasText: 'The payment was not confirmed.' }).waitFor();
  await payWith(other, frictionless).catch(() => {});
  await paysOnce(other, 'card');
});

test.each([
  ['approve', 'before the customer is back'],
  ['approve', 'after the customer is back'],
  ['reject', 'before the customer is back'],
])(
  'the merchant switches all methods off, the customer answers "%s" %s in another browser, and sees the truth',
  async (given, when) => {
    const url = await goToMobilePay(await openPage());
    const { status } = await here.api('PUT', `/merchants/${own.merchant.id}`, {
      key: own.key,
      body: { methods: [] },
    });
    expect(status).toBe(204);
    const other = await openPage();
    if (when.startsWith('before')) await answerElsewhere(url, given);
    await other.goto(returnsUrl(url));
    if (when.startsWith('after')) {
      await waiting(other).filter({ hasText: 'MobilePay has not answered yet' }).waitFor();
      expect(await other.locator('#number').isVisible()).toBe(false);
      await answerElsewhere(url, given);
      await comeBack(other);
    }
    if (given === 'approve') {
      await paysOnce(other);
      expect(await words(receipt(other))).toMatch(/Paid with\s+MobilePay/);
      return;
    }
    await other.locator('#alert').filter({ hasText: 'The payment was not confirmed.' }).waitFor();
    expect(await words(other.locator('#alert'))).toContain('You have not been charged.');
    await payWith(other, frictionless);
    await paysOnce(other, 'card');
  },
);

test('Back from the method does not lead to the method again, but offers it, and the payment is made once', async () => {
  const page = await openPage();
  await goToMobilePay(page);
  await page.goBack();
  await waiting(page).waitFor();
  expect(await words(waiting(page))).toMatch(/^Confirm with MobilePay/);
  await page.reload();
  await waiting(page).waitFor();
  await page.getByRole('link', { name: 'Open MobilePay' }).click();
  await page.waitForURL(/simulated-bank/);
  await answerHere(page, 'approve');
  await paysOnce(page);
});

test('a customer who pays in another way gives the method up first, and a late agreement there moves nothing', async () => {
  const page = await openPage();
  const url = await goToMobilePay(page);
  await page.goBack();
  await waiting(page).getByRole('button', { name: 'Cancel' }).click();
  await page.locator('#alert').filter({ hasText: 'You have cancelled the payment.' }).waitFor();
  await answerElsewhere(url, 'approve');
  await page.getByRole('radio', { name: 'Card' }).check();
  await payWith(page, frictionless);
  await paysOnce(page, 'card');
  // The other browser learns that nothing was paid by the method.
  const other = await openPage();
  await other.goto(returnsUrl(url));
  await other.locator('#alert').filter({ hasText: 'The payment was not confirmed.' }).waitFor();
});

test('a customer who leaves in another browser gives the payment up', async () => {
  const page = await openPage();
  const url = await goToMobilePay(page);
  const other = await openPage();
  await other.goto(returnsUrl(url));
  await waiting(other).getByRole('button', { name: 'Cancel' }).click();
  await other.locator('#alert').filter({ hasText: 'You have cancelled the payment.' }).waitFor();
  await answerHere(page, 'approve');
  await page.locator('#alert').filter({ hasText: 'The payment was not confirmed.' }).waitFor();
  expect((await transactions()).filter(({ successful }) => successful)).toEqual([]);
});

test('Cancel after the customer has agreed shows the receipt', async () => {
  const page = await openPage();
  const url = await goToMobilePay(page);
  await page.goBack();
  await waiting(page).waitFor();
  await answerElsewhere(url, 'approve');
  await waiting(page).getByRole('button', { name: 'Cancel' }).click();
  const outcome = receipt(page).or(page.locator('#alert strong'));
  await outcome.first().waitFor();
  const good = (await transactions()).filter(({ successful }) => successful);
  // Florin decides which came first, and the page tells the truth about it.
  expect(await receipt(page).isVisible()).toBe(good.length === 1);
});

test('pressing the button several times begins one payment', async () => {
  const page = await openPage();
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/challenges/begin')) begun.push(request.url());
  });
  await page.goto(linkOf(own.merchant));
  await page.getByRole('radio', { name: 'MobilePay' }).check();
  await page.evaluate(() => {
    const form = document.getElementById('card') as HTMLFormElement;
    for (let n = 0; n < 3; n++) form.requestSubmit();
  });
  await page.waitForURL(/simulated-bank/);
  expect(begun).toHaveLength(1);
  await answerHere(page, 'approve');
  await paysOnce(page);
});

test('offline in the middle: the page continues when the connection is back, and pays once', async () => {
  const page = await openPage();
  await page.goto(linkOf(own.merchant));
  await page.getByRole('radio', { name: 'MobilePay' }).check();
  await page.locator('.method:visible').waitFor();
  await page.context().setOffline(true);
  await page.locator('#submit').click();
  await page.locator('#notice').filter({ hasText: 'No connection' }).waitFor();
  await page.context().setOffline(false);
  await page.waitForURL(/simulated-bank/);
  await page.goBack();
  await waiting(page).waitFor();
  await page.context().setOffline(true);
  await comeBack(page);
  await page.locator('#notice').filter({ hasText: 'No connection' }).waitFor();
  expect(await page.locator('#leave').isVisible()).toBe(false);
  await page.context().setOffline(false);
  await waiting(page).waitFor();
  await page.getByRole('link', { name: 'Open MobilePay' }).click();
  await page.waitForURL(/simulated-bank/);
  await answerHere(page, 'approve');
  await paysOnce(page);
});

test('a link that was paid in another way meanwhile says so', async () => {
  const { key, merchant } = own;
  const body = { amount: 4999, currency: 'EUR' };
  const { link } = (await here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  const page = await openPage();
  await goToMobilePay(page, link.url);
  const other = await openPage();
  await other.goto(link.url);
  await payWith(other, frictionless);
  await paidId(other);
  await answerHere(page, 'approve');
  await page.getByRole('heading', { name: 'This has already been paid' }).waitFor();
  expect((await transactions()).filter(({ successful }) => successful)).toHaveLength(1);
});

test('the link that this payment has paid shows the receipt to a customer who comes back in another browser', async () => {
  const { key, merchant } = own;
  const body = { amount: 4999, currency: 'EUR' };
  const { link } = (await here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  const page = await openPage();
  const url = await goToMobilePay(page, link.url);
  await answerHere(page, 'approve');
  const id = await paysOnce(page);
  const other = await openPage();
  await other.goto(returnsUrl(url));
  expect(await paidId(other)).toBe(id);
});

describe('a state that the page cannot trust', () => {
  const unknown = 'We cannot tell here whether you have paid. Ask the shop before you pay again.';

  /** Opens a page with the state, and expects neither a receipt nor the claim that nothing was charged. */
  async function expectUnknown(state: string, url = linkOf(own.merchant)): Promise<void> {
    const page = await openPage();
    await page.goto(`${url}#returned=${state}`);
    await page.locator('#alert').filter({ hasText: unknown }).waitFor();
    expect(await words(page.locator('#alert'))).toBe(unknown);
    expect(await receipt(page).isVisible()).toBe(false);
    expect(page.url()).toBe(url);
  }

  async function paidState(parameters = {}): Promise<string> {
    const page = await openPage();
    const url = await goToMobilePay(page, linkOf(own.merchant, parameters));
    await answerHere(page, 'approve');
    await paidId(page);
    return stateIn(url);
  }

  test('the page does not know the payment of a forged state', () =>
    expectUnknown('back.zzzzzz.AAAAAAAAAAAAAAAAAAAAAA.AAAA'));

  test('the page does not show a payment to another merchant, of another amount, or by another link', async () => {
    const state = await paidState();
    const { merchant } = await here.shop({ methods: ['mobilepay'] });
    await expectUnknown(state, linkOf(merchant as Merchant));
    await expectUnknown(state, linkOf(own.merchant, { value: '499.90' }));
    const body = { amount: 4999, currency: 'EUR' };
    const { link } = (await here.api('POST', `/merchants/${own.merchant.id}/links`, { key: own.key, body }))
      .body;
    await expectUnknown(state, link.url);
  });

  test('the page ignores another text in place of a state', async () => {
    const page = await openPage();
    await page.goto(`${linkOf(own.merchant)}#returned=<img>`);
    expect(await page.locator('#number').isVisible()).toBe(true);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test('a state does not take the place of a payment that is under way in the tab', async () => {
    const state = await paidState();
    const page = await openPage();
    await goToMobilePay(page);
    await page.goto(`${linkOf(own.merchant)}#returned=${state}`);
    await waiting(page).waitFor();
    expect(await words(waiting(page))).toMatch(/^MobilePay has not answered yet/);
  });
});

test('a way back to a foreign site needs a click of the customer, and a foreign page in the method’s place is refused', async () => {
  const body = {
    ...{ integration: { key: own.merchant.key }, test: {}, hints: [] as string[] },
    amount: { currency: 'EUR', exponent: 2, value: 4999 },
    method: { type: 'mobilepay', returnUrl: 'https://evil.example/' },
  };
  body.hints.push(...(await here.pos('/payments/challenges/begin', body)).body.hints);
  await here.pos('/payments', body);
  const { url } = (await here.pos('/payments/challenges/method', body)).body;
  const page = await openPage();
  await page.goto(returnsUrl(url));
  expect(new URL(page.url()).origin).toBe(posUrl);
  expect(await words(page.locator('main'))).toBe('Back to evil.example');
});

test('a method that the customer puts into the page is refused by the server', async () => {
  const page = await openPage();
  await page.goto(linkOf(own.merchant));
  await page.evaluate(() => {
    const radio = document.querySelector('#methods input') as HTMLInputElement;
    Object.assign(radio, { value: 'acme' });
    radio.dataset.needs = '';
  });
  await page.locator('#methods input').first().check();
  await page.locator('#submit').click();
  await page.locator('#alert').filter({ hasText: 'This payment cannot be made in this way.' }).waitFor();
  expect(await transactions()).toEqual([]);
  await choose(page, 'MobilePay');
  await page.waitForURL(/simulated-bank/);
});
