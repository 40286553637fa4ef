import { aws } from '../../api/support/aws.ts';
import { ownLive } from '../../api/support/live.ts';
import { nightOf } from '../../api/support/night.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

/*
 * Events that carry the outcome of a movement. Stripe answers movements at once and reports no such events, so the tests
 * put the events on the queue in the port's words, as another acquirer's adapter would.
 */

const live = ownLive({ env: { FLORIN_VISIBILITY_SECONDS: '1' } });

/** Makes a payment of EUR 100, and a movement that the acquirer has made, but whose answer is lost. */
async function loseAnswer(kind: 'captures' | 'refunds' | 'voids', amount = 10000) {
  const shop = await live.shop();
  const { key, merchant, account } = shop;
  const id = await live.authorized(merchant, 10000);
  const { move } = live.here;
  if (kind === 'refunds') await move(key, id, 'captures', 10000);
  const of = { captures: /\/capture$/, refunds: 'POST /v1/refunds', voids: /\/cancel$/ }[kind];
  const headers = { 'idempotency-key': `answer-${id}` };
  const repeat = () => move(key, id, kind, amount, headers);
  const end = live.stripe.fail({ how: 'lost', of, account, times: 3 });
  expect((await repeat()).status).toBe(504);
  end();
  const show = () => live.here.transaction(key, id);
  const operation: string = (await show()).operation.id;
  const payment = live.stripe.books(account).intents[0]?.id ?? '';
  const entry = live.stripe.books(account).entries[0];
  const figures = figuresOf(entry);
  const event = (answer: object, over = {}) => ({
    ...{ type: 'movement.answered', acquirer: 'stripe', account, payment, operation, answer },
    ...over,
  });
  return {
    ...{ ...shop, id, payment, operation, figures, show, repeat, event },
    async report(...answers: object[]) {
      for (const answer of answers) {
        await aws(live.florin.aws).report(event(answer), event(answer));
        await live.eventsApplied();
      }
    },
    /** Lets the acquirer take money back in its books. */
    takeBack(sum: number) {
      const reference = live.stripe.book({ type: 'payment_failure_refund', amount: -sum }, account);
      return { reference, currency: 'EUR', net: -sum, fee: 0 };
    },
  };
}

const figuresOf = (entry: { id: string; net: number; fee: number } | undefined) =>
  entry && { reference: entry.id, currency: 'EUR', net: entry.net, fee: entry.fee };

const declined = { state: 'declined', decline: 'PAYMENT_REJECTED' };

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
const amountsIn = ({ trail }: any): number[] => trail.map(({ amount }: { amount: number }) => amount);

test.each(['captures', 'refunds', 'voids'] as const)(
  'an approval closes the operation once, and the request gets it as its response: %s',
  async (kind) => {
    const shop = await loseAnswer(kind);
    const answer = { state: 'approved', ...(kind === 'voids' ? {} : { figures: shop.figures }) };
    await shop.report(answer, answer);
    expect((await shop.show()).operation).toBeUndefined();
    expect((await shop.repeat()).status).toBe(201);
    await live.finishOperations();
    expect((await shop.show()).trail).toHaveLength(kind === 'refunds' ? 2 : 1);
    await live.expectSameBooks(shop);
    expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
  },
);

test('after an approval without figures, Florin asks the acquirer for them', async () => {
  const shop = await loseAnswer('captures');
  await shop.report({ state: 'approved' });
  expect(await shop.show()).toMatchObject({ capturedAmount: 10000 });
  await live.expectSameBooks(shop);
});

test('an event that arrives before the response to the request resolves the request and is booked once', async () => {
  const shop = await live.shop();
  const { key, account, merchant } = shop;
  const id = await live.authorized(merchant, 10000);
  const show = () => live.here.transaction(key, id);
  const payment = live.stripe.books(account).intents[0]?.id ?? '';
  live.proxy.instead = async (called, asked) => {
    if (called !== 'TransactWriteItems' || !asked.includes('attribute_exists(listPk)')) return undefined;
    live.proxy.instead = undefined;
    const operation = (await show()).operation.id;
    const figures = figuresOf(live.stripe.books(account).entries[0]);
    const of = { acquirer: 'stripe', account, payment, operation };
    await aws(live.florin.aws).report({
      ...of,
      type: 'movement.answered',
      answer: { state: 'approved', figures },
    });
    await waitUntil(show, ({ capturedAmount }) => capturedAmount === 10000);
    return undefined;
  };
  const headers = { 'idempotency-key': `early-${id}` };
  expect((await live.here.move(key, id, 'captures', 10000, headers)).status).toBe(201);
  expect(live.proxy.instead).toBeUndefined();
  await live.eventsApplied();
  expect(amountsIn(await show())).toEqual([10000]);
  await live.expectSameBooks(shop);
});

