import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { send } from '../api/support/http.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { startExpressShop } from './express.ts';
import { baseUrl, ordersIn, ownExpressShop, posUrl, startBefore } from './express-orders.ts';
import { freePort } from './free-port.ts';

const { api, move, shop: newAccount, transaction } = world();
const own = ownExpressShop();
const { order, introduce, paid, report, look, fulfilments, moneyOf } = ordersIn(own);

describe('without webhooks, except those that the test delivers', () => {
  startBefore(own);

  /** An event as Florin would send it about a transaction. */
  const eventOf = async (id: string, type = 'transaction.created') => ({
    ...{ id: randomUUID(), type, merchantId: own.merchant.id, test: true, version: 1, sequence: 0 },
    data: { transaction: await transaction(own.key, id) },
  });

  /** Posts an event as Florin does, or with faults. @returns the status */
  async function deliver(
    event: object,
    { by = own.secret, at = new Date(), change = (text: string) => text } = {},
  ) {
    const text = JSON.stringify(event);
    const id = randomUUID();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(by).sign(id, at, text),
    };
    return (await send(`${own.shop.url}/hooks`, 'POST', { body: change(text), headers })).status;
  }

  describe('an event', () => {
    test('without a signature, with another secret, or with another body, has no effect', async () => {
      const its = await order();
      const event = await eventOf(await paid(its));
      const unsigned = await send(`${own.shop.url}/hooks`, 'POST', { body: event });
      const another = `whsec_${randomBytes(24).toString('base64')}`;
      expect([
        unsigned.status,
        await deliver(event, { by: another }),
        await deliver(event, { change: (text) => text.replace(/4998/g, '4999') }),
        await deliver(event, { change: (text) => ` ${text}` }),
        (await send(`${own.shop.url}/hooks`, 'POST', { body: '' })).status,
      ]).toEqual([401, 401, 401, 401, 401]);
      expect(fulfilments(its)).toBe(0);
    });

    test('an event is verified by its received bytes, even if its JSON has an unusual form', async () => {
      const its = await order();
      const { transaction: snapshot } = (await eventOf(await paid(its))).data;
      const id = randomUUID();
      const text = ` {\n"data" : {"transaction":{ "id":"${snapshot.id}" } } , "type":"é\\u00e9" }`;
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': new Webhook(own.secret).sign(id, new Date(), text),
      };
      expect((await send(`${own.shop.url}/hooks`, 'POST', { body: text, headers })).status).toBe(204);
      expect(fulfilments(its)).toBe(1);
    });

    test('an event is refused after six minutes, and fulfils the order once if five deliveries of it arrive at the same time', async () => {
      const its = await order();
      const id = await paid(its);
      const event = await eventOf(id);
      expect(await deliver(event, { at: new Date(Date.now() - 6 * 60_000) })).toBe(401);
      expect(fulfilments(its)).toBe(0);
      const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(event)));
      expect(answers).toEqual([204, 204, 204, 204, 204]);
      expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
    });

    test('an event of a refund that arrives before that of the payment fulfils nothing', async () => {
      const its = await order();
      const id = await paid(its);
      const created = await eventOf(id);
      await move(own.key, id, 'captures', 4998);
      await move(own.key, id, 'refunds', 4998);
      expect(await deliver(await eventOf(id, 'transaction.refunded'))).toBe(204);
      expect(await deliver(created)).toBe(204);
      expect(fulfilments(its)).toBe(0);
      expect(own.shop.changes().filter((it) => it.id === its.id && it.refunded)).toHaveLength(1);
    });

    test('an event of a capture that arrives before that of the payment fulfils the order once', async () => {
      const its = await order();
      const id = await paid(its);
      const created = await eventOf(id);
      await move(own.key, id, 'captures', 4998);
      expect(await deliver(await eventOf(id, 'transaction.captured'))).toBe(204);
      expect(await deliver(created)).toBe(204);
      expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
    });

    test('an event that arrives before the customer returns fulfils the order, and the customer sees the receipt', async () => {
      const its = await order();
      const id = await paid(its);
      expect(await deliver(await eventOf(id))).toBe(204);
      expect(await report(its, id)).toBe(204);
      expect((await look(its)).text).toContain('Thank you');
      expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
    });

    test('an event that arrives while the customer returns takes the money once', async () => {
      const its = await order();
      const id = await paid(its);
      const event = await eventOf(id);
      expect(await Promise.all([deliver(event), report(its, id), deliver(event), report(its, id)])).toEqual([
        204, 204, 204, 204,
      ]);
      expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
    });

    test('an event that is about no order of this shop is answered and ignored', async () => {
      const other = await newAccount();
      const its = await order();
      const strange = await paid(its, {}, other.merchant);
      const nothing = { type: 'payout.created', merchantId: own.merchant.id, data: { payout: { id: 'x' } } };
      const unknown = { type: 'transaction.created', data: { transaction: { id: '0'.repeat(24) } } };
      const foreign = { type: 'transaction.created', data: { transaction: { id: strange } } };
      const mine = await eventOf(await paid({ ...its, id: 'another shop of this merchant' }));
      expect(await Promise.all([nothing, unknown, foreign, mine].map((event) => deliver(event)))).toEqual([
        204, 204, 204, 204,
      ]);
      expect(fulfilments(its)).toBe(0);
    });

    test('the shop returns 200 to the challenge of Florin', async () => {
      const event = { type: 'webhook.tested', data: { challenge: 'abc' } };
      expect(await deliver(event)).toBe(200);
    });

    test('an event gets 502 while the shop cannot reach Florin, and is accepted when it is sent again', async () => {
      const its = await order();
      const id = await paid(its);
      const event = await eventOf(id);
      own.line.lose(/GET \/transactions/);
      expect(await deliver(event)).toBe(502);
      own.line.lose(undefined);
      expect(await deliver(event)).toBe(204);
      expect(fulfilments(its)).toBe(1);
    });
  });

  test('a shop that was killed after the fulfilment captures and fulfils nothing again', async () => {
    const its = await order();
    const id = await paid(its);
    expect(await report(its, id)).toBe(204);
    await own.shop.kill();
    await own.shop.start();
    expect(await deliver(await eventOf(id))).toBe(204);
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
  });
});

