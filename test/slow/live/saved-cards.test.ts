import { customerCardKey } from '../../../functions/core/store/table/keys.ts';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import { aws } from '../../api/support/aws.ts';
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

describe('cards that Florin has stopped using', () => {
  const cardsPath = () => `/merchants/${merchant.id}/customers/ann/cards`;
  const remove = async (id: string) => {
    const answer = await live.here.api('DELETE', `${cardsPath()}/${id}`, { key });
    expect(answer.status).toBe(204);
  };
  const charge = (transactionId: string) => {
    const body = { transactionId, currency: 'EUR', amount: 100 };
    return live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
  };
  /** The card and the customer of the newest payment at the acquirer. */
  const newest = () => {
    const [{ payment_method, customer }] = intents() as [Json];
    return { card: payment_method as string, owner: customer as string };
  };
  const watch = async (minutes: number) => {
    const time = new Date(Date.now() + minutes * 60_000).toISOString();
    expect((await aws(live.florin.aws).invoke('WatchAuthorizations', { time })).error).toBeUndefined();
  };
  const items = async (prefix: string): Promise<Json[]> => {
    const ask = callEngine(live.florin.dynamodb);
    const TableName = (await ask('ListTables', {})).TableNames.find(
      (name: string) => name !== 'florin-local',
    );
    const { Items } = await ask('Scan', {
      TableName,
      FilterExpression: 'begins_with(pk, :prefix)',
      ExpressionAttributeValues: { ':prefix': { S: prefix } },
    });
    return Items;
  };
  const detachments = () => items(`detach#stripe#${account}#`);
  /** Waits until the stream has led to the work, and lets the job do it. */
  async function settle(minutes = 6) {
    await waitUntil(detachments, ({ length }) => length > 0, 20);
    await watch(minutes);
  }
  const isDetached = ({ card, owner }: ReturnType<typeof newest>) =>
    live.stripe.thing(card, account)?.customer === null &&
    live.stripe.thing(owner, account)?.deleted === true;

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['that the merchant removes', remove],
    [
      'that its customer removes',
      async (id) => {
        const { url } = await link();
        const path = url.replace(/\/l\/([^/?]+).*/, `/l/$1/cards/${id}`);
        const answer = await fetch(path, { method: 'DELETE', headers: { 'accept-version': '1' } });
        expect([answer.status, await answer.json()]).toEqual([200, { removed: true }]);
      },
    ],
    ['that a newer one replaces', async () => void (await save())],
    [
      'that expires',
      async (id) => {
        const ask = callEngine(live.florin.dynamodb);
        const { TableNames } = await ask('ListTables', {});
        const { pk, sk } = customerCardKey(id);
        // As DynamoDB deletes an expired item.
        await ask('DeleteItem', {
          TableName: TableNames.find((name: string) => name !== 'florin-local'),
          Key: { pk: { S: pk }, sk: { S: sk } },
        });
      },
    ],
    [
      'of an erased customer',
      async () => {
        const path = `/merchants/${merchant.id}/erasures`;
        expect((await live.here.api('PUT', path, { key, body: { customer: 'ann' } })).status).toBe(200);
      },
    ],
  ])('a card %s is detached at the acquirer, once, and its customer is deleted', async (_, end) => {
    const id = await save();
    const first = newest();
    await end(id);
    await waitUntil(detachments, ({ length }) => length > 0, 20);
    // A request that has read the card before could still pay with it.
    await watch(3);
    expect(isDetached(first)).toBe(false);
    const before = live.stripe.seen.length;
    await watch(6);
    expect(isDetached(first)).toBe(true);
    expect(await detachments()).toEqual([]);
    await watch(60 * 24);
    const detached = live.stripe.seen.slice(before).filter(({ path }) => path.includes('/detach'));
    expect(detached.filter((request) => request.account === account)).toHaveLength(1);
    await live.expectSameBooks({ key, merchant, account });
  });

  test('Florin keeps a card at the acquirer while a payment can be charged again with it', async () => {
    const id = await save(cards.good, { recurring: true });
    const card = newest();
    await remove(id);
    await settle();
    expect(await detachments()).toEqual([]);
    expect(isDetached(card)).toBe(false);
    const again = await charge(id);
    expect(again.status).toBe(201);
    const path = `/merchants/${merchant.id}/erasures`;
    expect((await live.here.api('PUT', path, { key, body: { customer: 'ann' } })).status).toBe(200);
    await settle();
    // The later payment names nobody, and can be charged again itself.
    expect(isDetached(card)).toBe(false);
    expect((await charge(again.body.transaction.id)).status).toBe(201);
  });

  test('Florin detaches the card of an agreement to later payments when its customer is erased', async () => {
    await save(cards.good, { recurring: true });
    const card = newest();
    const path = `/merchants/${merchant.id}/erasures`;
    expect((await live.here.api('PUT', path, { key, body: { customer: 'ann' } })).status).toBe(200);
    await settle();
    expect(isDetached(card)).toBe(true);
  });

  test('Florin keeps a card that a deprecated card, or an agreement by a payment with the saved card, uses', async () => {
    const id = await save(cards.good, { recurring: true });
    const first = newest();
    const path = `/merchants/${merchant.id}/cards`;
    const made = await live.here.api('POST', path, { key, body: { transactionId: id } });
    expect(made.status).toBe(201);
    const erasures = `/merchants/${merchant.id}/erasures`;
    expect((await live.here.api('PUT', erasures, { key, body: { customer: 'ann' } })).status).toBe(200);
    await settle();
    expect(isDetached(first)).toBe(false);
    const body = { cardId: made.body.card.id, currency: 'EUR', amount: 100 };
    const paid = await live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
    expect(paid.status).toBe(201);

    const kept = await save();
    const second = newest();
    const agreed = await pay(await withSaved(kept, '123', { recurring: true }));
    expect(agreed.status).toBe(201);
    await remove(kept);
    await settle();
    expect(isDetached(second)).toBe(false);
    expect((await charge(agreed.body.authorizationId)).status).toBe(201);
  });

  test('Florin detaches no card while a payment with it has no outcome yet', async () => {
    const id = await save(cards.challenged);
    const card = newest();
    const order = await withSaved(id);
    const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
    expect((await live.here.pos('/payments', { ...order, hints })).body.challenges).toHaveLength(1);
    await remove(id);
    await settle();
    expect(isDetached(card)).toBe(false);
    expect(await detachments()).toHaveLength(1);
  });

  test('a customer removes a card while the acquirer hangs or fails, and Florin detaches it once it answers', async () => {
    for (const how of ['hang', '500', 'hang-after', 'denied', 'malformed'] as const) {
      const id = await save();
      const card = newest();
      const end = live.stripe.fail({ how, of: /customers|detach/, times: 100 });
      const begun = Date.now();
      await remove(id);
      expect(Date.now() - begun).toBeLessThan(3000);
      await settle();
      expect(await detachments()).toHaveLength(1);
      // The next attempt is an hour later.
      end();
      await watch(50);
      expect(await detachments()).toHaveLength(1);
      await watch(70);
      expect([how, isDetached(card), await detachments()]).toEqual([how, true, []]);
    }
  });

  test('Florin gives a card up at an account that an operator has retired, and nowhere else', async () => {
    const id = await save();
    live.stripe.settings(account).disconnected = true;
    await remove(id);
    await settle(6);
    for (const days of [1, 3, 40]) await watch(days * 24 * 60);
    expect(await detachments()).toHaveLength(1);
    const retire = { merchantId: merchant.id, acquirer: 'stripe', account, retire: true };
    const note = { by: 'Ann', note: 'The owner has left' };
    for (const command of [
      { enabled: false, retire: undefined },
      { ...retire, ...note },
    ]) {
      const done = await aws(live.florin.aws).invoke('EnableMerchant', { ...retire, ...command });
      expect([command, done.error]).toEqual([command, undefined]);
    }
    await watch(50 * 24 * 60);
    expect(await detachments()).toEqual([]);
  });
});
