import { connectWithAcquirer } from '../support/connect.ts';
import { ownLive } from '../support/live.ts';
import { waitUntil } from '../support/wait-until.ts';

const live = ownLive();

async function scene(body: object = {}) {
  const { api, pos } = live.here;
  const { key, merchant, account } = await live.shop();
  const asked = { amount: 10000, currency: 'EUR', ...body };
  const { link } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body: asked })).body;
  /** Prepares a payment by the link up to the request to the acquirer. */
  const ready = async () => {
    const order = await live.order(merchant, { linkId: link.id });
    const { hints } = (await pos('/payments/challenges/begin', order)).body;
    return { ...order, hints };
  };
  const read = async () => (await api('GET', `/links/${link.id}`, { key })).body.link;
  return { key, merchant, account, ready, read };
}

test('a live link is paid once, and a payment that comes too late reserves no amount', async () => {
  const { account, ready, read } = await scene();
  const orders = await Promise.all(Array.from({ length: 5 }, ready));
  const answers = await Promise.all(orders.map((order) => live.here.pos('/payments', order)));
  const paid = answers.filter(({ status }) => status === 201);
  expect(paid).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => !paid.includes(answer)))
    expect([status, body.code]).toEqual([400, 'PAYMENT_INTEGRATION_DISABLED']);
  expect(live.stripe.books(account).capturable.EUR).toBe(10000);
  expect(await read()).toMatchObject({
    paid: 1,
    payments: [{ transactionId: paid[0]?.body.authorizationId }],
  });
});

test('both duplicates of a payment that comes too late report that the link is closed, not that the card is declined', async () => {
  const { account, ready, read } = await scene();
  const orders = await Promise.all(Array.from({ length: 4 }, ready));
  const twice = await Promise.all(
    orders.flatMap((order) => [order, order]).map((order) => live.here.pos('/payments', order)),
  );
  const told = Array.from({ length: 4 }, (_, n) => twice.slice(2 * n, 2 * n + 2));
  const ends = told.map((copies) => copies.map(({ status, body }) => body.code ?? status));
  expect(ends.filter((end) => end.includes(201))).toEqual([[201, 201]]);
  for (const end of ends.filter((end) => !end.includes(201)))
    expect(end).toEqual(['PAYMENT_INTEGRATION_DISABLED', 'PAYMENT_INTEGRATION_DISABLED']);
  expect(live.stripe.books(account).capturable.EUR).toBe(10000);
  expect(await read()).toMatchObject({ paid: 1 });
});

test('the page of a live link has no test mode, and allows frames of the acquirer', async () => {
  const { id } = await (await scene()).read();
  const answer = await fetch(`${live.florin.posUrl}/l/${id}`);
  const html = await answer.text();
  expect(answer.headers.get('content-security-policy')).toContain(`frame-src 'self' ${live.stripe.url};`);
  for (const part of ['test-mark', 'test-cards', 'testCards']) expect(html).not.toContain(part);
  expect(html).toContain('<form id="card" method="dialog" novalidate>');
});

test('a merchant can charge a card again after its customer paid a recurring link', async () => {
  const { key, merchant, ready } = await scene({ recurring: true });
  const first = await live.here.pos('/payments', await ready());
  expect(first.status).toBe(201);
  const body = { transactionId: first.body.authorizationId, currency: 'EUR', amount: 700 };
  const again = await live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
  expect(again.status).toBe(201);
});

test('a live card is saved for its customer alone, pays with its code, and is sent only to the account that has it', async () => {
  const { api, pay, tokens, transaction } = live.here;
  const customer = await scene({ customer: 'ann', uses: 9 });
  const { key, merchant, account } = customer;
  const { id: linkId } = await customer.read();
  const list = async () =>
    (await api('GET', `/merchants/${merchant.id}/customers/ann/cards?limit=9`, { key })).body;
  expect((await pay(await live.order(merchant, { linkId }))).status).toBe(201);
  const saved = (await pay(await live.order(merchant, { linkId, save: true }))).body.authorizationId;
  await waitUntil(list, ([card]) => card?.id === saved && card.offered);
  const [kept, before] = live.stripe.books(account).intents;
  expect([kept?.setup_future_usage, before?.setup_future_usage]).toEqual(['on_session', null]);
  const again = { transactionId: saved, currency: 'EUR', amount: 100 };
  const charged = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body: again });
  expect([charged.status, charged.body[0]?.field]).toEqual([400, 'transactionId']);

  // The page names the card only while the merchant's account can charge it.
  const page = async () => (await fetch(`${live.florin.posUrl}/l/${linkId}`)).text();
  expect(await page()).toContain(`value="${saved}"`);

  const { code } = await tokens();
  const withSaved = async () => pay(await live.order(merchant, { linkId, card: { saved, code } }));
  const paid = await withSaved();
  expect(paid.status).toBe(201);
  const { payment_method, customer: holder } = kept ?? {};
  expect(live.stripe.books(account).intents[0]).toMatchObject({ payment_method, customer: holder });
  expect(await transaction(key, paid.body.authorizationId)).toMatchObject({ card: { last4: '4242' } });

  await connectWithAcquirer(merchant.id, live.florin.aws, { account: `${account}_2` });
  expect(await list()).toMatchObject([{ id: saved, offered: false }]);
  expect(await page()).not.toContain(saved);
  const sent = live.stripe.seen.length;
  const refused = await withSaved();
  expect([refused.status, refused.body.code, live.stripe.seen.length]).toEqual([
    400,
    'REQUEST_INVALID',
    sent,
  ]);
});