describe('with the webhook of Florin', () => {
  startBefore(own, async (port) => {
    const { key, merchant } = own;
    const body = { url: `http://127.0.0.1:${port}/hooks` };
    const { webhook } = (await api('POST', `/merchants/${merchant.id}/webhooks`, { key, body })).body;
    return webhook.secret;
  });

  test('an order is fulfilled once, also if its customer never comes back', async () => {
    const its = await order();
    await introduce(its);
    const id = await paid(its);
    await waitUntil(async () => fulfilments(its), Boolean);
    expect(await report(its, id)).toBe(204);
    expect(fulfilments(its)).toBe(1);
  });

  test('a shop that was killed before the event and started without a connection to Florin gets the event again', async () => {
    const its = await order();
    await own.shop.kill();
    const id = await paid(its);
    own.line.lose(/GET \/transactions/);
    await own.shop.start();
    expect(fulfilments(its)).toBe(0);
    own.line.lose(undefined);
    await waitUntil(async () => fulfilments(its), Boolean);
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
  });
});

test('the setup writes the settings of a test merchant whose webhook leads to the shop, and keeps them', async () => {
  const port = await freePort();
  const env = { PATH: process.env.PATH, FLORIN_BASE_URL: baseUrl, PORT: String(port) };
  const setup = () =>
    execFileSync('npm', ['run', '--silent', 'setup'], { cwd: own.folder, env, encoding: 'utf8' });
  expect(setup()).toBe('Wrote .env\n');
  const file = join(own.folder, '.env');
  const text = readFileSync(file, 'utf8');
  expect(setup()).toBe('.env is there already\n');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([text, 0o600]);

  const {
    FLORIN_KEY: key = '',
    FLORIN_MERCHANT: merchantId = '',
    FLORIN_WEBHOOK_SECRET: secret = '',
  } = parseEnv(text);
  const { merchant } = (await api('GET', `/merchants/${merchantId}`, { key })).body;
  const account = { baseUrl, posUrl, key, merchantId, secret };
  Object.assign(own, { key, merchant, shop: await startExpressShop(own.folder, port, account) });
  try {
    const its = await order();
    await paid(its);
    await waitUntil(async () => fulfilments(its), Boolean);
  } finally {
    await own.shop.stop();
  }
});
