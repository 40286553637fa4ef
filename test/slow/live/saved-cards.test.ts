import { customerCardKey } from '../../../functions/core/store/table/keys.ts';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import { connectWithAcquirer } from '../../api/support/connect.ts';
import { refusal } from '../../api/support/http.ts';
import { cards, ownLive } from '../../api/support/live.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const live = ownLive();

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;
let account: string;

beforeEach(async () => {
  ({ key, merchant, account } = await live.shop());
});

const refusedCode = [400, 'PAYMENT_CARD_SECURITY_CODE_INVALID'];

async function link(over: object = {}): Promise<Json> {
  const body = { amount: 10000, currency: 'EUR', uses: 100, customer: 'ann', ...over };
  return (await live.here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body.link;
}

/** Saves a card. @returns its id */
async function save(number: string = cards.good, over: object = {}): Promise<string> {
  const { id: linkId } = await link(over);
  const order = await live.order(merchant, { linkId, save: true }, number);
  const answer = await pay(order);
  expect(answer.status).toBe(201);
  return answer.body.authorizationId;
}

async function withSaved(saved: string, code = '123', over: object = {}): Promise<Json> {
  const order = await live.order(merchant, { linkId: (await link(over)).id });
  return { ...order, card: { saved, code: (await live.here.tokens(cards.good, code)).code } };
}

/**
 * Pays, and completes 3-D Secure if the bank requires it.
 *
 * @param meanwhile is done while the customer is at the bank
 */
async function pay(
  order: Json,
  passed: 'yes' | 'no' = 'yes',
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<Json> {
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  const answer = await live.here.pos('/payments', { ...order, hints });
  const [challenge] = answer.body.challenges ?? [];
  if (!challenge) return answer;
  await meanwhile();
  const more = await live.atBank(challenge.path, { ...order, hints }, passed);
  return live.here.pos('/payments', { ...order, hints: [...hints, ...more] });
}

const list = async (): Promise<Json[]> =>
  (await live.here.api('GET', `/merchants/${merchant.id}/customers/ann/cards?limit=9`, { key })).body;

const intents = () => live.stripe.books(account).intents as Json[];

test('a card is saved at the acquirer for its holder alone, and makes live payments with its security code', async () => {
  const id = await save();
  const [kept] = intents();
  expect(kept).toMatchObject({ setup_future_usage: 'on_session', customer: expect.stringMatching(/^cus_/) });
  await waitUntil(list, ([card]) => card?.id === id);
  const again = { transactionId: id, currency: 'EUR', amount: 100 };
  const charged = await live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body: again });
  expect([charged.status, charged.body[0].field]).toEqual([400, 'transactionId']);

  const paid = await pay(await withSaved(id));
  expect(paid.status).toBe(201);
  const [newest] = intents();
  expect(newest).toMatchObject({
    payment_method: kept.payment_method,
    customer: kept.customer,
    setup_future_usage: null,
  });
  expect(await live.here.transaction(key, paid.body.authorizationId)).toMatchObject({
    amount: 10000,
    successful: true,
    card: { last4: '4242', code: { present: true } },
  });
  await live.expectSameBooks({ key, merchant, account });
});

test('with `recurring`, the merchant may charge a saved card, too', async () => {
  const id = await save(cards.good, { recurring: true });
  expect(intents()[0]).toMatchObject({ setup_future_usage: 'off_session' });
  const again = { transactionId: id, currency: 'EUR', amount: 100 };
  const charged = await live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body: again });
  expect(charged.status).toBe(201);
  expect((await pay(await withSaved(id))).status).toBe(201);
});

test('a bank can require 3-D Secure for a payment with a saved card', async () => {
  const id = await save(cards.challenged);
  expect(refusal(await pay(await withSaved(id), 'no'))).toEqual([400, 'TDSECURE_FAILED']);
  const paid = await pay(await withSaved(id));
  expect(paid.status).toBe(201);
  expect(await live.here.transaction(key, paid.body.authorizationId)).toMatchObject({ tds: 'full' });
});

test('after five wrong codes, Florin sends no more codes to the acquirer', async () => {
  const id = await save();
  for (let n = 0; n < 5; n++) expect(refusal(await pay(await withSaved(id, '999')))).toEqual(refusedCode);
  const before = intents().length;
  expect(refusal(await pay(await withSaved(id)))).toEqual([400, 'REQUEST_INVALID']);
  expect(intents()).toHaveLength(before);
  await waitUntil(list, ([card]) => card?.offered === false);
});

test('repeats of a payment reach the acquirer only once', async () => {
  const id = await save();
  const order = await withSaved(id);
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  const send = () => live.here.pos('/payments', { ...order, hints }, { 'idempotency-key': 'saved-once' });
  const answers = [await send(), await send(), await send()];
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(intents()).toHaveLength(2);
});

test('if the acquirer does not answer, the card is saved once the payment is known to have succeeded', async () => {
  const { id: linkId } = await link();
  const order = await live.order(merchant, { linkId, save: true });
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  const end = live.stripe.fail({ how: 'lost', of: /payment_intents/, times: 100 });
  expect((await live.here.pos('/payments', { ...order, hints })).status).toBe(504);
  expect(await list()).toEqual([]);
  end();
  const answer = await live.here.pos('/payments', { ...order, hints });
  expect(answer.status).toBe(201);
  await waitUntil(list, ([card]) => card?.id === answer.body.authorizationId);
  expect(intents()).toHaveLength(1);
});

