import { methods as rows, type StripeMethod } from '../../../functions/core/acquirer/stripe/methods.ts';
import { makeClock } from '../../api/support/clock.ts';
import { ownLive } from '../../api/support/live.ts';
import { nightOf } from '../../api/support/night.ts';
import { methodPayments, types, untouched, value } from '../support/methods.ts';

jest.setTimeout(120_000);

const clock = makeClock();
const live = ownLive({ now: clock.now, env: clock.env, methods: types });
const payments = methodPayments(live);

const row = (type: string) => rows.find((each) => each.type === type) as StripeMethod;
const [atOnce, later] = [row('bancontact'), row('mobilepay')];
const minutes = 60_000;

test.each([atOnce, later])('a URL that says "succeeded" pays nothing ($name)', async (method) => {
  const scene = await payments.begin(method);
  const back = new URL(live.stripe.answerMethod(scene.payment, 'cancel', scene.account) ?? '');
  back.searchParams.set('redirect_status', 'succeeded');
  expect((await fetch(back)).status).toBe(200);
  expect((await payments.pay(scene)).body.code).toBe('PAYMENT_REJECTED');
  const forged = { state: 'x'.repeat(60) };
  expect((await live.here.pos('/payments/returns', forged)).status).toBe(400);
  expect(payments.sumsOf(scene)).toEqual(untouched);
});

test('a customer cannot pay the payment of one method by the answer of another', async () => {
  const scene = await payments.begin(atOnce);
  payments.answer(scene, 'approve');
  const { code, ...method } = scene.body.method;
  const other = { ...scene.body, method: { ...method, type: row('eps').type } };
  expect((await live.here.pos('/payments', other)).status).toBe(400);
  expect((await payments.pay(scene)).status).toBe(201);
  expect(await payments.transactionsOf(scene)).toHaveLength(1);
});

test('a customer cannot change the amount of a payment that they have agreed to', async () => {
  const scene = await payments.begin(atOnce);
  payments.answer(scene, 'approve');
  const more = { ...scene.body, amount: { ...scene.body.amount, value: value * 2 } };
  expect((await live.here.pos('/payments', more)).status).toBe(400);
  expect(payments.sumsOf(scene)).toEqual({ ...untouched, captured: value });
});

test('copies of a request ask the customer once', async () => {
  const shop = await payments.newShop();
  const body = await payments.order(later, shop);
  const answers = await Promise.all([1, 2, 3].map(() => live.here.pos('/payments', body)));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  const { intents } = live.stripe.books(shop.account);
  expect(intents.filter(({ status }) => status === 'requires_action')).toHaveLength(1);
});

test('an account cannot report the payment of another account as paid', async () => {
  const mine = await payments.begin(later);
  const foreign = await payments.begin(later, await payments.newShop());
  payments.answer(foreign, 'approve');
  const event = live.stripe.events.findLast(
    ({ type }) => type === 'payment_intent.amount_capturable_updated',
  );
  if (!event) throw new Error('No event');
  const { metadata } = payments.intentOf(mine) ?? {};
  await live.postEvent({ ...event, data: { object: { ...event.data.object, metadata } } });
  await live.eventsApplied();
  expect(await payments.transactionsOf(mine)).toEqual([]);
  expect(payments.sumsOf(mine)).toEqual(untouched);
});

test('a method that Stripe has switched off since is refused before the customer is asked', async () => {
  const shop = await payments.newShop();
  live.stripe.settings(shop.account).methods = {};
  const tried = await live.here.pos('/payments', await payments.order(atOnce, shop));
  expect([tried.status, tried.body.code]).toEqual([400, 'PAYMENT_METHOD_ERROR']);
});

test.each(rows.map((row) => [row.name, row] as const))(
  'money of a payment by %s that comes after its time goes back in full',
  async (_, method) => {
    const scene = await payments.begin(method);
    payments.answer(scene, 'process');
    await clock.moveTo(clock.now() + (method.minutes + method.settles + 1) * minutes);
    await live.finishOperations();
    const made = async () => (await payments.transactionsOf(scene)).filter(({ successful }) => successful);
    // Stripe does not cancel a payment while the provider decides, so nothing is certain yet.
    expect(await made()).toEqual([]);
    live.stripe.answerProcessing(scene.payment, true, scene.account);
    await payments.report(scene);
    await clock.moveTo(clock.now() + 60 * minutes);
    await live.finishOperations();
    const { captured, capturable, refunded } = payments.sumsOf(scene);
    expect([captured, capturable]).toEqual([refunded, 0]);
    expect(await made()).toEqual([]);
    // The books have the money and its return, and the ledger has them too.
    expect(await nightOf(live.florin, scene.merchant.id, clock.now())).toEqual([]);
  },
);

test('a link that two customers pay by methods at the same time takes one payment, and returns the other', async () => {
  const shop = await payments.newShop();
  const asked = { key: shop.key, body: { amount: value, currency: 'EUR' } };
  const { link } = (await live.here.api('POST', `/merchants/${shop.merchant.id}/links`, asked)).body;
  const over = { linkId: link.id };
  const scenes = [await payments.begin(atOnce, shop, over), await payments.begin(row('eps'), shop, over)];
  for (const scene of scenes) payments.answer(scene, 'approve');
  const answers = await Promise.all(scenes.map((scene) => payments.pay(scene)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  const sums = scenes.map((scene) => payments.sumsOf(scene));
  expect(sums.map(({ captured, refunded }) => captured - refunded).sort()).toEqual([0, value]);
  expect((await live.here.api('GET', `/links/${link.id}`, { key: shop.key })).body.link.paid).toBe(1);
  await clock.moveTo(clock.now() + 120 * minutes);
  expect(await nightOf(live.florin, shop.merchant.id, clock.now())).toEqual([]);
});
