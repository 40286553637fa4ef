import { customer as browser } from '../support/customer.ts';
import { refusal } from '../support/http.ts';
import { savedCards } from '../support/saved-cards.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const here = world();
const { api, pos, pay, shop, createMerchant, tokens, payment } = here;
const { frictionless } = browser(here);

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;
const { link, typed, withSaved, save, list, remove, pathOf } = savedCards(here, () => ({ key, merchant }));

beforeEach(async () => {
  ({ key, merchant } = await shop());
});

const invalid = [400, 'REQUEST_INVALID'];
const nobodys = 'f'.repeat(24);

test('a saved card of another customer or merchant gets the same error as an id that does not exist', async () => {
  const theirs = await save('bob');
  const elsewhere = await createMerchant(key);
  const mine = merchant;
  merchant = elsewhere;
  const far = await save('ann');
  merchant = mine;
  const { id: linkId } = await link('ann');
  const paid = await pay(await typed(linkId));
  const answers = [];
  for (const id of [theirs, far, nobodys, paid.body.authorizationId])
    answers.push(await pos('/payments', await withSaved(linkId, id)));
  answers.push(await pos('/payments', await withSaved((await link()).id, theirs)));
  const order = await withSaved(linkId, theirs);
  answers.push(await pos('/payments/challenges/tds-frictionless', order));
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([400, answers[0]?.body]);
  expect(answers[0]?.body.code).toBe('REQUEST_INVALID');
});

test.each([
  ['without a link', { linkId: undefined }, 'REQUEST_INVALID'],
  ['with a link that does not exist', { linkId: nobodys }, 'REQUEST_INVALID'],
  ['in live mode', { test: undefined }, 'TEST_MODE_MIXED'],
  [
    'and another amount than its link',
    { amount: { currency: 'EUR', exponent: 2, value: 1 } },
    'REQUEST_INVALID',
  ],
  ['and a request to save it again', { save: true }, 'REQUEST_INVALID'],
])('the API refuses a payment with a saved card %s', async (_, over, code) => {
  const id = await save('ann');
  const order = { ...(await withSaved((await link('ann')).id, id)), ...over };
  expect(refusal(await pos('/payments', order))).toEqual([400, code]);
});

test.each([
  ['and a card number', async () => ({ number: (await tokens()).number })],
  ['and an expiry', async () => ({ expiry: { month: 1, year: 2090 } })],
  ['without a security code', async () => ({ code: undefined })],
  ['and a card number as its security code', async () => ({ code: (await tokens()).number })],
  ['with a malformed id', async () => ({ saved: '../../card' })],
  ['with an object as its id', async () => ({ saved: { id: nobodys } })],
])('the API refuses a payment with a saved card %s', async (_, over) => {
  const id = await save('ann');
  const order = await withSaved((await link('ann')).id, id);
  const answer = await pos('/payments', { ...order, card: { ...order.card, ...(await over()) } });
  expect(answer.status).toBe(400);
  expect(answer.body.code).toMatch(/^REQUEST_INVALID$|^TOKEN_TYPE_UNEXPECTED$/);
});

test('a challenge proof is valid only for the card and the link of its challenge', async () => {
  const one = await save('ann');
  const other = await save('ann', {}, '5555555555554444');
  const { id: linkId } = await link('ann');
  const order = await withSaved(linkId, one);
  const hints = await frictionless(order);
  const others = [
    { ...order, card: { ...order.card, saved: other } },
    { ...order, card: (await payment(merchant)).card },
    { ...order, linkId: (await link('ann')).id },
  ];
  for (const body of others)
    expect(refusal(await pos('/payments', { ...body, hints }))).toEqual([400, 'TOKEN_INVALID']);
  const card = await typed(linkId);
  const forTyped = { ...order, hints: await frictionless(card) };
  expect(refusal(await pos('/payments', forTyped))).toEqual([400, 'TOKEN_INVALID']);
  expect((await pos('/payments', { ...order, hints })).status).toBe(201);
});