test('a declined card is not saved', async () => {
  const { id: linkId } = await link();
  const order = await live.order(merchant, { linkId, save: true }, cards.declined);
  expect((await pay(order)).status).toBe(400);
  expect(await list()).toEqual([]);
});

test('the page of a live link offers the saved card', async () => {
  await save();
  await waitUntil(list, ({ length }) => length === 1);
  const page = await (await fetch((await link()).url)).text();
  expect(page).toContain('id="keep"');
  expect(page).toContain('Visa •••• 4242');
});

/** Changes the printed date of a saved card, which no route does. */
async function ageCard(id: string, expiry: string): Promise<void> {
  const ask = callEngine(live.florin.dynamodb);
  const { TableNames } = await ask('ListTables', {});
  const { pk, sk } = customerCardKey(id);
  await ask('UpdateItem', {
    TableName: TableNames.find((name: string) => name !== 'florin-local'),
    Key: { pk: { S: pk }, sk: { S: sk } },
    UpdateExpression: 'SET card.expiry = :expiry',
    ExpressionAttributeValues: { ':expiry': { S: expiry } },
  });
}

test('a card past its printed date is offered and charged because its network may have renewed it', async () => {
  const id = await save();
  const lastMonth = new Date(Date.now() - 40 * 24 * 60 * 60_000).toISOString();
  await ageCard(id, lastMonth);
  await waitUntil(list, ([card]) => card?.expiry === lastMonth);
  expect(await list()).toMatchObject([{ id, offered: true }]);
  expect((await pay(await withSaved(id))).status).toBe(201);
  live.stripe.settings(account).declines = { code: 'expired_card' };
  expect(refusal(await pay(await withSaved(id)))).toEqual([400, 'PAYMENT_CARD_EXPIRED']);
});

describe('after the merchant has changed accounts', () => {
  const connect = (to: string) => connectWithAcquirer(merchant.id, live.florin.aws, { account: to });
  const offered = async () => (await list()).map((card) => [card.id, card.offered]);

  test('cards of the earlier account are not offered, and not sent to the new one, until the merchant is back', async () => {
    const id = await save();
    await waitUntil(offered, (all) => all.length === 1);
    await connect(`${account}_2`);
    expect(await offered()).toEqual([[id, false]]);
    const page = await (await fetch((await link()).url)).text();
    expect(page).toContain('id="keep"');
    expect(page).not.toContain('•••• 4242');
    const before = live.stripe.seen.length;
    expect(refusal(await pay(await withSaved(id)))).toEqual([400, 'REQUEST_INVALID']);
    expect(live.stripe.seen.slice(before)).toEqual([]);
    const replaced = await save();
    await waitUntil(offered, ([first, ...others]) => others.length === 0 && first?.[0] === replaced);
    expect((await pay(await withSaved(replaced))).status).toBe(201);
    await connect(account);
    expect(await offered()).toEqual([[replaced, false]]);
    await connect(`${account}_2`);
    expect((await pay(await withSaved(replaced))).status).toBe(201);
  });

  test('a payment whose customer is at the bank continues', async () => {
    const id = await save(cards.challenged);
    const order = await withSaved(id);
    const paid = await pay(order, 'yes', () => connect(`${account}_2`));
    expect(paid.status).toBe(201);
    expect(live.stripe.books(`${account}_2`).intents).toEqual([]);
  });
});

test('a card is not charged again after its bank has advised against it', async () => {
  const transactionId = await live.authorized(merchant, 1000, { unplanned: { merchant: true } });
  const charge = (reference: string) =>
    live.here.api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      body: { transactionId, currency: 'EUR', amount: 700, reference },
    });
  const settings = live.stripe.settings(account);
  const code = 'card_declined';
  settings.declines = { code, decline_code: 'generic_decline', advice_code: 'try_again_later' };
  const later = await charge('first');
  expect([later.status, later.body]).toMatchObject([400, [{ code: 8, advice: 'try_again_later' }]]);
  settings.declines = { code, decline_code: 'do_not_honor', network_advice_code: '03' };
  const never = await charge('first');
  const error = { code: 8, advice: 'do_not_try_again', networkAdvice: '03' };
  expect([never.status, never.body]).toMatchObject([400, [error]]);
  const declined = await live.here.transaction(key, String(never.headers['florin-transaction']));
  expect(declined).toMatchObject({ successful: false, error });
  settings.declines = undefined;
  const before = live.stripe.seen.length;
  for (const reference of ['first', 'second'])
    expect(await charge(reference)).toMatchObject({
      status: 400,
      body: [{ code: 8, advice: 'do_not_try_again' }],
    });
  expect(live.stripe.seen).toHaveLength(before);
  // A new payment by the customer brings a new card, which can be charged.
  const renewed = await live.authorized(merchant, 1000, { unplanned: { merchant: true } });
  const body = { transactionId: renewed, currency: 'EUR', amount: 700 };
  expect((await live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body })).status).toBe(
    201,
  );
});
