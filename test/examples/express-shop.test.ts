import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { send } from '../api/support/http.ts';
import { until } from '../api/support/until.ts';
import { world } from '../api/support/world.ts';
import { type Cutting, startCutting } from './cutting.ts';
import { type ExpressShop, installExpressShop, password, startExpressShop } from './express.ts';
import { freePort } from './free-port.ts';

const { api, createMerchant, move, payment, pay, shop: newAccount, transaction } = world();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';
const posUrl = process.env.FLORIN_POS_URL ?? '';

let folder: string;
let remove: () => void;
beforeAll(() => {
  ({ folder, remove } = installExpressShop());
});
afterAll(() => remove?.());

let shop: ExpressShop;
let key: string;
// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
let merchant: any;

interface Order {
  id: string;
  /** Names the customer to the shop. */
  cookie: string;
  url: string;
  amount: number;
}

/** Makes an order in a browser that has these cookies. */
async function order(quantity = 2, cookie = ''): Promise<Order> {
  const { status, headers } = await send(`${shop.url}/orders`, 'POST', {
    form: { quantity: String(quantity) },
    headers: { cookie },
  });
  expect(status).toBe(303);
  const [, id = ''] = /^\/orders\/([0-9a-f-]{36})$/.exec(headers.location ?? '') ?? [];
  const set = String(headers['set-cookie']);
  expect(set).toMatch(/; HttpOnly; SameSite=Lax/);
  return { id, cookie: set.split(';')[0] ?? '', url: `${shop.url}/orders/${id}`, amount: 2499 * quantity };
}

const json = { accept: 'application/json' };

/** Sends the name and the address, as the page does before it pays. */
const introduce = ({ url, cookie }: Order, body: unknown = { name: 'Ada', email: 'ada@example.com' }) =>
  send(`${url}/customer`, 'PUT', { body, headers: { ...json, cookie } });

/** Pays for an order as its page does, or differently by `over`. @returns the id of the transaction */
async function paid({ id, amount }: Order, over: Record<string, unknown> = {}, by = merchant) {
  const body = await payment(by, {
    amount: { currency: 'EUR', exponent: 2, value: amount },
    custom: { reference: id },
    ...over,
  });
  const answer = await pay(body);
  expect(answer.status).toBe(201);
  return answer.body.authorizationId as string;
}

/** The page reports a transaction, or asks the shop to find one. Returns the status. */
const report = async ({ url, cookie }: Order, transactionId?: string): Promise<number> =>
  (await send(`${url}/payment`, 'POST', { body: { transactionId }, headers: { ...json, cookie } })).status;

const look = ({ url, cookie }: Order) => send(url, 'GET', { headers: { cookie } });

const fulfilments = ({ id }: Order) => shop.changes().filter((it) => it.id === id && it.fulfilled).length;

/** The captured and voided amount of a transaction, and how many movements it has. */
async function moneyOf(id: string): Promise<{ captured: number; voided: number; entries: number }> {
  const { capturedAmount, voidedAmount, trail } = await transaction(key, id);
  return { captured: capturedAmount, voided: voidedAmount, entries: trail.length };
}

