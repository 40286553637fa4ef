/** @jest-environment ./test/page-environment.cjs */

import { catalogue } from '../../../functions/core/messages/catalogue.ts';
import type { Link } from '../../../functions/payment-page/link.ts';
import { paymentPage } from '../../../functions/payment-page/payment-page.ts';
import { type Answer, type Asked, openBrowser } from '../console/browser.ts';
import { someMerchant } from '../domain/some-merchant.ts';

const browser = openBrowser();

/** The requests that start functions in advance. */
const beacons: string[] = [];
Object.assign(navigator, { sendBeacon: (url: string) => beacons.push(url) });

/** The timers of the page's script, which has no end of its own. */
const timers = new Set<NodeJS.Timeout>();
const { setTimeout: later, setInterval: repeat } = globalThis;
const noted = (made: NodeJS.Timeout) => {
  timers.add(made);
  return made;
};
Object.assign(globalThis, {
  setTimeout: (work: () => void, pause?: number) => noted(later(work, pause)),
  setInterval: (work: () => void, pause?: number) => noted(repeat(work, pause)),
});
afterEach(() => timers.forEach(clearTimeout));

const id = `65e5c0f0${'0'.repeat(16)}`;
const card = { bin: '410000', last4: '0259', expiry: '2030-12-31T23:59:59.999Z', scheme: 'visa' };
const saved = { id: 'f'.repeat(24), card } as NonNullable<Link['cards']>[number];

/** Answers as Florin does for a card whose bank approves without a question. */
const approves = ({ route, body }: Asked): Answer => {
  if (route === 'POST /vault') return [200, `sealed ${body.type}`];
  if (route === 'POST /payments/challenges/begin') return [200, { hints: ['begun'] }];
  if (route === 'POST /payments/receipts') return [202, {}];
  if (route !== 'POST /payments') return [404, { code: 'NOT_FOUND', message: '' }];
  if (body.hints.length > 0) return [200, { authorizationId: id }];
  return [200, { challenges: [{ name: 'begin', type: 'fetch', path: '/payments/challenges/begin' }] }];
};

/** Loads the page of a link with its script, as a browser does after a navigation. Its storage stays. */
async function load(over: Partial<Link> = {}): Promise<void> {
  const amount = { currency: 'EUR', exponent: 2, value: 4999 };
  const link = {
    merchant: someMerchant(),
    currency: 'EUR',
    recurring: false,
    till: false,
    inline: false,
    ...over,
  };
  const language = { name: 'en', locale: 'en' } as const;
  const view = { query: {}, base: '', language, messages: catalogue.en.page };
  const { text } = paymentPage({ ...view, link: { ...link, amount } });
  document.body.innerHTML = `${text}<template id="later"><script></script></template>`;
  await jest.isolateModulesAsync(async () => {
    await import('../../../functions/payment-page/client/later.ts');
    // The page adds the script when it needs it. Here it has run already.
    document.head.append = (copy) =>
      (copy as DocumentFragment).querySelector('script')?.onload?.(new Event('load'));
    await import('../../../functions/payment-page/client/payment.ts');
    if (over.cards) await import('../../../functions/payment-page/client/saved.ts');
  });
}

const at = <E extends HTMLElement = HTMLElement>(name: string) => document.getElementById(name) as E;

function enter(name: string, value: string, inputType = 'insertText'): void {
  const field = at<HTMLInputElement>(name);
  field.value = value;
  field.dispatchEvent(Object.assign(new Event('input', { bubbles: true }), { inputType }));
}

const press = (name = 'card') =>
  at(name).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

async function payWithCard(): Promise<void> {
  enter('number', '4100000000000000');
  enter('expiry', '1230');
  enter('code', '123');
  press();
}

const payments = () => browser.of('POST /payments');

const shown = (name: string) => browser.until(() => at(name) && !at(name).hidden && at(name));

beforeEach(() => {
  beacons.length = 0;
  browser.server = approves;
  sessionStorage.clear();
});

