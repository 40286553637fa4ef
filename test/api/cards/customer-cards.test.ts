import { customer as browser } from '../support/customer.ts';
import { refusal } from '../support/http.ts';
import { savedCards } from '../support/saved-cards.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const here = world();
const { api, pos, pay, shop, tokens, transaction } = here;
const { meetAll, frictionless } = browser(here);

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;
const { link, typed, withSaved, save, list, remove, once } = savedCards(here, () => ({ key, merchant }));

beforeEach(async () => {
  ({ key, merchant } = await shop());
});

const invalid = [400, 'REQUEST_INVALID'];
const wrongCode = { test: { tds: { challenge: false }, card: { code: 'invalid' } } };
const refusedCode = [400, 'PAYMENT_CARD_SECURITY_CODE_INVALID'];

test('a customer saves a card while paying, and pays again with the saved card and its security code', async () => {
  const id = await save('ann');
  const [saved, ...others] = await waitUntil(
    () => list('ann'),
    ({ length }) => length > 0,
  );
  expect(others).toEqual([]);
  expect(saved).toEqual({
    id,
    merchantId: merchant.id,
    customer: 'ann',
    created: expect.any(String),
    agreed: expect.stringMatching(/^\d{4}-.*Z$/),
    used: null,
    bin: '410000',
    last4: '0000',
    expiry: '2090-12-31T23:59:59.999Z',
    scheme: 'visa',
    offered: true,
  });
  const { id: linkId } = await link('ann');
  const paid = await pay(await withSaved(linkId, id));
  expect(paid.status).toBe(201);
  expect(await transaction(key, paid.body.authorizationId)).toMatchObject({
    amount: 10000,
    successful: true,
    linkId,
    card: { bin: '410000', last4: '0000', scheme: 'visa', code: { present: true } },
  });
  const [used] = await waitUntil(
    () => list('ann'),
    ([card]) => card.used !== null,
  );
  expect(used.used > saved.created).toBe(true);
});

test('a payment with a saved card meets all challenges, and is captured as its link says', async () => {
  const id = await save('ann');
  const { id: linkId } = await link('ann', { capture: true });
  const order = await withSaved(linkId, id, { test: {} });
  const { names, hints } = await meetAll(order, 'confirm');
  expect(names).toEqual(['fingerprint', 'tds-fingerprint', 'tds-challenge']);
  const paid = await pos('/payments', { ...order, hints });
  expect(paid.status).toBe(201);
  expect(await transaction(key, paid.body.authorizationId)).toMatchObject({
    capturedAmount: 10000,
    tds: 'full',
  });
});

test('a card is saved only if its customer agrees and its payment succeeds', async () => {
  const { id } = await link('ann');
  expect((await pay(await typed(id))).status).toBe(201);
  const lost = { test: { tds: { challenge: false }, card: { status: 'lost' } }, save: true };
  expect(refusal(await pay(await typed(id, lost)))).toEqual([400, 'PAYMENT_CARD_LOST']);
  expect((await pay(await typed(id, { save: false }))).status).toBe(201);
  await save('bob');
  await waitUntil(
    () => list('bob'),
    ({ length }) => length === 1,
  );
  expect(await list('ann')).toEqual([]);
});

test('saving the same card again with another expiry replaces the older copy', async () => {
  const first = await save('ann');
  const second = await save('ann', {}, '5555555555554444');
  const card = { ...(await tokens()), expiry: { month: 1, year: 2091 } };
  const again = await save('ann', { card });
  const ids = async () => (await list('ann')).map(({ id }) => id);
  expect(await waitUntil(ids, (all) => all.length === 2 && all.includes(again))).toEqual([again, second]);
  const { id } = await link('ann');
  expect(refusal(await pay(await withSaved(id, first)))).toEqual(invalid);
  expect((await pay(await withSaved(id, again))).status).toBe(201);
});

