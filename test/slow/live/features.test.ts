import { aws } from '../../api/support/aws.ts';
import { makeClock } from '../../api/support/clock.ts';
import { send } from '../../api/support/http.ts';
import { cards, ownLive } from '../../api/support/live.ts';
import { recipients } from '../../api/support/mails.ts';
import { requireTds } from '../../api/support/tds.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const clock = makeClock();
const live = ownLive({ now: clock.now, env: { ...clock.env, FLORIN_VISIBILITY_SECONDS: '5' } });

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;
type Shop = Awaited<ReturnType<typeof live.shop>>;

const amount = { currency: 'EUR', exponent: 2, value: 10000 };
const iban = 'DK5000400440116243';

/** The settings of the merchant, the customer's way to pay, and the expected result. */
interface Way {
  merchant?: object;
  /** Runs before the payment. @returns fields to add to the payment's body, or to replace its amount and card */
  prepare?(shop: Shop, number: string): Promise<Json>;
  captured?: true;
  paid?(shop: Shop, transaction: Json, body: Json): Promise<void>;
}

async function link({ key, merchant }: Shop, over = {}): Promise<Json> {
  const body = { amount: 10000, currency: 'EUR', ...over };
  return (await live.here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body.link;
}

const linked = (over: () => object) => ({
  prepare: async (shop: Shop) => ({ linkId: (await link(shop, over())).id }),
  async paid({ key, merchant }: Shop, { id }: Json, { linkId }: Json) {
    const { link } = (await live.here.api('GET', `/links/${linkId}`, { key })).body;
    expect(link).toMatchObject({ paid: 1, status: 'used', payments: [{ transactionId: id }] });
    const late = await live.here.pay(await live.order(merchant, { linkId }));
    expect([late.status, late.body.code]).toEqual([400, 'PAYMENT_INTEGRATION_DISABLED']);
  },
});

const kept = async ({ key, merchant }: Shop): Promise<Json[]> =>
  (await live.here.api('GET', `/merchants/${merchant.id}/customers/ann/cards?limit=9`, { key })).body;

const ways: Record<string, Way> = {
  'by a card': {},
  'with 3-D Secure, as the merchant requires it': {
    async prepare({ merchant }) {
      await requireTds(live.engine.endpoint, merchant);
      return {};
    },
    paid: async (_, { tds }) => expect(tds).toBe('full'),
  },
  'by a link that is paid once': linked(() => ({})),
  'by a link that ends meanwhile': linked(() => ({
    expires: new Date(clock.now() + 10 * 60_000).toISOString(),
  })),
  'by a link that captures': { ...linked(() => ({ capture: true })), captured: true },
  'by the code of a till': {
    async prepare({ merchant }) {
      const asked = { integration: { key: merchant.key }, amount };
      const { code, watch } = (await live.here.pos('/payments/codes', asked)).body;
      return { linkId: code, watch };
    },
    async paid({ merchant }, _, { linkId, watch }) {
      const url = `${live.florin.posUrl}/payments/codes/${watch}`;
      const { body } = await send(url, 'GET', { headers: { 'accept-version': '1' } });
      // The test moves the clock, and codes expire after an hour.
      expect(body.state ?? body.code).toMatch(/^(paid|ENDPOINT_NOT_FOUND)$/);
      expect((await live.here.pay(await live.order(merchant, { linkId }))).status).toBe(400);
    },
  },
  'by a card that is kept': {
    prepare: async (shop) => ({ linkId: (await link(shop, { customer: 'ann' })).id, save: true }),
    async paid(shop, { id }) {
      await waitUntil(
        () => kept(shop),
        (cards) => cards.length === 1 && cards[0].id === id,
      );
    },
  },
  'by a card that was kept': {
    async prepare(shop, number) {
      const linkId = (await link(shop, { customer: 'ann' })).id;
      const order = await live.order(shop.merchant, { linkId, save: true }, number);
      const saved = await makePayment(await begin(shop, order, 'before'));
      const again = (await link(shop, { customer: 'ann' })).id;
      return { linkId: again, card: { saved, code: (await live.here.tokens()).code } };
    },
    async paid(shop) {
      expect(await kept(shop)).toMatchObject([{ offered: true }]);
    },
  },
  'captured because the merchant has set it': { merchant: { capture: true }, captured: true },
  'by a link with a text for the statement': {
    prepare: async (shop) => ({ linkId: (await link(shop, { text: 'Order of ann' })).id }),
  },
};

/** A payment that is prepared but not sent yet. */
interface Payment {
  name: string;
  shop: Shop;
  body: Json;
  hints: string[];
  pay(more?: string[]): Promise<Json>;
}

interface Scene extends Payment {
  way: Way;
}

let payments = 0;

async function begin(shop: Shop, { watch, ...body }: Json, name: string): Promise<Payment> {
  const { hints } = (await live.here.pos('/payments/challenges/begin', body)).body;
  const headers = { 'idempotency-key': `feature-${++payments}` };
  const pay = (more: string[] = []) =>
    live.here.pos('/payments', { ...body, hints: [...hints, ...more] }, headers);
  return { name, shop, body: { ...body, watch }, hints, pay };
}

async function scene(name: string, number: string = cards.good): Promise<Scene> {
  const way = ways[name] as Way;
  const shop = await live.shop({ bank: { iban }, ...way.merchant });
  const over = (await way.prepare?.(shop, number)) ?? {};
  return { ...(await begin(shop, await live.order(shop.merchant, over, number), name)), way };
}

/** Sends a payment until it succeeds. The customer confirms 3-D Secure. */
async function makePayment({ name, body: { watch, ...body }, hints, pay }: Payment): Promise<Json> {
  let answer = await pay();
  const [challenge] = answer.body.challenges ?? [];
  if (challenge) answer = await pay(await live.atBank(challenge.path, { ...body, hints }, 'yes'));
  if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${answer.text}`);
  return answer.body.authorizationId;
}

async function later(...minutes: number[]): Promise<void> {
  for (const some of minutes) {
    await clock.moveTo(clock.now() + some * 60_000);
    await live.finishOperations();
  }
}

const show = ({ key }: Shop, id: string) => live.here.transaction(key, id);
const newest = async ({ key, merchant }: Shop): Promise<Json> =>
  (await live.here.api('GET', `/merchants/${merchant.id}/transactions?limit=1`, { key })).body[0];

/** Checks that the nightly job pays out nothing, because the acquirer pays out live money itself. */
async function expectNoPayout(all: readonly Scene[]): Promise<void> {
  const time = new Date(clock.now()).toISOString();
  const Records = all.map(({ shop }, n) => ({
    messageId: String(n),
    body: JSON.stringify({ time, merchantId: shop.merchant.id }),
  }));
  const { error, body } = await aws(live.florin.aws).invoke('PayOut', { Records });
  expect([error, body]).toEqual([undefined, { batchItemFailures: [] }]);
  for (const { shop } of all) {
    const path = `/merchants/${shop.merchant.id}/lines?limit=9`;
    const lines: Json[] = (await live.here.api('GET', path, { key: shop.key })).body;
    expect(lines.filter(({ payout }) => payout)).toEqual([]);
  }
}

let mails = 0;

/** @returns a function that checks the number of mails to the customer: the receipt, and one for each refund */
async function askForReceipt(
  { merchant }: Shop,
  transactionId: string,
): Promise<(count?: number) => Promise<void>> {
  const email = `ann${++mails}@example.com`;
  const ask = { integration: { key: merchant.key }, transactionId, email };
  for (let n = 0; n < 2; n++) expect((await live.here.pos('/payments/receipts', ask)).status).toBe(202);
  return async (count = 1) => {
    const got = async () => recipients(live.florin.mail).filter((to) => to === email).length;
    await waitUntil(got, (there) => there >= count);
    expect(await got()).toBe(count);
  };
}

/** Repeats a request that returns 500 or 503, as a busy test machine may cause these. */
async function askUntilAnswered(ask: () => Promise<Json>): Promise<Json> {
  return waitUntil(ask, ({ status }) => status !== 500 && status !== 503, 120);
}

/** Checks what must hold for every successful payment. */
async function expectPaid({ name, way, shop, body }: Scene, id: string): Promise<void> {
  try {
    const transaction = await show(shop, id);
    expect(transaction).toMatchObject({ successful: true, amount: 10000 });
    expect(transaction.operation).toBeFalsy();
    const [intent] = live.stripe.books(shop.account).intents;
    expect(intent?.statement_descriptor_suffix).toBe(transaction.descriptor);
    await way.paid?.(shop, transaction, body);
    await live.expectSameBooks(shop);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

const names = Object.keys(ways);
const all = (number?: string) => Promise.all(names.map((name) => scene(name, number)));
const withIds = (some: Scene[]) =>
  Promise.all(some.map(async (each) => ({ ...each, id: await makePayment(each) })));
const told = (some: readonly Scene[], answers: readonly Json[]) =>
  Object.fromEntries(some.map(({ name }, n) => [name, answers[n]?.status]));
const each = (some: readonly Scene[], status: (scene: Scene) => number) =>
  Object.fromEntries(some.map((one) => [one.name, status(one)]));
const silent = (some: readonly Scene[], of: RegExp) => {
  const ends = some.map(({ shop }) =>
    live.stripe.fail({ how: 'lost', of, account: shop.account, times: 10_000 }),
  );
  return () => ends.map((end) => end());
};

test('every way to pay: the authorization is unknown at first, and is resolved later', async () => {
  const some = await all();
  const end = silent(some, /payment_intents/);
  expect(told(some, await Promise.all(some.map(({ pay }) => pay())))).toEqual(each(some, () => 504));
  await later(2);
  await expectNoPayout(some);
  // The payment continues even though its link has expired in the meantime.
  await later(12);
  end();
  const paid = await withIds(some);
  for (const { shop } of some) expect(live.stripe.books(shop.account).intents.length).toBeLessThanOrEqual(2);
  await later(5, 20);
  const mailed = await Promise.all(paid.map(({ shop, id }) => askForReceipt(shop, id)));
  for (const one of paid) await expectPaid(one, one.id);
  for (const one of mailed) await one();
});

test('every way to pay: the customer confirms 3-D Secure after some time', async () => {
  const some = await all(cards.challenged);
  expect(told(some, await Promise.all(some.map(({ pay }) => pay())))).toEqual(each(some, () => 200));
  await later(12);
  await expectNoPayout(some);
  const paid = await withIds(some);
  await later(2);
  for (const { shop, id } of paid) expect(await show(shop, id)).toMatchObject({ tds: 'full' });
  for (const one of paid) await expectPaid(one, one.id);
});

describe.each([
  ['a capture', 'captures', 400, /\/capture$/],
  ['a void', 'voids', 10000, /\/cancel$/],
  ['a refund', 'refunds', 400, /refunds$/],
] as const)('every way to pay: it is unknown whether %s was made', (_, kind, sum, of) => {
  test('no other operation begins until it is resolved, and it is made once', async () => {
    const some = await all();
    if (kind === 'captures') silentCaptures(some);
    const paid = await withIds(some);
    const movable = paid.filter(({ way }) => !way.captured || kind === 'refunds');
    if (kind === 'refunds')
      for (const { way, shop, id } of movable)
        if (!way.captured) await live.here.move(shop.key, id, 'captures', 10000);
    const end = silent(movable, of);
    const move = () =>
      Promise.all(
        movable.map(({ shop, id }) =>
          askUntilAnswered(() =>
            live.here.move(shop.key, id, kind, sum, { 'idempotency-key': `${kind}-${id}` }),
          ),
        ),
      );
    expect(told(movable, await move())).toEqual(each(movable, () => 504));
    const mailed = await Promise.all(paid.map(({ shop, id }) => askForReceipt(shop, id)));
    const other = kind === 'refunds' ? kind : 'captures';
    const others = await Promise.all(
      movable.map(({ shop, id }) => askUntilAnswered(() => live.here.move(shop.key, id, other, 1))),
    );
    expect(told(movable, others)).toEqual(each(movable, () => 409));
    await expectNoPayout(paid);
    await later(2);
    end();
    for (const stop of stops.splice(0)) stop();
    await later(10, 20);
    expect(told(movable, await move())).toEqual(each(movable, () => 201));
    for (const { shop, id } of movable) {
      const { trail } = await show(shop, id);
      const made = trail.filter(({ amount }: Json) => amount === sum);
      expect(made).toHaveLength(1);
    }
    await expectNoPayout(paid);
    if (kind !== 'voids') for (const one of paid) await expectPaid(one, one.id);
    else for (const { shop } of paid) await live.expectSameBooks(shop);
    for (const [n, { id }] of paid.entries())
      await mailed[n]?.(kind === 'refunds' && movable.some((one) => one.id === id) ? 2 : 1);
  });

  const stops: (() => void)[] = [];

  /** For payments with capture, the unknown operation is the capture that is part of the payment. */
  function silentCaptures(some: Scene[]): void {
    const captured = some.filter(({ way }) => way.captured);
    stops.push(silent(captured, /\/capture$/), silent(captured, /^GET /));
  }
});

test('every way to pay: the payment is disputed, and the dispute is lost', async () => {
  const paid = await withIds(await all());
  for (const { way, shop, id } of paid)
    if (!way.captured) expect((await live.here.move(shop.key, id, 'captures', 10000)).status).toBe(201);
  const before = live.stripe.events.length;
  const disputes = paid.map(({ shop }) => {
    const payment = live.stripe.books(shop.account).intents[0]?.id ?? '';
    return live.stripe.dispute(payment, { amount: 4000 }, shop.account);
  });
  const report = async () => {
    for (const event of live.stripe.events.slice(before)) expect(await live.postEvent(event)).toBe(200);
  };
  await report();
  for (const { shop, id } of paid)
    await waitUntil(
      () => show(shop, id),
      ({ disputedAmount }) => disputedAmount === 4000,
    );
  const refunds = await Promise.all(
    paid.map(({ shop, id }) => live.here.move(shop.key, id, 'refunds', 6000)),
  );
  expect(told(paid, refunds)).toEqual(each(paid, () => 201));
  const more = await Promise.all(paid.map(({ shop, id }) => live.here.move(shop.key, id, 'refunds', 1)));
  expect(told(paid, more)).toEqual(each(paid, () => 400));
  await expectNoPayout(paid);
  disputes.forEach((dispute, n) => {
    live.stripe.closeDispute(dispute, 'lost', paid[n]?.shop.account);
  });
  await report();
  for (const { shop, id } of paid)
    await waitUntil(
      () => show(shop, id),
      ({ trail }) => trail.some(({ dispute }: Json) => dispute?.lost),
    );
  for (const one of paid) await expectPaid(one, one.id);
});

describe('a merchant that requires 3-D Secure gets no payment without it', () => {
  /** A card of Stripe's test mode without 3-D Secure. */
  const number = '378282246310005';
  const typed = async () => ({
    card: { ...(await live.here.tokens(number, '1234')), expiry: { month: 12, year: 2090 } },
  });

  const cases: Record<string, { merchant?: object; body(shop: Shop): Promise<Json>; charged: number }> = {
    'by a card': { body: typed, charged: 0 },
    'captured immediately': { merchant: { capture: true }, body: typed, charged: 0 },
    'by a link': {
      body: async (shop) => ({ ...(await typed()), linkId: (await link(shop)).id }),
      charged: 0,
    },
    'by a link that captures': {
      body: async (shop) => ({ ...(await typed()), linkId: (await link(shop, { capture: true })).id }),
      charged: 0,
    },
    'by the code of a till': {
      async body({ merchant }) {
        const asked = { integration: { key: merchant.key }, amount };
        return { ...(await typed()), linkId: (await live.here.pos('/payments/codes', asked)).body.code };
      },
      charged: 0,
    },
    'by a card that is to be kept': {
      body: async (shop) => ({
        ...(await typed()),
        linkId: (await link(shop, { customer: 'ann' })).id,
        save: true,
      }),
      charged: 0,
    },
    'by a card that was kept before': {
      async body(shop) {
        const linkId = (await link(shop, { customer: 'ann' })).id;
        const order = await live.order(shop.merchant, { ...(await typed()), linkId, save: true });
        const saved = (await live.here.pay(order)).body.authorizationId;
        const { code } = await live.here.tokens(number, '1234');
        return { linkId: (await link(shop, { customer: 'ann' })).id, card: { saved, code } };
      },
      charged: 1,
    },
    'for later payments': {
      body: async () => ({ ...(await typed()), unplanned: { merchant: true } }),
      charged: 0,
    },
    'to save a card only': {
      body: async () => ({ ...(await typed()), amount: undefined, unplanned: { merchant: true } }),
      charged: 0,
    },
  };

  test.each(Object.entries(cases))(
    '%s is declined, immediately or when the worker resolves it',
    async (_, way) => {
      for (const lost of [false, true]) {
        const shop = await live.shop({ bank: { iban }, ...way.merchant });
        const over = await way.body(shop);
        await requireTds(live.engine.endpoint, shop.merchant);
        const order = await live.order(shop.merchant, over);
        const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
        const pay = () => live.here.pos('/payments', { ...order, hints });
        if (lost) {
          const of = /_intents/;
          const end = live.stripe.fail({ how: 'lost', of, account: shop.account, times: 10_000 });
          expect((await pay()).status).toBe(504);
          end();
          await later(2, 10);
        }
        expect((await pay()).body.code).toBe('TDSECURE_REQUIRED');
        expect(await newest(shop)).toMatchObject({
          successful: false,
          error: { code: 30 },
          capturedAmount: 0,
        });
        const { intents, captured } = live.stripe.books(shop.account);
        const held = intents.filter(({ status }) => status === 'requires_capture' || status === 'succeeded');
        expect(held).toHaveLength(way.charged);
        expect(captured.EUR ?? 0).toBe(0);
        await live.expectSameBooks(shop);
      }
    },
  );
});
