import { randomUUID } from 'node:crypto';
import { send } from '../api/support/http.ts';
import { world } from '../api/support/world.ts';
import { password } from './express.ts';
import { json, type Order, ordersIn, ownExpressShop, posUrl, startBefore } from './express-orders.ts';

const { api, createMerchant, move, payment, pay, shop: newAccount, transaction } = world();
const own = ownExpressShop();
const { order, introduce, paid, report, look, fulfilments, moneyOf } = ordersIn(own);

describe('without webhooks, except those that the test delivers', () => {
  startBefore(own);

  test('sells: a page, an order, a payment, a receipt, and the money is taken', async () => {
    const front = await send(`${own.shop.url}/`, 'GET');
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

  test('the shop computes the amount itself: it ignores a price from the browser, and refuses an invalid quantity', async () => {
    const form = { quantity: '2', price: '1', amount: '1', total: '1' };
    const { headers } = await send(`${own.shop.url}/orders`, 'POST', { form });
    const [made] = own.shop.changes().slice(-1);
    expect([headers.location, made.amount]).toEqual([`/orders/${made.id}`, 4998]);
    for (const quantity of ['0', '-1', '10', '1.5', 'x', '', '1e9'])
      expect([
        quantity,
        (await send(`${own.shop.url}/orders`, 'POST', { form: { quantity, amount: '1', price: '1' } }))
          .status,
      ]).toEqual([quantity, 400]);
  });

  test('the shop says which field of the customer is wrong', async () => {
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

  test('the shop writes what customers type as text, never as markup', async () => {
    const its = await order();
    await introduce(its, { name: '<b>', email: '"><script>alert(1)</script>@x' });
    await report(its, await paid(its));
    const { text } = await look(its);
    expect([text.includes('<script>alert'), text.includes('&#60;script&#62;')]).toEqual([false, true]);
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

  test('a declined payment, another merchant, another order, and invalid ids pay for nothing', async () => {
    const [its, another] = [await order(), await order()];
    const other = await newAccount();
    const foreign = await paid(its, {}, other.merchant);
    const ofSameApp = await paid(its, {}, await createMerchant(own.key));
    const theirs = await paid(another);
    await pay(
      await payment(own.merchant, {
        amount: { currency: 'EUR', exponent: 2, value: its.amount },
        custom: { reference: its.id },
        test: { tds: { challenge: false }, card: { status: 'disabled' } },
      }),
    );
    const query = { limit: 1, 'filter[successful]': 'no' };
    const { body } = await api('GET', `/merchants/${own.merchant.id}/transactions`, { key: own.key, query });
    for (const id of [foreign, ofSameApp, theirs, body[0].id, '0'.repeat(24)])
      expect([id, await report(its, id)]).toEqual([id, 409]);
    for (const id of ['', 'x', '../me', `${theirs}/captures`, `${theirs}\n`])
      expect([id, await report(its, id)]).toEqual([id, 400]);
    expect([await moneyOf(theirs), fulfilments(its)]).toEqual([{ captured: 0, voided: 0, entries: 0 }, 0]);
    expect((await transaction(other.key, foreign)).voidedAmount).toBe(0);
    expect(await moneyOf(ofSameApp)).toEqual({ captured: 0, voided: 0, entries: 0 });
    expect(await report(another, theirs)).toBe(204);
  });

  test('two clicks on pay: a payment that is reported twice counts once, and a second payment is released', async () => {
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

  test('two devices that pay at the same time: one payment is taken, and the other one released', async () => {
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
    const linkOf = async () => /link&#34;:&#34;(.+?)&#34;/.exec((await look(its)).text)?.[1];
    const link = await linkOf();
    const id = await paid(its);
    await own.shop.kill();
    own.shop.append({ id: its.id, transactionId: id });
    await move(own.key, id, 'voids', 4998);
    await own.shop.start();
    expect(await report(its, id)).toBe(409);
    expect(await linkOf()).not.toBe(link);
    expect(await report(its, await paid(its))).toBe(204);
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 0, voided: 4998, entries: 1 }, 1]);
  });

  test('a second payment of a merchant that captures immediately is refunded', async () => {
    await api('PUT', `/merchants/${own.merchant.id}`, { key: own.key, body: { capture: true } });
    const its = await order();
    const ids = [await paid(its), await paid(its)];
    await api('PUT', `/merchants/${own.merchant.id}`, { key: own.key, body: { capture: false } });
    expect([await report(its, ids[0]), await report(its, ids[1])]).toEqual([204, 409]);
    const both = await Promise.all(ids.map((id) => transaction(own.key, id)));
    expect(both.map(({ capturedAmount, refundedAmount }) => [capturedAmount, refundedAmount])).toEqual([
      [4998, 0],
      [4998, 4998],
    ]);
  });

  test('a customer cannot see, change or pay another customer’s order by its id', async () => {
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
        (await send(`${its.url}/return?transactionId=${'0'.repeat(24)}`, 'GET', { headers: { cookie } }))
          .status,
      ];
      expect([cookie, ...answers]).toEqual([cookie, 404, 404, 404, 404, 404]);
    }
    expect(
      own.shop.changes().filter((it) => it.id === its.id && (it.fulfilled || it.name === 'Eve')),
    ).toEqual([]);
    expect((await look({ ...its, url: `${own.shop.url}/orders/${randomUUID()}` })).status).toBe(404);
    // A customer keeps the cookie, and with it access to earlier orders.
    expect((await look({ ...its, cookie: (await order(1, its.cookie)).cookie })).status).toBe(200);
  });

  test('a shop that was killed between the payment and its fulfilment finds the order when it starts', async () => {
    const its = await order();
    await introduce(its);
    const id = await paid(its);
    await own.shop.kill();
    expect(fulfilments(its)).toBe(0);
    await own.shop.start();
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 1]);
    expect((await look(its)).text).toContain('Thank you');
  });

  test('a shop that was killed between the capture and the fulfilment takes the money once and fulfils the order once', async () => {
    const its = await order();
    const id = await paid(its);
    own.line.lose(/POST .*captures/);
    expect(await report(its, id)).toBe(502);
    await own.shop.kill();
    expect([await moneyOf(id), fulfilments(its)]).toEqual([{ captured: 4998, voided: 0, entries: 1 }, 0]);
    own.line.lose(undefined);
    await own.shop.start();
    expect(await report(its, id)).toBe(204);
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

  test('the shop does not call an order unpaid while the shop cannot reach Florin', async () => {
    const its = await order();
    await introduce(its);
    const id = await paid(its);
    own.line.lose(/GET /);
    expect([await report(its, id), (await look(its)).status]).toEqual([502, 502]);
    expect((await look(its)).text).toContain('We cannot tell yet');
  });

  test('the payment page gets the order by a stored link, which nobody can edit, and leads back to the receipt', async () => {
    const its = await order(3);
    const headers = { cookie: its.cookie };
    const form = { name: 'Ada', email: 'ada@example.com' };
    expect((await send(`${its.url}/link`, 'POST', { headers, form: { name: 'Ada' } })).status).toBe(400);
    const { status, headers: answer } = await send(`${its.url}/link`, 'POST', { headers, form });
    expect([status, answer.location]).toEqual([303, expect.stringMatching(/\/l\/[0-9a-f]{24}$/)]);
    expect((await send(`${its.url}/link`, 'POST', { headers, form })).headers.location).toBe(answer.location);
    expect((await look(its)).text).toContain(`&#34;link&#34;:&#34;${answer.location}&#34;`);
    const { body } = await api('GET', `/links/${answer.location?.split('/').at(-1)}`, { key: own.key });
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

    test('a refund is made once, even if the shop requests it several times, or twice at the same time', async () => {
      const its = await order();
      const id = await paid(its);
      expect((await refund(its)).status).toBe(409);
      await report(its, id);
      expect((await Promise.all([refund(its), refund(its)])).map(({ status }) => status)).toEqual([200, 200]);
      expect((await refund(its)).body).toEqual({ refunded: 4998 });
      expect((await transaction(own.key, id)).refundedAmount).toBe(4998);
      expect((await look(its)).text).toContain('Refunded: <strong>€49.98');
    });

    test('a refund needs the password of the shop’s staff', async () => {
      const its = await order();
      const id = await paid(its);
      await report(its, id);
      for (const authorization of ['', 'Bearer', 'Bearer ', `Bearer ${password}x`, password])
        expect((await refund(its, authorization)).status).toBe(401);
      expect((await send(`${its.url}/refund`, 'POST', { headers: { cookie: its.cookie } })).status).toBe(401);
      expect((await transaction(own.key, id)).refundedAmount).toBe(0);
    });

    test('a refund whose answer gets lost is made once', async () => {
      const its = await order();
      const id = await paid(its);
      await report(its, id);
      own.line.lose(/POST .*refunds/);
      expect((await refund(its)).status).toBe(502);
      await own.shop.kill();
      own.line.lose(undefined);
      await own.shop.start();
      expect((await refund(its)).status).toBe(200);
      expect(await transaction(own.key, id)).toMatchObject({ refundedAmount: 4998, trail: [{}, {}] });
    });
  });

  test('malformed requests are refused, and the responses contain no stack trace', async () => {
    const its = await order();
    const headers = { ...json, cookie: its.cookie };
    const bad = [
      await send(`${its.url}/customer`, 'PUT', {
        body: '{',
        headers: { ...headers, 'content-type': 'application/json' },
      }),
      await send(`${its.url}/customer`, 'PUT', { body: { name: 'x'.repeat(20_000) }, headers }),
      await send(`${own.shop.url}/orders/%ff`, 'GET', { headers }),
      await send(`${own.shop.url}/nothing`, 'GET', { headers }),
      await send(`${own.shop.url}/..%2forders.jsonl`, 'GET', { headers }),
      await send(`${own.shop.url}/.env`, 'GET', { headers }),
    ];
    expect(bad.map(({ status }) => status)).toEqual([400, 413, 400, 404, expect.any(Number), 404]);
    for (const { status, text } of bad) {
      expect([400, 403, 404, 413]).toContain(status);
      expect(text).not.toMatch(/node_modules|at .*\.js/);
    }
  });
});
