import { disableAtAcquirer } from '../api/support/connect.ts';
import { cards, ownLive } from '../api/support/live.ts';
import { until } from '../api/support/until.ts';

const live = ownLive();

const begin = async (order: object): Promise<string[]> =>
  (await live.here.pos('/payments/challenges/begin', order)).body.hints;

const disable = (merchantId: string, account?: string) =>
  disableAtAcquirer(merchantId, live.florin.aws, account);

const disabled = { status: 400, body: { code: 'PAYMENT_INTEGRATION_DISABLED' } };

describe('a merchant that is disabled while a customer is at their bank', () => {
  async function atTheBank() {
    const { key, merchant, account } = await live.shop();
    const order = await live.order(merchant, {}, cards.challenged);
    const headers = { 'idempotency-key': `disabled-${account}` };
    const hints = await begin(order);
    const asked = await live.here.pos('/payments', { ...order, hints }, headers);
    const [{ path }] = asked.body.challenges;
    await disable(merchant.id, account);
    const pay = (more: string[]) =>
      live.here.pos('/payments', { ...order, hints: [...hints, ...more] }, headers);
    return { key, merchant, account, order, path, hints, pay };
  }

  test('a yes has paid, once, and they are told so; it can be captured', async () => {
    const { key, account, order, path, hints, pay } = await atTheBank();
    // Opens the bank's page, which they may have reloaded.
    const returned = await live.atBank(path, { ...order, hints }, 'yes');
    const paid = await pay(returned);
    expect(paid.status).toBe(201);
    expect(await pay(returned)).toMatchObject({ status: 201, body: paid.body });
    expect(live.stripe.books(account).capturable).toEqual({ EUR: 10000 });
    expect((await live.here.move(key, paid.body.authorizationId, 'captures', 10000)).status).toBe(201);
  });

  test('a no is declined as ever, and so is who leaves', async () => {
    const no = await atTheBank();
    const returned = await live.atBank(no.path, { ...no.order, hints: no.hints }, 'no');
    expect((await no.pay(returned)).body.code).toBe('TDSECURE_FAILED');
    const gone = await atTheBank();
    const { left } = (await live.here.pos(gone.path, { ...gone.order, hints: gone.hints })).body;
    expect((await gone.pay(left)).body.code).toBe('TDSECURE_FAILED');
    expect(live.stripe.books(gone.account).intents).toMatchObject([{ status: 'canceled' }]);
  });

  test('no other payment is begun, nor one that was about to be', async () => {
    const { merchant, account, order, hints } = await atTheBank();
    const another = await live.order(merchant);
    expect(await live.here.pos('/payments', another)).toMatchObject(disabled);
    expect(await live.here.pos('/payments/challenges/begin', another)).toMatchObject(disabled);
    // The proof of another payment opens nothing.
    expect((await live.here.pos('/payments', { ...another, hints })).status).toBe(400);
    const sum = { ...order, amount: { currency: 'EUR', exponent: 2, value: 100 }, hints };
    expect((await live.here.pos('/payments', sum)).status).toBe(400);
    expect(live.stripe.books(account).intents).toHaveLength(1);
  });
});

test('a payment that has met its challenge, and was not sent before its merchant is disabled, is not made', async () => {
  const { merchant, account } = await live.shop();
  const order = await live.order(merchant);
  const hints = await begin(order);
  await disable(merchant.id, account);
  for (let n = 0; n < 2; n++)
    expect(
      await live.here.pos('/payments', { ...order, hints }, { 'idempotency-key': account }),
    ).toMatchObject(disabled);
  expect(live.stripe.books(account).intents).toEqual([]);
});

test('its page asks for no card, and not for an amount', async () => {
  const { key, merchant, account } = await live.shop();
  const made = await live.here.api('POST', `/merchants/${merchant.id}/links`, {
    key,
    body: { amount: 100, currency: 'EUR' },
  });
  await disable(merchant.id, account);
  for (const url of [made.body.link.url, `${live.florin.posUrl}/?key=${merchant.key}&value=1`]) {
    const page = await fetch(url);
    const html = await page.text();
    expect([page.status, html.includes('You have not been charged.')]).toEqual([400, true]);
    expect(html).toContain('<form id="card" method="dialog" novalidate hidden>');
  }
  const amount = await fetch(`${live.florin.posUrl}/?key=${merchant.key}`);
  expect([amount.status, (await amount.text()).includes('cannot take live payments yet')]).toEqual([
    400,
    true,
  ]);
});