test('a card is saved only in a payment by a link that names the customer', async () => {
  const plain = await typed((await link()).id, { save: true });
  expect(refusal(await pos('/payments', plain))).toEqual(invalid);
  expect(refusal(await pos('/payments', { ...plain, linkId: undefined }))).toEqual(invalid);
  const named = { ...(await payment(merchant)), save: true, customer: 'ann' };
  expect(refusal(await pos('/payments', named))).toEqual(invalid);
  const odd = await typed((await link('ann')).id, { save: 'maybe' });
  expect(refusal(await pos('/payments', odd))).toEqual(invalid);
});

describe('the identifier of a customer', () => {
  const right = [
    'a',
    '42',
    'ann@example.com',
    'gid://shopify/Customer/1',
    'a b',
    'Åse',
    '客户',
    '🙂',
    '...',
    '-',
  ];
  const escaped = [
    'a/b',
    '/',
    '%2F',
    '100%',
    '..%2f',
    '#',
    '?x=1',
    'a#b',
    '&',
    '+',
    'a;b',
    '"',
    "'",
    '<i>',
    '\\',
  ];
  test.each([...right, ...escaped, 'x'.repeat(100), '🙂'.repeat(100)])(
    'the identifier of a customer can be %j: its cards are listed and removed separately',
    async (name) => {
      const id = await save(name);
      const [saved] = await waitUntil(
        () => list(name),
        ({ length }) => length === 1,
      );
      expect(saved).toMatchObject({ id, customer: name });
      for (const other of [`${name}x`, name.toUpperCase()])
        if (other !== name && [...other].length <= 100) expect(await list(other)).toEqual([]);
      expect((await remove(name, id)).status).toBe(204);
      expect((await remove(name, id)).status).toBe(404);
    },
  );

  test('the identifier of a customer differs from its own URL-encoded form', async () => {
    for (const name of [...right, ...escaped]) {
      await save(name);
      if (encodeURIComponent(name) !== name) expect(await list(encodeURIComponent(name))).toEqual([]);
    }
  });

  const control = String.fromCharCode(0);
  test.each([
    '',
    ' ',
    ' a',
    'a ',
    '.',
    '..',
    `a${control}`,
    'a\nb',
    'a\tb',
    'a\u0085b',
    'a\u200bb',
    'a\u202eb',
    'a\u2028b',
    '\ufeffa',
    'a\u00ad',
    '\ue000',
    'x'.repeat(101),
    42,
    ['a'],
    { a: 1 },
  ])('the identifier of a customer cannot be %j', async (name) => {
    const body = { amount: 1, currency: 'EUR', customer: name };
    const made = await api('POST', `/merchants/${merchant.id}/links`, { key, body });
    expect([made.status, made.body[0]?.field]).toEqual([400, 'customer']);
  });

  test('the identifier of a customer cannot contain half of a surrogate pair', async () => {
    const body = '{"amount":1,"currency":"EUR","customer":"a\\ud800"}';
    const headers = { 'content-type': 'application/json' };
    const made = await api('POST', `/merchants/${merchant.id}/links`, { key, body, headers });
    expect([made.status, made.body[0]?.field]).toEqual([400, 'customer']);
  });

  test.each(['%', '%zz', '%ff', '%ed%a0%80', 'x'.repeat(101), 'x'.repeat(4000), '%00'])(
    'an identifier matches no cards when a path contains %j',
    async (name) => {
      const path = `/merchants/${merchant.id}/customers/${name}/cards`;
      const listed = await api('GET', `${path}?limit=9`, { key });
      expect(name === '%00' ? listed.body : listed.status).toEqual(name === '%00' ? [] : 404);
      expect((await api('DELETE', `${path}/${nobodys}`, { key })).status).toBe(404);
    },
  );
});