describe('without webhooks, except those that the test delivers', () => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  let line: Cutting;

  beforeAll(async () => {
    ({ key, merchant } = await newAccount());
    line = await startCutting(baseUrl);
    const account = { baseUrl: line.url, posUrl, key, merchantId: merchant.id, secret };
    shop = await startExpressShop(folder, await freePort(), account);
  });
  afterEach(() => line.lose(undefined));
  afterAll(async () => {
    await shop?.stop();
    line?.stop();
  });

  /** An event as Florin would send it about a transaction. */
  const eventOf = async (id: string, type = 'transaction.created') => ({
    ...{ id: randomUUID(), type, merchantId: merchant.id, test: true, version: 1, sequence: 0 },
    data: { transaction: await transaction(key, id) },
  });

  /** Posts an event as Florin does, or with faults. @returns the status */
  async function deliver(
    event: object,
    { by = secret, at = new Date(), change = (text: string) => text } = {},
  ) {
    const text = JSON.stringify(event);
    const id = randomUUID();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(by).sign(id, at, text),
    };
    return (await send(`${shop.url}/hooks`, 'POST', { body: change(text), headers })).status;
  }

  test('sells: a page, an order, a payment, a receipt, and the money is taken', async () => {
    const front = await send(`${shop.url}/`, 'GET');
    expect([front.status, front.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining(`script-src 'self' ${posUrl}; frame-src ${posUrl};`),
    ]);
    const its = await order();
    expect((await look(its)).text).toContain('Pay €49.98');
    expect((await introduce(its)).status).toBe(204);
    const id = await paid(its);
    expect(await report(its, id)).toBe(204);
    const receipt = await look(its);
    expect([receipt.status, receipt.text]).toEqual([200, expect.stringContaining('Thank you')]);
    expect(receipt.text).toContain('ada@example.com');
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
  });

  test('the shop does its own arithmetic: it takes no price from a browser, and no quantity that is none', async () => {
    const form = { quantity: '2', price: '1', amount: '1', total: '1' };
    const { headers } = await send(`${shop.url}/orders`, 'POST', { form });
    const [made] = shop.changes().slice(-1);
    expect([headers.location, made.amount]).toEqual([`/orders/${made.id}`, 4998]);
    for (const quantity of ['0', '-1', '10', '1.5', 'x', '', '1e9'])
      expect([
        quantity,
        (await send(`${shop.url}/orders`, 'POST', { form: { quantity, amount: '1', price: '1' } })).status,
      ]).toEqual([quantity, 400]);
  });

  test('says which field of the customer is wrong', async () => {
    const its = await order();
    const faults = await Promise.all([
      introduce(its, { name: ' ', email: 'ada@example.com' }),
      introduce(its, { name: 'Ada', email: 'ada' }),
      introduce(its, { name: ['Ada'], email: {} }),
      introduce(its, []),
    ]);
    expect(faults.map(({ status, body }) => [status, body.field])).toEqual([
      [400, 'name'],
      [400, 'email'],
      [400, 'name'],
      [400, 'name'],
    ]);
  });

  test('writes what customers type as text, never as markup', async () => {
    const its = await order();
    await introduce(its, { name: '<b>', email: '"><script>alert(1)</script>@x' });
    await report(its, await paid(its));
    const { text } = await look(its);
    expect([text.includes('<script>alert'), text.includes('&#60;script&#62;')]).toEqual([false, true]);
  });

  describe('the webhook', () => {
    test('forged: without a signature, by another secret, or with another body, it has no effect', async () => {
      const its = await order();
      const event = await eventOf(await paid(its));
      const unsigned = await send(`${shop.url}/hooks`, 'POST', { body: event });
      const another = `whsec_${randomBytes(24).toString('base64')}`;
      expect([
        unsigned.status,
        await deliver(event, { by: another }),
        await deliver(event, { change: (text) => text.replace(/4998/g, '4999') }),
        await deliver(event, { change: (text) => ` ${text}` }),
        (await send(`${shop.url}/hooks`, 'POST', { body: '' })).status,
      ]).toEqual([401, 401, 401, 401, 401]);
      expect(fulfilments(its)).toBe(0);
    });

    test('verified over the bytes that came, also if they are no neat JSON', async () => {
      const its = await order();
      const { transaction: snapshot } = (await eventOf(await paid(its))).data;
      const id = randomUUID();
      const text = ` {\n"data" : {"transaction":{ "id":"${snapshot.id}" } } , "type":"é\\u00e9" }`;
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, new Date(), text),
      };
      expect((await send(`${shop.url}/hooks`, 'POST', { body: text, headers })).status).toBe(204);
      expect(fulfilments(its)).toBe(1);
    });

    test('replayed: it is refused later, and fulfils nothing twice at once', async () => {
      const its = await order();
      const id = await paid(its);
      const event = await eventOf(id);
      expect(await deliver(event, { at: new Date(Date.now() - 6 * 60_000) })).toBe(401);
      expect(fulfilments(its)).toBe(0);
      const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(event)));
      expect(answers).toEqual([204, 204, 204, 204, 204]);
      expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
    });

    test('out of order: the news of a refund first, and of the payment afterwards, fulfils nothing', async () => {
      const its = await order();
      const id = await paid(its);
      const created = await eventOf(id);
      await move(key, id, 'captures', 4998);
      await move(key, id, 'refunds', 4998);
      expect(await deliver(await eventOf(id, 'transaction.refunded'))).toBe(204);
      expect(await deliver(created)).toBe(204);
      expect(fulfilments(its)).toBe(0);
      expect(shop.changes().filter((it) => it.id === its.id && it.refunded)).toHaveLength(1);
    });

    test('out of order: news of a capture that comes before that of the payment fulfils once', async () => {
      const its = await order();
      const id = await paid(its);
      const created = await eventOf(id);
      await move(key, id, 'captures', 4998);
      expect(await deliver(await eventOf(id, 'transaction.captured'))).toBe(204);
      expect(await deliver(created)).toBe(204);
      expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
    });

    test('earlier than the customer: the order is fulfilled, and the customer sees the receipt', async () => {
      const its = await order();
      const id = await paid(its);
      expect(await deliver(await eventOf(id))).toBe(204);
      expect(await report(its, id)).toBe(204);
      expect((await look(its)).text).toContain('Thank you');
      expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
    });

    test('at the same time as the customer: money is taken once', async () => {
      const its = await order();
      const id = await paid(its);
      const event = await eventOf(id);
      expect(await Promise.all([deliver(event), report(its, id), deliver(event), report(its, id)])).toEqual([
        204, 204, 204, 204,
      ]);
      expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
    });

    test('of things that the shop does not sell, it is answered and ignored', async () => {
      const other = await newAccount();
      const its = await order();
      const strange = await paid(its, {}, other.merchant);
      const nothing = { type: 'payout.created', merchantId: merchant.id, data: { payout: { id: 'x' } } };
      const unknown = { type: 'transaction.created', data: { transaction: { id: '0'.repeat(24) } } };
      const foreign = { type: 'transaction.created', data: { transaction: { id: strange } } };
      const mine = await eventOf(await paid({ ...its, id: 'another shop of this merchant' }));
      expect(await Promise.all([nothing, unknown, foreign, mine].map((event) => deliver(event)))).toEqual([
        204, 204, 204, 204,
      ]);
      expect(fulfilments(its)).toBe(0);
    });

    test('answers the challenge of Florin', async () => {
      const event = { type: 'webhook.tested', data: { challenge: 'abc' } };
      expect(await deliver(event)).toBe(200);
    });

    test('that cannot be answered for now is sent again', async () => {
      const its = await order();
      const id = await paid(its);
      const event = await eventOf(id);
      line.lose(/GET \/transactions/);
      expect(await deliver(event)).toBe(502);
      line.lose(undefined);
      expect(await deliver(event)).toBe(204);
      expect(fulfilments(its)).toBe(1);
    });
  });

  test('an amount or a currency that the customer has changed pays for nothing, and is released', async () => {
    for (const amount of [
      { currency: 'EUR', exponent: 2, value: 1 },
      { currency: 'EUR', exponent: 2, value: 4999 },
      { currency: 'DKK', exponent: 2, value: 4998 },
    ]) {
      const its = await order();
      const id = await paid(its, { amount });
      expect(await report(its, id)).toBe(409);
      expect([await moneyOf(id), fulfilments(its)]).toEqual([
        { captured: 0, voided: amount.value, entries: 1 },
        0,
      ]);
      expect(await report(its, await paid(its))).toBe(204);
    }
  });

  test('a declined payment, another merchant, another order, and ids that are none pay for nothing', async () => {
    const [its, another] = [await order(), await order()];
    const other = await newAccount();
    const foreign = await paid(its, {}, other.merchant);
    const ofSameApp = await paid(its, {}, await createMerchant(key));
    const theirs = await paid(another);
    await pay(
      await payment(merchant, {
        amount: { currency: 'EUR', exponent: 2, value: its.amount },
        custom: { reference: its.id },
        test: { tds: { challenge: false }, card: { status: 'disabled' } },
      }),
    );
    const query = { limit: 1, 'filter[successful]': 'no' };
    const { body } = await api('GET', `/merchants/${merchant.id}/transactions`, { key, query });
    for (const id of [foreign, ofSameApp, theirs, body[0].id, '0'.repeat(24)])
      expect([id, await report(its, id)]).toEqual([id, 409]);
    for (const id of ['', 'x', '../me', `${theirs}/captures`, `${theirs}\n`])
      expect([id, await report(its, id)]).toEqual([id, 400]);
    expect([await moneyOf(theirs), fulfilments(its)]).toEqual([{ captured: 0, voided: 0, entries: 0 }, 0]);
    expect((await transaction(other.key, foreign)).voidedAmount).toBe(0);
    expect(await moneyOf(ofSameApp)).toEqual({ captured: 0, voided: 0, entries: 0 });
    expect(await report(another, theirs)).toBe(204);
  });

  test('two clicks on pay: one report twice is one payment, and a second payment is released', async () => {
    const its = await order();
    const first = await paid(its);
    expect(await Promise.all([report(its, first), report(its, first)])).toEqual([204, 204]);
    const second = await paid(its);
    expect(await report(its, second)).toBe(409);
    expect([await moneyOf(first), await moneyOf(second), fulfilments(its)]).toEqual([
      { captured: 4998, voided: 0, entries: 1 },
      { captured: 0, voided: 4998, entries: 1 },
      1,
    ]);
  });

  test('two devices that pay at once: one payment is taken, and the other one released', async () => {
    const its = await order();
    const ids = await Promise.all([paid(its), paid(its)]);
    expect((await Promise.all(ids.map((id) => report(its, id)))).sort()).toEqual([204, 409]);
    const money = await Promise.all(ids.map(moneyOf));
    expect(money.map(({ captured }) => captured).sort()).toEqual([0, 4998]);
    expect(money.map(({ voided }) => voided).sort()).toEqual([0, 4998]);
    expect(fulfilments(its)).toBe(1);
  });

  test('a payment that the shop has voided before its capture leaves the order to be paid again', async () => {
    const its = await order();
    const id = await paid(its);
    await shop.kill();
    shop.append({ id: its.id, transactionId: id });
    await move(key, id, 'voids', 4998);
    await shop.start();
    expect(await report(its, id)).toBe(409);
    expect(await report(its, await paid(its))).toBe(204);
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 0, voided: 4998, entries: 1 }, 1]);
  });

  test('a second payment of a merchant that captures at once is refunded', async () => {
    await api('PUT', `/merchants/${merchant.id}`, { key, body: { capture: true } });
    const its = await order();
    const ids = [await paid(its), await paid(its)];
    await api('PUT', `/merchants/${merchant.id}`, { key, body: { capture: false } });
    expect([await report(its, ids[0]), await report(its, ids[1])]).toEqual([204, 409]);
    const both = await Promise.all(ids.map((id) => transaction(key, id)));
    expect(both.map(({ capturedAmount, refundedAmount }) => [capturedAmount, refundedAmount])).toEqual([
      [4998, 0],
      [4998, 4998],
    ]);
  });

  test('the order of somebody else cannot be seen, changed or paid by its id', async () => {
    const [its, mine] = [await order(), await order()];
    await introduce(its);
    const id = await paid(its);
    for (const cookie of [mine.cookie, '', 'customer=', `customer=${'0'.repeat(36)}`, `x${its.cookie}`]) {
      const stolen = { ...its, cookie };
      const answers = [
        (await look(stolen)).status,
        (await introduce(stolen, { name: 'Eve', email: 'eve@example.com' })).status,
        await report(stolen, id),
        (await send(`${its.url}/link`, 'POST', { headers: { cookie } })).status,
        (await send(`${its.url}/return?transactionId=${id}`, 'GET', { headers: { cookie } })).status,
      ];
      expect([cookie, ...answers]).toEqual([cookie, 404, 404, 404, 404, 404]);
    }
    expect(shop.changes().filter((it) => it.id === its.id && (it.fulfilled || it.name === 'Eve'))).toEqual(
      [],
    );
    expect((await look({ ...its, url: `${shop.url}/orders/${randomUUID()}` })).status).toBe(404);
    // A customer keeps the cookie, and with it access to earlier orders.
    expect((await look({ ...its, cookie: (await order(1, its.cookie)).cookie })).status).toBe(200);
  });

  test('killed between the payment and its fulfilment: the shop finds the order when it starts', async () => {
    const its = await order();
    await introduce(its);
    const id = await paid(its);
    await shop.kill();
    expect(fulfilments(its)).toBe(0);
    await shop.start();
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
    expect((await look(its)).text).toContain('Thank you');
  });

  test('killed between the capture and the fulfilment: money is taken once, and the order fulfilled once', async () => {
    const its = await order();
    const id = await paid(its);
    line.lose(/POST .*captures/);
    expect(await report(its, id)).toBe(502);
    await shop.kill();
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 0]);
    line.lose(undefined);
    await shop.start();
    expect(await report(its, id)).toBe(204);
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
  });

  test('killed after the fulfilment: nothing is done again', async () => {
    const its = await order();
    const id = await paid(its);
    expect(await report(its, id)).toBe(204);
    await shop.kill();
    await shop.start();
    expect(await deliver(await eventOf(id))).toBe(204);
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
  });

  test('a payment that nobody has reported is found when its customer looks, or asks', async () => {
    const [looking, asking] = [await order(), await order()];
    for (const its of [looking, asking]) {
      await introduce(its);
      expect(await report(its)).toBe(409);
      await paid(its);
    }
    expect((await look(looking)).text).toContain('Thank you');
    expect(await report(asking)).toBe(204);
    expect([fulfilments(looking), fulfilments(asking)]).toEqual([1, 1]);
  });

  test('does not call a payment unpaid while Florin cannot be asked', async () => {
    const its = await order();
    await introduce(its);
    const id = await paid(its);
    line.lose(/GET /);
    expect([await report(its, id), (await look(its)).status]).toEqual([502, 502]);
    expect((await look(its)).text).toContain('We cannot tell yet');
  });

  test('the payment page takes the order by a link that nobody can edit, and leads back to the receipt', async () => {
    const its = await order(3);
    const headers = { cookie: its.cookie };
    const { status, headers: answer } = await send(`${its.url}/link`, 'POST', { headers });
    expect([status, answer.location]).toEqual([303, expect.stringMatching(/\/l\/[0-9a-f]{24}$/)]);
    expect((await send(`${its.url}/link`, 'POST', { headers })).headers.location).toBe(answer.location);
    const { body } = await api('GET', `/links/${answer.location?.split('/').at(-1)}`, { key });
    expect(body.link).toMatchObject({ amount: 7497, currency: 'EUR', reference: its.id, uses: 1 });
    const id = await paid(its);
    const back = await send(`${body.link.redirect}?transactionId=${id}`, 'GET', { headers });
    expect([back.status, back.headers.location]).toEqual([303, `/orders/${its.id}`]);
    expect((await look(its)).text).toContain('Thank you');
    expect(fulfilments(its)).toBe(1);
  });

  describe('a refund', () => {
    const refund = ({ url }: Order, authorization = `Bearer ${password}`) =>
      send(`${url}/refund`, 'POST', { headers: { ...json, authorization } });

    test('gives the money back once, however often and at once the shop asks', async () => {
      const its = await order();
      const id = await paid(its);
      expect((await refund(its)).status).toBe(409);
      await report(its, id);
      expect((await Promise.all([refund(its), refund(its)])).map(({ status }) => status)).toEqual([200, 200]);
      expect((await refund(its)).body).toEqual({ refunded: 4998 });
      expect((await transaction(key, id)).refundedAmount).toBe(4998);
      expect((await look(its)).text).toContain('Refunded: <strong>€49.98');
    });

    test('is for the shop alone', async () => {
      const its = await order();
      const id = await paid(its);
      await report(its, id);
      for (const authorization of ['', 'Bearer', 'Bearer ', `Bearer ${password}x`, password])
        expect((await refund(its, authorization)).status).toBe(401);
      expect((await send(`${its.url}/refund`, 'POST', { headers: { cookie: its.cookie } })).status).toBe(401);
      expect((await transaction(key, id)).refundedAmount).toBe(0);
    });

    test('whose answer gets lost is made once', async () => {
      const its = await order();
      const id = await paid(its);
      await report(its, id);
      line.lose(/POST .*refunds/);
      expect((await refund(its)).status).toBe(502);
      await shop.kill();
      line.lose(undefined);
      await shop.start();
      expect((await refund(its)).status).toBe(200);
      expect(await transaction(key, id)).toMatchObject({ refundedAmount: 4998, trail: [{}, {}] });
    });
  });

  test('malformed requests are refused, and say nothing of the inside', async () => {
    const its = await order();
    const headers = { ...json, cookie: its.cookie };
    const bad = [
      await send(`${its.url}/customer`, 'PUT', {
        body: '{',
        headers: { ...headers, 'content-type': 'application/json' },
      }),
      await send(`${its.url}/customer`, 'PUT', { body: { name: 'x'.repeat(20_000) }, headers }),
      await send(`${shop.url}/orders/%ff`, 'GET', { headers }),
      await send(`${shop.url}/nothing`, 'GET', { headers }),
      await send(`${shop.url}/..%2forders.jsonl`, 'GET', { headers }),
      await send(`${shop.url}/.env`, 'GET', { headers }),
    ];
    expect(bad.map(({ status }) => status)).toEqual([400, 413, 400, 404, expect.any(Number), 404]);
    for (const { status, text } of bad) {
      expect([400, 403, 404, 413]).toContain(status);
      expect(text).not.toMatch(/node_modules|at .*\.js/);
    }
  });
});