test('what nobody had answered when its merchant was disabled is found out, and not called refused', async () => {
  const { key, merchant, account } = await live.shop();
  const agreed = await live.authorized(merchant, 1000, { unplanned: { merchant: true } });
  const order = await live.order(merchant);
  const hints = await begin(order);
  const pay = () => live.here.pos('/payments', { ...order, hints }, { 'idempotency-key': `lost-${account}` });
  const again = (name: string) =>
    live.here.api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      body: { transactionId: agreed, currency: 'EUR', amount: 700 },
      headers: { 'idempotency-key': name },
    });
  const end = live.stripe.fail({ how: 'lost', of: /\/confirm$/, times: 6 });
  expect([(await pay()).status, (await again('lost')).status]).toEqual([504, 504]);
  end();
  await disable(merchant.id, account);
  expect([(await pay()).status, (await again('lost')).status]).toEqual([201, 201]);
  expect(await again('new')).toMatchObject({ status: 400, body: [{ code: 27 }] });
  expect(live.stripe.books(account).capturable).toEqual({ EUR: 11700 });
});

test('a shop whose setting is changed while a customer is at their bank is paid as it was begun', async () => {
  const { key, merchant, account } = await live.shop();
  const order = await live.order(merchant, { capture: false }, cards.challenged);
  const hints = await begin(order);
  const [{ path }] = (await live.here.pos('/payments', { ...order, hints })).body.challenges;
  const changed = await live.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { capture: true } });
  expect(changed.status).toBe(204);
  const returned = await live.atBank(path, { ...order, hints }, 'yes');
  expect((await live.here.pos('/payments', { ...order, hints: [...hints, ...returned] })).status).toBe(201);
  expect(live.stripe.books(account)).toMatchObject({ captured: { EUR: 0 }, capturable: { EUR: 10000 } });
});

test('disabled without its account it keeps that; by another one it is not disabled', async () => {
  const { key, merchant, account } = await live.shop();
  const id = await live.authorized(merchant, 1000);
  await expect(disable(merchant.id, 'acct_another')).rejects.toThrow(account);
  expect(await disable(merchant.id)).toMatchObject({ account, enabled: false });
  expect(await live.here.pos('/payments', await live.order(merchant))).toMatchObject(disabled);
  expect((await live.here.move(key, id, 'captures', 1000)).status).toBe(201);
  await live.expectSameBooks({ key, merchant, account });
  const { merchant: other } = await live.here.shop({ test: false });
  await expect(disable(other.id)).rejects.toThrow('not connected');
});

test('an account that can take no payments, or was disconnected, takes no new ones until the acquirer says so', async () => {
  const { key, merchant, account } = await live.shop();
  const authorized = await live.authorized(merchant, 1000);
  const settings = live.stripe.settings(account);
  const report = (type: string) =>
    live.postEvent({
      id: `evt_${type}`,
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1000),
      api_version: '2026-09-30.endive',
      account,
      livemode: false,
      // The acquirer is asked, whatever an event says.
      data: { object: { id: account, object: 'account', charges_enabled: true } },
    });
  const order = await live.order(merchant);
  const answer = async () => (await live.here.pos('/payments', order)).body.code;
  const taking = await answer();
  settings.chargesEnabled = false;
  expect(await report('account.updated')).toBe(200);
  await until(answer, (code) => code === disabled.body.code);
  expect((await live.here.move(key, authorized, 'captures', 400)).status).toBe(201);
  settings.chargesEnabled = true;
  await report('account.updated');
  await until(answer, (code) => code === taking);
  settings.disconnected = true;
  await report('account.application.deauthorized');
  await until(answer, (code) => code === disabled.body.code);
  expect(live.florin.log()).toContain('"blocked":"no access"');
  settings.disconnected = false;
  await report('account.application.deauthorized');
  await until(answer, (code) => code === taking);
});
