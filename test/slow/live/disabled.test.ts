import { disableAtAcquirer } from '../../api/support/connect.ts';
import { cards, ownLive } from '../../api/support/live.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const live = ownLive();

const begin = async (order: object): Promise<string[]> =>
  (await live.here.pos('/payments/challenges/begin', order)).body.hints;

const disable = (merchantId: string, account?: string) =>
  disableAtAcquirer(merchantId, live.florin.aws, account);

const disabled = { status: 400, body: { code: 'PAYMENT_INTEGRATION_DISABLED' } };

describe('a merchant is disabled while a customer is at their bank', () => {
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

  test('if the customer confirms, the payment is made once, the page says so, and the merchant can capture it', async () => {
    const { key, account, order, path, hints, pay } = await atTheBank();
    // Opens the bank's page again, as a customer may reload it.
    const returned = await live.atBank(path, { ...order, hints }, 'yes');
    const paid = await pay(returned);
    expect(paid.status).toBe(201);
    expect(await pay(returned)).toMatchObject({ status: 201, body: paid.body });
    expect(live.stripe.books(account).capturable).toEqual({ EUR: 10000 });
    expect((await live.here.move(key, paid.body.authorizationId, 'captures', 10000)).status).toBe(201);
  });

  test('if the customer declines or leaves, the payment is declined', async () => {
    const no = await atTheBank();
    const returned = await live.atBank(no.path, { ...no.order, hints: no.hints }, 'no');
    expect((await no.pay(returned)).body.code).toBe('TDSECURE_FAILED');
    const gone = await atTheBank();
    const { left } = (await live.here.pos(gone.path, { ...gone.order, hints: gone.hints })).body;
    expect((await gone.pay(left)).body.code).toBe('TDSECURE_FAILED');
    expect(live.stripe.books(gone.account).intents).toMatchObject([{ status: 'canceled' }]);
  });

  test('no new payment can begin, and no payment that has not reached the acquirer yet', async () => {
    const { merchant, account, order, hints } = await atTheBank();
    const another = await live.order(merchant);
    expect(await live.here.pos('/payments', another)).toMatchObject(disabled);
    expect(await live.here.pos('/payments/challenges/begin', another)).toMatchObject(disabled);
    // The proof of another payment is refused.
    expect((await live.here.pos('/payments', { ...another, hints })).status).toBe(400);
    const sum = { ...order, amount: { currency: 'EUR', exponent: 2, value: 100 }, hints };
    expect((await live.here.pos('/payments', sum)).status).toBe(400);
    expect(live.stripe.books(account).intents).toHaveLength(1);
  });
});