test('the page pays with the typed card: the vault alone receives it, and every request has the same key', async () => {
  await load();
  await payWithCard();
  await shown('receipt');
  expect(at('paid-id').textContent).toBe(id);
  expect(at('paid-card').textContent).toContain('•••• 0000');
  expect(browser.of('POST /vault').map(({ body }) => body)).toEqual([
    { type: 'pcn', value: '4100000000000000' },
    { type: 'pcsc', value: '123' },
  ]);
  expect(payments().map(({ body }) => [body.hints, body.amount.value, body.card.number])).toEqual([
    [[], 4999, 'sealed pcn'],
    [['begun'], 4999, 'sealed pcn'],
  ]);
  expect(new Set(payments().map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  expect(at<HTMLInputElement>('number').value).toBe('');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('4100000000000000');
});

test('an entry in a page that few customers see starts the functions of a payment, once', async () => {
  await load();
  at('number').dispatchEvent(new Event('focusin', { bubbles: true }));
  at('code').dispatchEvent(new Event('focusin', { bubbles: true }));
  expect(beacons.splice(0)).toEqual(
    ['vault', 'vault', 'payments', 'payments/challenges/begin'].map((path) => `/${path}?warm`),
  );
});

test('a second press while a payment is under way sends nothing', async () => {
  await load();
  await payWithCard();
  press();
  await shown('receipt');
  press();
  await browser.settle();
  expect(browser.of('POST /vault')).toHaveLength(2);
  expect(payments()).toHaveLength(2);
});

test('an incomplete card sends nothing, and names the fields', async () => {
  await load();
  enter('number', '4100000000000000');
  press();
  expect([at('number-error').textContent, at('expiry-error').textContent]).toEqual([
    '',
    expect.stringMatching(/./),
  ]);
  expect(browser.asked).toEqual([]);
});

test('a declined card says that nothing was charged, and the next press is a payment of its own', async () => {
  browser.server = (asked) =>
    asked.route === 'POST /payments' && asked.body.hints.length > 0
      ? [400, { code: 'PAYMENT_CARD_DECLINED', message: '' }]
      : approves(asked);
  await load();
  await payWithCard();
  const said = await browser.until(() => at('alert').textContent);
  expect(said).toContain(catalogue.en.page.errors.notCharged);
  browser.server = approves;
  press();
  await shown('receipt');
  expect(new Set(payments().map(({ headers }) => headers['Idempotency-Key'])).size).toBe(2);
});

test('after a lost answer the customer repeats the same request, also after a reload', async () => {
  browser.server = (asked) =>
    asked.route === 'POST /payments' && asked.body.hints.length > 0 ? undefined : approves(asked);
  await load();
  await payWithCard();
  await shown('notice');
  await load();
  browser.server = approves;
  await shown('notice');
  at('retry').click();
  await shown('receipt');
  expect(new Set(payments().map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
});

test('a saved card needs its security code only; a typed number takes its place', async () => {
  await load({ cards: [saved] });
  enter('code', '123');
  press();
  await shown('receipt');
  expect(browser.of('POST /vault').map(({ body }) => body.type)).toEqual(['pcsc']);
  expect(payments()[0]?.body.card).toMatchObject({ saved: saved.id });

  browser.close();
  sessionStorage.clear();
  await load({ cards: [saved] });
  await payWithCard();
  await shown('receipt');
  expect(payments()[0]?.body.card).toMatchObject({ number: 'sealed pcn' });
  expect(payments()[0]?.body.card.saved).toBeUndefined();
});

test('the receipt is mailed to the address that the customer enters, and to no invalid one', async () => {
  await load();
  await payWithCard();
  await shown('receipt');
  enter('mail-to', 'ann');
  press('mail');
  expect(at('mail-error').textContent).not.toBe('');
  enter('mail-to', 'ann@example.com');
  press('mail');
  await browser.until(() => at('mailed').textContent?.includes('ann@example.com'));
  expect(browser.of('POST /payments/receipts').map(({ body }) => [body.transactionId, body.email])).toEqual([
    [id, 'ann@example.com'],
  ]);
});
