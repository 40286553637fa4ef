import type { Page } from 'playwright-core';
import {
  answerBank,
  bankOf,
  desktop,
  frictionless,
  here,
  isPaying,
  look,
  type Merchant,
  paidId,
  pays,
  payWith,
  phone,
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
  shop = await startShop('', '');
});

beforeEach(async () => {
  ({ key, merchant } = await here.shop());
});

afterAll(() => shop?.stop());

const order = {
  amount: 4999,
  currency: 'EUR',
  text: 'Two bags of Java, whole beans',
  lines: [
    { text: 'Java, 1 kg', quantity: 2, amount: 5400 },
    { text: 'Regulars pay less', amount: -401 },
  ],
  reference: 'Order 1234',
};

async function link(over: object = {}): Promise<Merchant> {
  const made = await here.api('POST', `/merchants/${merchant.id}/links`, {
    key,
    body: { ...order, ...over },
  });
  return made.body.link;
}

const read = async (id: string): Promise<Merchant> =>
  (await here.api('GET', `/links/${id}`, { key })).body.link;
const switchOff = (id: string) => here.api('DELETE', `/links/${id}`, { key });

/** Checks that the page says that its link has ended, and shows no form. */
async function endedIn(page: Page): Promise<string> {
  await page.locator('#ended').waitFor();
  expect(await page.locator('#card').isVisible()).toBe(false);
  return words(page.locator('#ended h2'));
}

/** Delays the payment request. Returns a function that lets it continue. */
async function holdPayment(page: Page) {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  let hold = () => {};
  const held = new Promise<void>((done) => {
    hold = done;
  });
  await page.route('**/payments', async (route) => {
    if (isPaying(route)) {
      hold();
      await released;
    }
    await route.continue();
  });
  return { held, release };
}

test('a payment leads to a receipt, and to a transaction with all values of the link', async () => {
  const page = await openPage();
  const { id, url } = await link({ recurring: true });
  await page.goto(url);
  expect(await words(page.locator('h1'))).toMatch(/Coffee & John\s+example\.com\s+€49\.99/);
  expect((await words(page.locator('.lines'))).split(/\s*\n\s*/)).toEqual([
    'Java, 1 kg × 2',
    '€54.00',
    'Regulars pay less',
    '-€4.01',
  ]);
  expect(await words(page.locator('.agreement'))).toContain('may charge this card again');
  await payWith(page);
  await answerBank(page, 'confirm');
  const transactionId = await paidId(page);
  expect(await words(receipt(page))).toContain('Order 1234');
  expect(await here.transaction(key, transactionId)).toMatchObject({
    amount: 4999,
    descriptor: merchant.descriptor,
    custom: { reference: 'Order 1234' },
    linkId: id,
    tds: 'full',
  });
  expect(await read(id)).toMatchObject({ paid: 1, payments: [{ transactionId }] });
});

const manyLines = (count: number) => {
  const lines = Array.from({ length: count }, (_, index) => ({ text: `Item ${index + 1}`, amount: 100 }));
  return { amount: 100 * count, lines };
};

test.each([
  [3, phone],
  [4, phone],
  [30, phone],
  [30, { ...phone, colorScheme: 'dark' as const }],
  [30, desktop],
])('the page of a link with %i lines, %#, shows its button without scrolling', async (count, device) => {
  const page = await openPage(device);
  const { url } = await link(manyLines(count));
  await page.goto(url);
  const { y = 0, height = 0 } = (await page.locator('#submit').boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(device.viewport?.height ?? 0);
  await look(page, `lines-${count}-${device === desktop ? 'desktop' : (device.colorScheme ?? 'phone')}`);
  expect(await page.locator('.items').count()).toBe(count > 3 ? 1 : 0);
  expect(await page.locator('.lines').isVisible()).toBe(count <= 3);
  if (count <= 3) return;
  await page.locator('.items summary').press('Enter');
  expect(await page.locator('.lines li').last().isVisible()).toBe(true);
  expect(await words(page.locator('.lines li').last())).toMatch(`Item ${count}`);
});

test('lines can be opened without scripts, and all of them are printed', async () => {
  const { url } = await link(manyLines(30));
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(url);
  await page.locator('.items summary').click();
  expect(await page.locator('.lines li').last().isVisible()).toBe(true);

  const printed = await openPage();
  await printed.goto(url);
  await printed.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await printed.locator('.lines li').last().isVisible()).toBe(true);
});