describe('with the webhook of Florin', () => {
  let line: Cutting;
  beforeAll(async () => {
    ({ key, merchant } = await newAccount());
    line = await startCutting(baseUrl);
    const port = await freePort();
    const body = { url: `http://127.0.0.1:${port}/hooks` };
    const { webhook } = (await api('POST', `/merchants/${merchant.id}/webhooks`, { key, body })).body;
    const account = { baseUrl: line.url, posUrl, key, merchantId: merchant.id, secret: webhook.secret };
    shop = await startExpressShop(folder, port, account);
  });
  afterAll(async () => {
    await shop?.stop();
    line?.stop();
  });

  test('an order is fulfilled once, also if its customer never comes back', async () => {
    const its = await order();
    await introduce(its);
    const id = await paid(its);
    await until(async () => fulfilments(its), Boolean);
    expect(await report(its, id)).toBe(204);
    expect(fulfilments(its)).toBe(1);
  });

  test('killed before the event, and deaf when it starts: Florin sends the event again', async () => {
    const its = await order();
    await shop.kill();
    const id = await paid(its);
    line.lose(/GET \/transactions/);
    await shop.start();
    expect(fulfilments(its)).toBe(0);
    line.lose(undefined);
    await until(async () => fulfilments(its), Boolean);
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
  });

  test('a refund in the console is on the receipt', async () => {
    const its = await order();
    const id = await paid(its);
    await until(async () => fulfilments(its), Boolean);
    await move(key, id, 'refunds', 1000);
    const { text } = await until(
      () => look(its),
      (answer) => answer.text.includes('Refunded'),
    );
    expect(text).toContain('€10.00');
  });
});

test('the setup writes the settings of a test merchant whose webhook leads to the shop, and keeps them', async () => {
  const port = await freePort();
  const env = { PATH: process.env.PATH, FLORIN_BASE_URL: baseUrl, PORT: String(port) };
  const setup = () =>
    execFileSync('npm', ['run', '--silent', 'setup'], { cwd: folder, env, encoding: 'utf8' });
  expect(setup()).toBe('Wrote .env\n');
  const file = join(folder, '.env');
  const text = readFileSync(file, 'utf8');
  expect(setup()).toBe('.env is there already\n');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([text, 0o600]);

  const settings = parseEnv(text) as Record<string, string>;
  key = settings.FLORIN_KEY ?? '';
  ({ merchant } = (await api('GET', `/merchants/${settings.FLORIN_MERCHANT}`, { key })).body);
  const secret = settings.FLORIN_WEBHOOK_SECRET ?? '';
  const account = { baseUrl, posUrl, key, merchantId: merchant.id, secret };
  shop = await startExpressShop(folder, port, account);
  try {
    const its = await order();
    await paid(its);
    await until(async () => fulfilments(its), Boolean);
  } finally {
    await shop.stop();
  }
});