test('a saved card is listed and removed only under the merchant and the customer that own the card', async () => {
  const id = await save('ann');
  await waitUntil(
    () => list('ann'),
    ({ length }) => length === 1,
  );
  const other = await shop();
  const elsewhere = pathOf('ann').replace(merchant.id, other.merchant.id);
  expect((await api('GET', `${elsewhere}?limit=9`, { key: other.key })).body).toEqual([]);
  expect((await api('DELETE', `${elsewhere}/${id}`, { key: other.key })).status).toBe(404);
  expect((await api('DELETE', pathOf('ann', id), { key: other.key })).status).toBe(403);
  expect((await api('GET', `${pathOf('ann')}?limit=9`, { key: other.key })).status).toBe(403);
  const nowhere = pathOf('ann').replace(merchant.id, nobodys);
  expect((await api('GET', `${nowhere}?limit=9`, { key })).status).toBe(404);
  expect((await remove('bob', id)).status).toBe(404);
  expect((await api('DELETE', pathOf('ann', 'x'), { key })).status).toBe(404);
  expect(await list('ann')).toHaveLength(1);
});

test('the page of an open link shows only cards of its own customer, and that of an ended link none', async () => {
  const [id, theirs] = [await save('ann'), await save('bob')];
  const [open, used, off, plain] = [
    await link('ann'),
    await link('ann', { uses: 1 }),
    await link('ann'),
    await link(),
  ];
  const cardsOf = async (linkId: string) => {
    const html = await (await fetch(`${process.env.FLORIN_POS_URL}/l/${linkId}`)).text();
    return [id, theirs].filter((card) => html.includes(card));
  };
  await waitUntil(
    () => cardsOf(open.id),
    (shown) => shown.length > 0,
  );
  expect((await pay(await typed(used.id))).status).toBe(201);
  await api('DELETE', `/links/${off.id}`, { key });
  expect(await Promise.all([open, used, off, plain].map((at) => cardsOf(at.id)))).toEqual([[id], [], [], []]);
});

test('an open link removes only cards of its own customer, and a used or disabled link removes none', async () => {
  const id = await save('ann');
  const theirs = await save('bob');
  const { id: linkId } = await link('ann');
  const { id: plain } = await link();
  const { id: off } = await link('ann');
  await api('DELETE', `/links/${off}`, { key });
  const { id: used } = await link('ann', { uses: 1 });
  expect((await pay(await typed(used))).status).toBe(201);
  const drop = async (path: string, headers: Record<string, string> = { 'accept-version': '1' }) => {
    const answer = await fetch(`${process.env.FLORIN_POS_URL}/l/${path}`, { method: 'DELETE', headers });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  const bad = [`${linkId}/cards/${theirs}`, `${plain}/cards/${id}`, `${linkId}/cards/${nobodys}`];
  for (const path of [...bad, `x/cards/${id}`, `${linkId}/cards/x`, `${nobodys}/cards/${id}`])
    expect([path, ...refusal(await drop(path))]).toEqual([path, ...invalid]);
  expect(refusal(await drop(`${linkId}/cards/${id}`, {}))).toEqual([400, 'VERSION_MISSING']);
  for (const ended of [off, used])
    expect(refusal(await drop(`${ended}/cards/${id}`))).toEqual([400, 'PAYMENT_INTEGRATION_DISABLED']);
  const { id: next } = await link('ann');
  expect((await pay(await withSaved(next, id))).status).toBe(201);
});

test('no answer and no page contains the acquirer’s reference or the test settings of a saved card', async () => {
  const balance = { currency: 'EUR', exponent: 2, value: 77777 };
  const id = await save('ann', { test: { tds: { challenge: false }, card: { balance } } });
  const { id: linkId, ...made } = await link('ann');
  const listed = await waitUntil(
    () => list('ann'),
    ({ length }) => length === 1,
  );
  const paid = await pay(await withSaved(linkId, id));
  const page = await fetch(`${process.env.FLORIN_POS_URL}/l/${linkId}`);
  const texts = [listed, made, paid.body].map((answer) => JSON.stringify(answer));
  for (const text of [...texts, await page.text()])
    expect(text).not.toMatch(/credential|simulated|77777|reference":"[0-9a-f]{24}/);
});