test('a payment that was not sent before its merchant was disabled is not made, even after its challenge', async () => {
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

test('the payment page of a disabled merchant asks for no card and no amount', async () => {
  const { key, merchant, account } = await live.shop();
  const made = await live.here.api('POST', `/merchants/${merchant.id}/links`, {
    key,
    body: { amount: 100, currency: 'EUR' },
  });
  await disable(merchant.id, account);
  for (const url of [made.body.link.url, `${live.florin.posUrl}/?key=${merchant.key}&value=1`]) {
    const page = await fetch(url);
    const html = await page.text();
    expect([page.status, html.includes('Nothing was charged just now.')]).toEqual([400, true]);
    expect(html).toContain('<form id="card" method="dialog" novalidate hidden>');
  }
  const amount = await fetch(`${live.florin.posUrl}/?key=${merchant.key}`);
  expect([amount.status, (await amount.text()).includes('cannot take live payments yet')]).toEqual([
    400,
    true,
  ]);
});

test('an operation that was unknown when its merchant was disabled is resolved, and not reported as declined', async () => {
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

test('if the capture setting changes while a customer is at their bank, the payment keeps the setting it began with', async () => {
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

test('disabling a merchant keeps its account, and disabling with another account fails', async () => {
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

test('a blocked or disconnected account takes no new payments until the acquirer enables it again', async () => {
  const { key, merchant, account } = await live.shop();
  const authorized = await live.authorized(merchant, 1000);
  const settings = live.stripe.settings(account);
  const report = reportOf(account);
  const order = await live.order(merchant);
  const answer = async () => (await live.here.pos('/payments', order)).body.code;
  const taking = await answer();
  /** The log lines about the account that raise the alarm. */
  const alarms = async () =>
    live.florin
      .log()
      .split('\n')
      .filter((line) => [account, '"blocked"', '"AcquirerRefusals":1'].every((part) => line.includes(part)));
  settings.chargesEnabled = false;
  expect(await report('account.updated')).toBe(200);
  await waitUntil(answer, (code) => code === disabled.body.code);
  await waitUntil(alarms, ({ length }) => length === 1);
  expect((await live.here.move(key, authorized, 'captures', 400)).status).toBe(201);
  settings.chargesEnabled = true;
  await report('account.updated');
  await waitUntil(answer, (code) => code === taking);
  settings.disconnected = true;
  await report('account.application.deauthorized');
  await waitUntil(answer, (code) => code === disabled.body.code);
  expect((await waitUntil(alarms, ({ length }) => length > 1)).slice(1)).toEqual([
    expect.stringContaining('"blocked":"no access"'),
  ]);
  settings.disconnected = false;
  await report('account.application.deauthorized');
  await waitUntil(answer, (code) => code === taking);
});

test('a merchant gets one event for each change of its account’s abilities, even when the acquirer reports it repeatedly', async () => {
  const { key, merchant, account } = await live.shop();
  const other = await live.shop();
  const own = await listening(key, merchant.id);
  const others = await listening(other.key, other.merchant.id);
  const settings = live.stripe.settings(account);
  const report = reportOf(account);
  const integration = async () =>
    (await live.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.integration;
  const changes: [object, string, object][] = [
    [{ payoutsEnabled: false }, 'disabled', { payments: true, payouts: false }],
    [{ chargesEnabled: false }, 'disabled', { payments: false, payouts: false }],
    // Stripe does not show whether a disconnected account can be paid out.
    [{ disconnected: true }, '', { payments: false, payouts: false }],
    [
      { disconnected: false, chargesEnabled: true, payoutsEnabled: true },
      'enabled',
      { payments: true, payouts: true },
    ],
  ];
  const noAccess = async () =>
    live.florin
      .log()
      .split('\n')
      .some((line) => line.includes(account) && line.includes('no access'));
  expect(await integration()).toEqual({ payments: true, payouts: true });
  const expected: Event[] = [];
  for (const [change, type, shown] of changes) {
    Object.assign(settings, change);
    const copies = ['account.updated', 'account.updated', 'account.application.deauthorized'].map(report);
    expect(await Promise.all(copies)).toEqual([200, 200, 200]);
    // A report about another account must not change this merchant.
    await reportOf(other.account)('account.updated');
    if (type) expected.push({ type: `merchant.integration_${type}`, integration: shown });
    else await waitUntil(noAccess, Boolean);
    await waitUntil(own, (events) => events.length >= expected.length);
    expect(await integration()).toEqual(shown);
  }
  await disable(merchant.id, account);
  expected.push({ type: 'merchant.integration_disabled', integration: { payments: false, payouts: true } });
  expect(await waitUntil(own, (events) => events.length >= expected.length)).toEqual(expected);
  expect(await others()).toEqual([]);
});

interface Event {
  type: string;
  integration: object;
}

/** Subscribes to the events of a merchant's integration. Returns a function that reads those received so far. */
async function listening(key: string, merchantId: string): Promise<() => Promise<Event[]>> {
  const path = `/merchants/${merchantId}/webhooks`;
  const events = ['merchant.integration_disabled', 'merchant.integration_enabled'];
  const { webhook } = (await live.here.api('POST', path, { key, body: { events } })).body;
  const deliveries = `${path}/${webhook.id}/deliveries`;
  const seen = new Map<string, Event>();
  return async () => {
    const { body } = await live.here.api('GET', `${deliveries}?limit=100`, { key });
    for (const { id } of body) {
      if (seen.has(id)) continue;
      const { type, data } = (await live.here.api('GET', `${deliveries}/${id}`, { key })).body.event;
      seen.set(id, { type, integration: data.merchant.integration });
    }
    return [...seen.values()];
  };
}

/** Posts an event about an account. Florin ignores the state in the event and asks the acquirer for the current one. */
const reportOf = (account: string) => (type: string) =>
  live.postEvent({
    id: `evt_${type}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    api_version: '2026-09-30.endive',
    account,
    livemode: false,
    data: { object: { id: account, object: 'account', charges_enabled: true } },
  });
