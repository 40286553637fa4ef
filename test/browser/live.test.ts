import type { Page } from 'playwright-core';
import { cards } from '../api/support/live.ts';
import { desktop, linkOf, look, payWith, phone, posUrl, typeCard, words } from './support/browser.ts';
import { alertOf, useLivePage } from './support/live.ts';

const { live, own, openPage, linkTo, open, reserved, intents, atBank, say, transactions, paysOnce } =
  useLivePage();

describe.each([
  ['phone', phone],
  ['small phone', { ...phone, viewport: { width: 360, height: 600 } }],
  ['desktop', desktop],
])('on a %s', (device, options) => {
  test('a customer pays by card, and the payment is captured and refunded', async () => {
    const page = await open(options);
    expect(await page.locator('.test-mark, #test-cards').count()).toBe(0);
    await payWith(page, cards.good);
    const { id, tds } = await paysOnce(page);
    expect(tds).toBeNull();
    await look(page, `live-paid-${device.replace(' ', '-')}`);
    const { move } = live.here;
    expect((await move(own.key, id, 'captures', 4999)).status).toBe(201);
    expect((await move(own.key, id, 'refunds', 1999)).status).toBe(201);
    const { captured, refunded, capturable } = live.stripe.books(own.account);
    expect([captured.EUR, refunded.EUR, capturable.EUR]).toEqual([4999, 1999, 0]);
  });

  test('the customer confirms in the bank’s iframe, which fits on the screen, and has paid', async () => {
    const page = await open(options);
    await payWith(page, cards.challenged);
    await atBank(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('bank-title');
    const box = await page.locator('#frame iframe').boundingBox();
    const viewport = page.viewportSize() ?? { width: 0, height: 0 };
    expect(box?.width).toBeGreaterThanOrEqual(Math.min(390, viewport.width));
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.height).toBeGreaterThanOrEqual(400);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    await page.screenshot({ path: `.screenshots/live-bank-${device.replace(' ', '-')}.png` });
    await say(page, 'complete');
    expect((await paysOnce(page)).tds).toBe('full');
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

/** Public numbers of the acquirer's test mode, and where the customer reads what. */
const declines: [number: string, fault: string, field?: string][] = [
  ['4000000000009995', 'There is not enough money on this card.'],
  ['4000000000000002', 'The bank has declined the payment.'],
  ['4000000000009987', 'The bank has declined the payment.'],
  ['4000000000000069', 'This card has expired.', 'expiry'],
  ['4000000000000127', 'Check the security code.', 'code'],
];

test('a payment is declined for each reason, with a message at the field concerned, and then succeeds', async () => {
  const page = await open();
  for (const [number, fault, field] of declines) {
    await page.locator('#number').fill(number);
    await page.locator('#expiry').fill('1230');
    await page.locator('#code').fill('123');
    await page.locator('#submit').click();
    await page
      .locator(field ? `#${field}-error` : '#alert')
      .filter({ hasText: fault })
      .waitFor();
    if (!field) await alertOf(page, 'You have not been charged.');
  }
  expect((await transactions()).map(({ successful }) => successful)).toEqual(declines.map(() => false));
  await page.locator('#number').fill(cards.good);
  await page.locator('#submit').click();
  await paysOnce(page);
});

test.each([
  ['378282246310005', '3782 822463 10005', '1234', 'amex', '4 digits, on the front of the card'],
  ['6011111111111117', '6011 1111 1111 1117', '123', 'discover', '3 digits, on the back of the card'],
])('%s is accepted, and grouped as on the card', async (number, written, code, scheme, hint) => {
  const page = await open();
  await page.locator('#number').pressSequentially(number);
  expect(await page.locator('#number').inputValue()).toBe(written);
  expect(await words(page.locator('#code-hint'))).toBe(hint);
  expect(await page.locator('[data-scheme]:not(.off)').getAttribute('data-scheme')).toBe(scheme);
  await page.locator('#expiry').pressSequentially('1230');
  await page.locator('#code').pressSequentially(scheme === 'amex' ? '123' : '1234');
  await page.locator('#submit').click();
  await page.locator('#code-error').filter({ hasText: 'Check the security code.' }).waitFor();
  await look(page, `live-${scheme}`);
  await page.locator('#code').fill(code);
  await page.locator('#submit').click();
  expect((await paysOnce(page)).card.scheme).toBe(scheme);
});

test('the page rejects a card of an unsupported scheme immediately', async () => {
  const page = await open();
  await page.locator('#number').fill('6759649826438453');
  await page.locator('#number').blur();
  expect(await words(page.locator('#number-error'))).toBe(
    'Use one of these cards: Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay.',
  );
});

test('the acquirer’s pages may be shown in a frame, on the page of a live merchant alone', async () => {
  const frames = async (url: string) =>
    /frame-src ([^;]+)/.exec((await fetch(url)).headers.get('content-security-policy') ?? '')?.[1];
  expect(await frames(linkTo())).toBe(`'self' ${live.stripe.url}`);
  const { merchant: other } = await live.here.shop();
  expect(await frames(linkOf(other).replace(posUrl, live.florin.posUrl))).toBe("'self'");
});

describe('the acquirer', () => {
  const ends: (() => void)[] = [];
  const failing = (rule: Parameters<typeof live.stripe.fail>[0]) => {
    const end = live.stripe.fail(rule);
    ends.push(end);
    return end;
  };
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  const asked = () => live.stripe.seen.filter(({ path }) => path.startsWith('/v1/payment_intents')).length;

  /** Checks that the page says that the outcome is unknown, reports no failure, and asks for no other card. */
  async function isSilent(page: Page): Promise<void> {
    await page.locator('#notice').waitFor({ timeout: 60_000 });
    expect(await words(page.locator('#notice-text'))).toBe(
      'The bank has not answered yet\n\nWe keep asking, and will show its answer here. You only pay once.',
    );
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('retry');
    for (const other of ['#leave', '#card', '#alert'])
      expect(await page.locator(other).isVisible()).toBe(false);
  }

  test('the acquirer does not answer for a moment: Florin retries without a message, and the customer pays once', async () => {
    const page = await open();
    failing({ how: 'lost', of: /\/confirm$/, times: 3 });
    await payWith(page, cards.good);
    await paysOnce(page);
  });

  test('the acquirer does not answer for long: the page says so, keeps asking, and shows the receipt by itself', async () => {
    const page = await open();
    const fixed = failing({ how: 'lost', of: /payment_intents/, times: 1000 });
    await payWith(page, cards.good);
    await isSilent(page);
    await look(page, 'live-silent');
    const before = asked();
    await page.waitForResponse('**/payments', { timeout: 30_000 });
    expect(asked()).toBeGreaterThan(before);
    await isSilent(page);
    fixed();
    await page.locator('#receipt').waitFor({ timeout: 60_000 });
    await paysOnce(page);
  });

  test('hangs, and a reload during the payment pays once', async () => {
    const page = await open();
    failing({ how: 'hang-after', of: /\/confirm$/, times: 3 });
    await payWith(page, cards.good);
    await page.waitForResponse((answer) => answer.status() === 504);
    await page.reload();
    await page.locator('#receipt').waitFor({ timeout: 60_000 });
    await paysOnce(page);
  });

  test('the acquirer is down, and declines later: the page asks for another card only then', async () => {
    const page = await open();
    await live.stripe.down();
    try {
      await payWith(page, cards.short);
      await isSilent(page);
    } finally {
      await live.stripe.up();
    }
    await page.locator('#retry').click();
    await alertOf(page, 'There is not enough money on this card.');
    await page.locator('#number').fill(cards.good);
    await page.locator('#submit').click();
    await page.locator('#receipt').waitFor();
    expect(reserved()).toEqual([4999]);
  });

  test('the acquirer is down for long: a customer who returns hours later sees the outcome', async () => {
    const page = await open();
    const fixed = failing({ how: 'lost', of: /payment_intents/, times: 1000 });
    await payWith(page, cards.good);
    await isSilent(page);
    await page.goto('about:blank');
    fixed();
    await page.clock.setSystemTime(Date.now() + 30 * 60_000);
    await page.goto(linkTo());
    await page.locator('#receipt').waitFor({ timeout: 60_000 });
    await paysOnce(page);
  });

  test('the acquirer does not answer when the customer leaves the bank: the payment is resolved before the page calls it cancelled', async () => {
    const page = await open();
    await payWith(page, cards.challenged);
    await atBank(page);
    const fixed = failing({ how: '500', of: /GET .*payment_intents|cancel/, times: 1000 });
    await page.locator('#cancel').click();
    await isSilent(page);
    fixed();
    await page.locator('#retry').click();
    await alertOf(page, 'The payment was not confirmed with your bank.');
    expect([intents(), reserved()]).toEqual([['canceled'], []]);
  });
});

test('the card is sent only to the vault', async () => {
  const page = await openPage();
  const sent: [url: string, body: string][] = [];
  page.on('request', (request) => sent.push([request.url(), request.postData() ?? '']));
  await page.goto(linkTo());
  await typeCard(page, cards.challenged, '847');
  await page.locator('#submit').click();
  await say(page, 'complete');
  await paysOnce(page);
  const tells = sent.filter(
    ([url, body]) => `${url} ${body}`.includes(cards.challenged) || body.includes('847'),
  );
  expect(tells.map(([url]) => url)).toEqual(Array(2).fill(`${live.florin.posUrl}/vault`));
});