test('the page continues to the redirect; the link back leads to the shop without a payment', async () => {
  const page = await openPage();
  const { id, url } = await link({
    redirect: `${shop.origin}/thanks?order=1234`,
    cancel: `${shop.origin}/basket`,
  });
  await page.goto(url);
  await page.getByRole('link', { name: /^Back to 127/ }).click();
  await page.waitForURL(`${shop.origin}/basket`);
  await page.goBack();
  await payWith(page, frictionless);
  await page.waitForURL(`${shop.origin}/thanks**`);
  const [{ transactionId }] = (await read(id)).payments;
  expect(page.url()).toBe(`${shop.origin}/thanks?order=1234&transactionId=${transactionId}`);
});

test('a reload shows the receipt again; a new visit says that the link has been paid', async () => {
  const page = await openPage();
  const { url } = await link();
  await page.goto(url);
  await payWith(page, frictionless);
  const id = await paidId(page);
  await page.reload();
  expect(await paidId(page)).toBe(id);
  expect(await page.locator('#ended').isVisible()).toBe(false);
  const other = await openPage();
  expect((await other.goto(url))?.status()).toBe(410);
  expect(await endedIn(other)).toBe('This has already been paid');
  expect(await words(other.locator('#ended'))).toContain('ask Coffee & John for a new link');
});

test('two tabs pay a link for one payment: one charge, and the other tab says that the link was paid', async () => {
  const [one, two] = [await openPage(), await openPage()];
  const { id, url } = await link();
  const holds = [];
  for (const page of [one, two]) {
    await page.goto(url);
    const hold = await holdPayment(page);
    await payWith(page, frictionless);
    await hold.held;
    holds.push(hold);
  }
  for (const { release } of holds) release();
  const ends = [one, two].map((page) => page.locator('#receipt, #ended').locator('visible=true').waitFor());
  await Promise.all(ends);
  const paid = await Promise.all([one, two].map((page) => receipt(page).isVisible()));
  expect(paid.sort()).toEqual([false, true]);
  const late = (await receipt(one).isVisible()) ? two : one;
  expect(await endedIn(late)).toBe('This has already been paid');
  expect(await words(late.locator('main'))).not.toMatch(/card|bank|declined/i);
  expect(await read(id)).toMatchObject({ paid: 1, status: 'used' });
  expect(await transactionsOf(key, merchant)).toHaveLength(1);
});

test.each([
  [
    'before the button',
    async (page: Page, off: () => Promise<unknown>) => {
      await typeCard(page, pays);
      await off();
      await page.locator('#submit').click();
    },
  ],
  [
    'while the bank asks',
    async (page: Page, off: () => Promise<unknown>) => {
      await payWith(page);
      await bankOf(page);
      await off();
      await answerBank(page, 'confirm');
    },
  ],
])(
  'if the link is disabled during the payment, %s, there is no charge, and the page does not blame the card',
  async (_, pay) => {
    const page = await openPage();
    const { id, url } = await link({ uses: 2 });
    await page.goto(url);
    await pay(page, () => switchOff(id));
    expect(await endedIn(page)).toBe('This payment link has been switched off');
    await page.reload();
    await endedIn(page);
    expect(await read(id)).toMatchObject({ paid: 0 });
    expect(await transactionsOf(key, merchant)).toEqual([]);
  },
);

test('a reload during the payment that uses up the link shows its receipt', async () => {
  const page = await openPage();
  const { id, url } = await link();
  await page.goto(url);
  await loseAnswer(page, true);
  await payWith(page, frictionless);
  await page.locator('#notice').waitFor();
  expect(await read(id)).toMatchObject({ paid: 1 });
  await page.unrouteAll();
  await page.reload();
  const transactionId = await paidId(page);
  expect(await read(id)).toMatchObject({ paid: 1, payments: [{ transactionId }] });
});

test('a reload of a payment says that another tab has paid the link', async () => {
  const page = await openPage();
  const { id, url } = await link();
  await page.goto(url);
  await payWith(page);
  await bankOf(page);
  await payElsewhere(url);
  await page.reload();
  expect(await endedIn(page)).toBe('This has already been paid');
  expect(await read(id)).toMatchObject({ paid: 1 });
});

/** Loses the answer to the payment request, or the request itself. */
async function loseAnswer(page: Page, arrives: boolean): Promise<void> {
  await page.route('**/payments', async (route) => {
    if (!isPaying(route)) return route.continue();
    if (arrives) await route.fetch();
    return route.abort();
  });
}