test('a customer has at most ten saved cards: an eleventh replaces the least recently used one', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push(await save('ann', {}, `410000000000001${n}`));
  const [oldest = '', second] = ids;
  const { id } = await link('ann');
  expect((await pay(await withSaved(id, oldest))).status).toBe(201);
  await waitUntil(
    () => list('ann'),
    (all) => all.length === 10 && all.some(({ used }) => used !== null),
  );
  const last = await save('ann', {}, '4100000000000027');
  const kept = await waitUntil(
    async () => (await list('ann')).map(({ id }) => id),
    (all) => all[0] === last,
  );
  expect(kept).toEqual([last, ...ids.slice(2).reverse(), oldest]);
  expect(kept).not.toContain(second);
});

test('the list of saved cards takes limit, before and after, and requires limit', async () => {
  const a = await save('ann', {}, '4100000000000018');
  const b = await save('ann', {}, '4100000000000026');
  const c = await save('ann', {}, '4100000000000034');
  const ids = async (query: object) => (await list('ann', query)).map(({ id }) => id);
  await waitUntil(
    () => ids({}),
    ({ length }) => length === 3,
  );
  // A payment writes more items about a card. The list must still count each card once.
  const { id: linkId } = await link('ann');
  for (const id of [a, b, c]) expect((await pay(await withSaved(linkId, id))).status).toBe(201);
  expect(await ids({ limit: 2 })).toEqual([c, b]);
  expect(await ids({ before: b })).toEqual([a]);
  expect(await ids({ after: a })).toEqual([b, c]);
  expect(await ids({ after: a, limit: 1 })).toEqual([b]);
  expect(await ids({ after: a, before: c })).toEqual([b]);
  const refused = await api('GET', `/merchants/${merchant.id}/customers/ann/cards`, { key });
  expect([refused.status, refused.body[0].field]).toEqual([400, 'limit']);
});

test('ten requests with one idempotency key make one payment with a saved card', async () => {
  const id = await save('ann');
  const { id: linkId, ...open } = await link('ann', { uses: 1 });
  expect(open.status).toBe('open');
  const order = await withSaved(linkId, id);
  const proven = { ...order, hints: await frictionless(order) };
  const headers = once();
  const answers = await Promise.all(Array.from({ length: 10 }, () => pos('/payments', proven, headers)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  await remove('ann', id);
  const repeat = await pos('/payments', proven, headers);
  expect([repeat.status, repeat.body]).toEqual([201, answers[0]?.body]);
});

test('four tabs pay a single-use link with one saved card: the card is charged once', async () => {
  const id = await save('ann');
  const { id: linkId } = await link('ann', { uses: 1 });
  const orders = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const order = await withSaved(linkId, id);
      return { ...order, hints: await frictionless(order) };
    }),
  );
  const answers = await Promise.all(orders.map((order) => pos('/payments', order, once())));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  for (const answer of answers)
    if (answer.status !== 201) expect(refusal(answer)).toEqual([400, 'PAYMENT_INTEGRATION_DISABLED']);
  expect((await api('GET', `/links/${linkId}`, { key })).body.link).toMatchObject({ paid: 1 });
  // The three refused payments must not count as wrong codes: five wrong codes are still allowed.
  const { id: next } = await link('ann');
  for (let n = 0; n < 5; n++)
    expect(refusal(await pay(await withSaved(next, id, wrongCode)))).toEqual(refusedCode);
});

test('a saved card keeps the test balance that it was saved with', async () => {
  const balance = { currency: 'EUR', exponent: 2, value: 25000 };
  const id = await save('ann', { test: { tds: { challenge: false }, card: { balance } } });
  const { id: linkId } = await link('ann');
  expect((await pay(await withSaved(linkId, id))).status).toBe(201);
  expect(refusal(await pay(await withSaved(linkId, id)))).toEqual([400, 'PAYMENT_INSUFFICIENT_FUNDS']);
});