test('an event of another account, or of another payment, changes nothing, and is counted', async () => {
  const shop = await loseAnswer('captures');
  const { account } = await live.shop();
  const answer = { state: 'approved', figures: shop.figures };
  const before = live.florin.log().split('"ForeignEvents":1').length;
  const wrong = [{ account }, { account: undefined }, { payment: 'pi_other' }, { operation: shop.id }];
  await aws(live.florin.aws).report(...wrong.map((over) => shop.event(answer, over)));
  await live.eventsApplied();
  expect(live.florin.log().split('"ForeignEvents":1').length - before).toBe(wrong.length);
  expect(await shop.show()).toMatchObject({ capturedAmount: 0, operation: { id: shop.operation } });
});

test('a capture that fails after it was approved is reversed by one line', async () => {
  const shop = await loseAnswer('captures');
  await shop.report({ state: 'approved', figures: shop.figures });
  const figures = shop.takeBack(10000);
  await shop.report({ ...declined, figures }, { ...declined, figures });
  // The capture at the acquirer has ended the authorization.
  const shown = await shop.show();
  expect(amountsIn(shown)).toEqual([10000, -10000, 10000]);
  expect(shown).toMatchObject({ capturedAmount: 0, pendingAmount: 0, voidedAmount: 10000 });
  const path = `/merchants/${shop.merchant.id}`;
  const { balance } = (await live.here.api('GET', path, { key: shop.key })).body.merchant;
  expect(balance).toBe(live.stripe.books(shop.account).balance);
  const { body: lines } = await live.here.api('GET', `${path}/lines?limit=9`, { key: shop.key });
  expect(lines.map((line: { balance: number }) => line.balance)).toEqual([-10000, shop.figures?.net]);
  // A further entry of the books cannot take the same capture back a second time.
  await shop.report({ ...declined, figures: { ...figures, reference: 'txn_of_the_same_failure' } });
  // A late copy of the approval changes nothing either.
  await shop.report({ state: 'approved', figures: shop.figures });
  expect(amountsIn(await shop.show())).toEqual([10000, -10000, 10000]);
  expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
  // The request was answered earlier.
  expect((await shop.repeat()).status).toBe(201);
});

test('a capture that fails after a part of it was refunded is a case for an operator', async () => {
  const shop = await loseAnswer('captures');
  await shop.report({ state: 'approved', figures: shop.figures });
  await live.here.move(shop.key, shop.id, 'refunds', 3000);
  const figures = shop.takeBack(10000);
  await shop.report({ ...declined, figures });
  expect(await shop.show()).toMatchObject({ capturedAmount: 10000, refundedAmount: 3000 });
  expect(JSON.stringify(await nightOf(live.florin, shop.merchant.id))).toContain(figures.reference);
});

test('a capture can fail after its refund was returned', async () => {
  const shop = await loseAnswer('captures');
  await shop.report({ state: 'approved', figures: shop.figures });
  await live.here.move(shop.key, shop.id, 'refunds', 3000);
  live.stripe.failRefund(live.stripe.books(shop.account).refunds[0]?.id ?? '', shop.account);
  await shop.report({ ...declined, figures: shop.takeBack(10000) });
  expect(amountsIn(await shop.show())).toEqual([10000, 3000, -3000, -10000, 10000]);
  expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
});

test.each(['captures', 'refunds'] as const)(
  'a movement that is approved after it was declined is made after all, once: %s',
  async (kind) => {
    const shop = await loseAnswer(kind, 4000);
    await shop.report(declined);
    expect((await shop.show()).operation).toBeUndefined();
    expect((await shop.repeat()).status).toBe(400);
    const answer = { state: 'approved', figures: shop.figures };
    await shop.report(answer, answer);
    const { trail } = await shop.show();
    expect(trail.filter(({ amount }: { amount: number }) => amount === 4000)).toHaveLength(1);
    await live.expectSameBooks(shop);
    expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
  },
);

test('a refund that is declined after it was approved comes back, once', async () => {
  const shop = await loseAnswer('refunds', 4000);
  await shop.report({ state: 'approved', figures: shop.figures });
  live.stripe.failRefund(live.stripe.books(shop.account).refunds[0]?.id ?? '', shop.account);
  const figures = figuresOf(live.stripe.books(shop.account).entries[0]);
  await shop.report({ ...declined, figures }, declined);
  expect(amountsIn(await shop.show())).toEqual([10000, 4000, -4000]);
  await live.expectSameBooks(shop);
});