/** Another customer pays on another device. */
async function payElsewhere(url: string): Promise<void> {
  const other = await openPage();
  await other.goto(url);
  await payWith(other, frictionless);
  await paidId(other);
}

test('a reload after a declined payment with a lost response says that another customer has paid the link', async () => {
  const page = await openPage();
  const { url } = await link();
  await page.goto(url);
  await loseAnswer(page, true);
  await payWith(page, '4100000000000010');
  await answerBank(page, 'confirm');
  await page.locator('#notice').waitFor();
  await payElsewhere(url);
  await page.unrouteAll();
  await page.reload();
  expect(await endedIn(page)).toBe('This has already been paid');
});

test.each([
  ['which never arrived, and the link was paid meanwhile: it says so', false],
  ['which has paid: a receipt', true],
])('a reload ten minutes later resolves a payment %s', async (_, arrives) => {
  const page = await openPage();
  await page.clock.install();
  const { id, url } = await link();
  await page.goto(url);
  await loseAnswer(page, arrives);
  await payWith(page, frictionless);
  await page.locator('#notice').waitFor();
  if (!arrives) await payElsewhere(url);
  await page.unrouteAll();
  await page.clock.fastForward(10 * 60_000);
  await page.reload();
  if (arrives) await paidId(page);
  else expect(await endedIn(page)).toBe('This has already been paid');
  expect(await read(id)).toMatchObject({ paid: 1 });
});

test('a declined card can be followed by another one', async () => {
  const page = await openPage();
  const { id, url } = await link();
  await page.goto(url);
  await payWith(page, '4100000000000010');
  await answerBank(page, 'confirm');
  await page.locator('#alert:not(:empty)').waitFor();
  expect(await read(id)).toMatchObject({ paid: 0, status: 'open' });
  await page.locator('#number').fill('');
  await page.locator('#expiry').fill('');
  await page.locator('#code').fill('');
  await payWith(page, frictionless);
  await paidId(page);
  expect(await read(id)).toMatchObject({ paid: 1, status: 'used' });
});

test('a customer pays and reaches the link back by keyboard alone', async () => {
  const page = await openPage(desktop);
  const { url } = await link({ cancel: `${shop.origin}/basket` });
  await page.goto(url);
  await page.locator('#number').focus();
  for (const text of [frictionless, '1230', '123']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('submit');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Back to 127/);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await paidId(page);
});

const looks = Object.entries({ phone: { ...phone, deviceScaleFactor: 2 }, desktop }).flatMap(
  ([name, device]) =>
    (['light', 'dark'] as const).map(
      (colorScheme) => [`${name}-${colorScheme}`, { ...device, colorScheme }] as const,
    ),
);

test.each(looks)(
  'every state of the page of a link is accessible and fits the screen: %s',
  async (name, device) => {
    const page = await openPage(device);
    const { id, url } = await link({ cancel: `${shop.origin}/basket`, uses: 2 });
    await page.goto(url);
    await look(page, `link-${name}-1-start`, true);
    await payWith(page, frictionless);
    await paidId(page);
    await look(page, `link-${name}-2-receipt`);
    await switchOff(id);
    await page.goto(url);
    await endedIn(page);
    await look(page, `link-${name}-3-off`);
    const once = await link();
    await page.goto(once.url);
    await payWith(page, frictionless);
    await paidId(page);
    await page.goto(once.url);
    await endedIn(page);
    await look(page, `link-${name}-4-used`);
    await page.goto(`${url.slice(0, -24)}${'f'.repeat(24)}`);
    await look(page, `link-${name}-5-none`);
  },
);

test.each([
  ['da', 'Dette er allerede betalt'],
  ['de', 'Diese Zahlung ist bereits erfolgt'],
  ['fr', 'Ce paiement a déjà été effectué'],
])(
  'the page of a link in %s fits the narrowest phone, before and after the payment',
  async (locale, paid) => {
    const page = await openPage({ ...phone, viewport: { width: 320, height: 640 } });
    const { url } = await link({ locale, cancel: `${shop.origin}/basket` });
    await page.goto(url);
    await look(page, `link-language-${locale}`, true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await payWith(page, frictionless);
    await paidId(page);
    await page.goto(url);
    expect(await endedIn(page)).toBe(paid);
  },
);