describe('guessing the security code of a saved card', () => {
  test('blocks the card after five wrong codes, even for the right code', async () => {
    const id = await save('ann');
    const { id: linkId } = await link('ann');
    for (let n = 0; n < 5; n++) {
      expect(refusal(await pay(await withSaved(linkId, id, wrongCode)))).toEqual(refusedCode);
      if (n === 3) expect((await pay(await withSaved(linkId, id))).status).toBe(201);
    }
    expect(refusal(await pay(await withSaved(linkId, id)))).toEqual(invalid);
    const [blocked] = await waitUntil(
      () => list('ann'),
      ([card]) => !card.offered,
    );
    expect(blocked).toMatchObject({ id, offered: false });
    const again = await save('ann');
    expect((await pay(await withSaved(linkId, again))).status).toBe(201);
  });

  test('Florin accepts five of twelve guessed codes that arrive at the same time', async () => {
    const id = await save('ann');
    const { id: linkId } = await link('ann');
    const orders = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const order = await withSaved(linkId, id, wrongCode);
        return { ...order, hints: await frictionless(order) };
      }),
    );
    const answers = await Promise.all(orders.map((order) => pos('/payments', order)));
    const codes = answers.map(({ body }) => body.code).sort();
    expect(codes.filter((code) => code === refusedCode[1])).toHaveLength(5);
    expect(codes.filter((code) => code === invalid[1])).toHaveLength(7);
  });

  test('Florin counts a repeated request as one guess and does not count other declines', async () => {
    const id = await save('ann');
    const { id: linkId } = await link('ann');
    const order = await withSaved(linkId, id, wrongCode);
    const proven = { ...order, hints: await frictionless(order) };
    for (let n = 0; n < 7; n++) expect(refusal(await pos('/payments', proven))).toEqual(refusedCode);
    const over = { test: { tds: { challenge: false, status: 'rejected' } } };
    for (let n = 0; n < 6; n++)
      expect(refusal(await pay(await withSaved(linkId, id, over)))).toEqual([400, 'TDSECURE_FAILED']);
    expect((await pay(await withSaved(linkId, id))).status).toBe(201);
  });

  test('Florin counts no duplicates of paid requests that arrive at the same time', async () => {
    const id = await save('ann');
    const { id: linkId } = await link('ann');
    for (let n = 0; n < 6; n++) {
      const order = await withSaved(linkId, id);
      const proven = { ...order, hints: await frictionless(order) };
      const answers = await Promise.all(Array.from({ length: 8 }, () => pos('/payments', proven)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    }
    for (let n = 0; n < 5; n++)
      expect(refusal(await pay(await withSaved(linkId, id, wrongCode)))).toEqual(refusedCode);
  });
});

describe('a saved card', () => {
  test('a saved card that the merchant removes is no longer listed or accepted, and a second removal returns 404', async () => {
    const id = await save('ann');
    const { id: linkId } = await link('ann');
    expect((await remove('ann', id)).status).toBe(204);
    expect((await remove('ann', id)).status).toBe(404);
    await waitUntil(
      () => list('ann'),
      ({ length }) => length === 0,
    );
    expect(refusal(await pay(await withSaved(linkId, id)))).toEqual(invalid);
  });

  test('a saved card can be removed by the customer on the page of a link', async () => {
    const id = await save('ann');
    const { id: linkId } = await link('ann');
    const version = { 'accept-version': '1' };
    const path = `${process.env.FLORIN_POS_URL}/l/${linkId}/cards/${id}`;
    const first = await fetch(path, { method: 'DELETE', headers: version });
    expect([first.status, await first.json()]).toEqual([200, { removed: true }]);
    const second = await fetch(path, { method: 'DELETE', headers: version });
    expect([second.status, (await second.json()).code]).toEqual(invalid);
    expect(refusal(await pay(await withSaved(linkId, id)))).toEqual(invalid);
  });

  test('a saved card that is removed between the challenge and the payment is not charged', async () => {
    const id = await save('ann');
    const { id: linkId } = await link('ann');
    const order = await withSaved(linkId, id);
    const proven = { ...order, hints: await frictionless(order) };
    expect((await remove('ann', id)).status).toBe(204);
    expect(refusal(await pos('/payments', proven, once()))).toEqual(invalid);
    expect((await api('GET', `/links/${linkId}`, { key })).body.link).toMatchObject({ paid: 0 });
  });
});
