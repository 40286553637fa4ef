import { send } from '../api/support/http.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { type Order, ordersIn, ownExpressShop, startBefore } from './express-orders.ts';

const { api, pos } = world();
const own = ownExpressShop();
const { order, introduce, paid, report, look, fulfilments, moneyOf } = ordersIn(own);

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

/** A customer of an order who is at the simulated bank. */
interface AtBank {
  url: string;
  state: string;
  /** Gives the bank's answer, which sends the customer back. */
  answer(given: string): Promise<void>;
  /** Asks for the outcome, as the payment page does in whichever browser the customer comes back. */
  returned(): Promise<{ status: number; body: Json }>;
}

/** Chooses MobilePay on the payment page of the order, until the bank asks. */
async function toBank(its: Order): Promise<AtBank> {
  const { headers } = await send(`${its.url}/link`, 'POST', {
    headers: { cookie: its.cookie },
    form: { name: 'Ada', email: 'ada@example.com' },
  });
  const page = headers.location ?? '';
  const body: Json = {
    integration: { key: own.merchant.key },
    test: {},
    linkId: page.split('/').at(-1),
    amount: { currency: 'EUR', exponent: 2, value: its.amount },
    method: { type: 'mobilepay', returnUrl: page },
    hints: [],
  };
  body.hints.push(...(await pos('/payments/challenges/begin', body)).body.hints);
  expect((await pos('/payments', body)).body.challenges).toMatchObject([{ name: 'method' }]);
  const { url } = (await pos('/payments/challenges/method', body)).body;
  const state = new URL(url).searchParams.get('state') ?? '';
  return {
    ...{ url, state },
    answer: async (given) => {
      const back = await send(url.split('?')[0], 'POST', { form: { state, answer: given } });
      expect(back.status).toBe(303);
    },
    returned: () => pos('/payments/returns', { state }),
  };
}

/** The customer comes back to the shop from the payment page, as its `redirect` says. */
const comeBack = ({ url }: Order, transactionId: string, cookie: string) =>
  send(`${url}/return?transactionId=${transactionId}`, 'GET', { headers: { cookie } });

const offerMobilePay = () =>
  api('PUT', `/merchants/${own.merchant.id}`, { key: own.key, body: { methods: ['mobilepay'] } });

const once = { captured: 4998, voided: 0, entries: 1 };

describe('without webhooks', () => {
  startBefore(own);
  beforeAll(async () => {
    await offerMobilePay();
    await own.shop.kill();
    await own.shop.start();
  });

  test('the checkout offers MobilePay beside the card fields', async () => {
    const { text } = await look(await order());
    expect(text).toContain('>Pay by MobilePay</button>');
    expect(text).toContain('id="card"');
  });

  test('a customer who has agreed in the app comes back, and the money is taken once', async () => {
    const its = await order();
    const bank = await toBank(its);
    await bank.answer('approve');
    const { authorizationId } = (await bank.returned()).body;
    expect(await comeBack(its, authorizationId, its.cookie)).toMatchObject({
      status: 303,
      headers: { location: `/orders/${its.id}` },
    });
    expect((await look(its)).text).toContain('Thank you');
    expect([await moneyOf(authorizationId), fulfilments(its)]).toEqual([once, 1]);
  });

  test('a customer who comes back in another browser has paid, and sees nothing of the order', async () => {
    const its = await order();
    const bank = await toBank(its);
    await bank.answer('approve');
    const { authorizationId } = (await bank.returned()).body;
    for (const cookie of ['', (await order()).cookie]) {
      const there = await comeBack(its, authorizationId, cookie);
      expect([there.status, there.text]).toEqual([200, expect.stringContaining('your payment has arrived')]);
      expect(there.text).not.toMatch(/ada|€|Java/i);
    }
    expect((await comeBack(its, '0'.repeat(24), '')).status).toBe(404);
    expect((await look(its)).text).toContain('Thank you');
    expect([await moneyOf(authorizationId), fulfilments(its)]).toEqual([once, 1]);
  });

  test('the shop says that an answer is missing, and does not call the order unpaid or paid', async () => {
    const its = await order();
    const bank = await toBank(its);
    await bank.answer('late');
    expect((await bank.returned()).body).toMatchObject({ state: 'open' });
    expect(await report(its)).toBe(409);
    const { text } = await look(its);
    expect(text).toContain('If you have agreed in an app already, please wait');
    expect(fulfilments(its)).toBe(0);
    await waitUntil(
      async () => report(its),
      (status) => status === 204,
    );
    expect(fulfilments(its)).toBe(1);
  });

  test('a customer who pays by card while the app is still open pays once', async () => {
    const its = await order();
    const bank = await toBank(its);
    const linkId = /l\\?\/([0-9a-f]{24})/.exec((await look(its)).text)?.[1];
    const card = await paid(its, { linkId, custom: undefined });
    expect(await report(its, card)).toBe(204);
    await bank.answer('approve');
    const late = await bank.returned();
    expect([late.status, late.body.authorizationId]).not.toEqual([201, expect.any(String)]);
    expect([await moneyOf(card), fulfilments(its)]).toEqual([once, 1]);
    const query = { limit: 100, 'filter[successful]': 'yes' };
    const { body } = await api('GET', `/merchants/${own.merchant.id}/transactions`, { key: own.key, query });
    expect(body.filter(({ custom }: Json) => custom?.reference === its.id)).toHaveLength(1);
  });

  test('a customer who has rejected the payment in the app can pay by card', async () => {
    const its = await order();
    const bank = await toBank(its);
    await bank.answer('reject');
    expect((await bank.returned()).body.code).toBe('PAYMENT_REJECTED_BY_ISSUER');
    expect(await report(its)).toBe(409);
    expect(await report(its, await paid(its))).toBe(204);
    expect(fulfilments(its)).toBe(1);
  });
});

describe('with the webhook of Florin', () => {
  startBefore(own, async (port) => {
    const { key, merchant } = own;
    await offerMobilePay();
    const body = { url: `http://127.0.0.1:${port}/hooks` };
    const { webhook } = (await api('POST', `/merchants/${merchant.id}/webhooks`, { key, body })).body;
    return webhook.secret;
  });

  test('an order is fulfilled before its customer is back from the app, and once', async () => {
    const its = await order();
    const bank = await toBank(its);
    await bank.answer('approve');
    await waitUntil(async () => fulfilments(its), Boolean);
    const { authorizationId } = (await bank.returned()).body;
    expect((await comeBack(its, authorizationId, its.cookie)).status).toBe(303);
    expect((await look(its)).text).toContain('Thank you');
    expect([await moneyOf(authorizationId), fulfilments(its)]).toEqual([once, 1]);
  });

  test('a late answer fulfils the order of a customer who has left', async () => {
    const its = await order();
    await introduce(its);
    const bank = await toBank(its);
    await bank.answer('late');
    await waitUntil(async () => fulfilments(its), Boolean);
    expect(fulfilments(its)).toBe(1);
  });
});
