/** @jest-environment ./test/page-environment.cjs */

import { h } from 'preact';
import { App } from '../../../functions/console/client/app/app.tsx';
import { type Answer, type Asked, never, openBrowser, type Server } from './browser.ts';

const browser = openBrowser();

const idOf = (letter: string) => letter.repeat(24);
const [shop, live, other] = [idOf('a'), idOf('b'), idOf('c')];
const [first, second, third] = [idOf('1'), idOf('2'), idOf('3')];

const paymentOf = (id: string, merchantId = shop, over: object = {}) => ({
  ...{ id, merchantId, test: true, created: '2026-03-01T10:00:00.000Z', successful: true, custom: {} },
  ...{ amount: 5000, currency: 'EUR', pendingAmount: 5000, capturedAmount: 0, refundedAmount: 0 },
  ...{ voidedAmount: 0, disputedAmount: 0, trail: [], descriptor: 'Shop', tds: null, recurring: false },
  method: { type: 'card', name: 'Card' },
  card: { scheme: 'visa', last4: '4242', bin: '424242', expiry: '2030-12-31T23:59:59.999Z' },
  ...over,
});

/** The server of the console, with a user and three merchants: two in test mode, and a live one. */
function serve(over: Record<string, Server> = {}) {
  const merchantOf = (id: string, name: string, test: boolean, role = 'owner') => ({
    ...{ id, name, test, role, currency: 'EUR', notifications: {} },
    ...{ consoleCapture: true, methods: [], timeZone: 'Europe/Copenhagen' },
  });
  const state = {
    user: 'ann' as string | undefined,
    merchants: [
      merchantOf(shop, 'Shop', true),
      merchantOf(live, 'Live', false),
      merchantOf(other, 'Other', true),
    ],
    payments: [paymentOf(first), paymentOf(second), paymentOf(third)],
    over,
  };
  browser.server = (asked) => {
    const { route } = asked;
    // The first page after a sign-in. No test is about it.
    if (route.endsWith('/overview')) return [500];
    const own = state.over[route] ?? state.over[route.replace(/[0-9a-f]{24}/, 'ID')];
    if (own) return own(asked);
    if (route === 'POST /sign-in/confirm') return [200, {}];
    if (state.user === undefined) return [401, { error: 'SESSION_MISSING' }];
    const { user, merchants, payments } = state;
    if (route === 'GET /session')
      return [
        200,
        {
          ...{ user: { id: user, email: `${user}@example.com` }, session: { id: 's' }, merchants },
          ...{ invitations: [], passkeys: [] },
        },
      ];
    const [, id] = /^GET \/api\/transactions\/([0-9a-f]{24})$/.exec(route) ?? [];
    if (id) return [200, { transaction: payments.find((one) => one.id === id) }];
    const [, merchantId] = /^GET \/api\/merchants\/(\w{24})\/transactions$/.exec(route) ?? [];
    if (merchantId) return [200, payments.filter((one) => one.merchantId === merchantId)];
    if (route === 'DELETE /session') {
      state.user = undefined;
      return [204];
    }
    return route.startsWith('GET ') ? [200, []] : [404, { error: 'NOT_FOUND' }];
  };
  return state;
}

async function open(place: string) {
  location.hash = place;
  browser.show(
    h(App, { base: '', posUrl: 'https://pos.test', pageStyles: 'page.css', speak: async () => {} }),
  );
  await browser.until(() => browser.text() !== '');
}

/** Leaves the tab as a user does, and signs in as another one in the same tab. */
async function signInAs(state: ReturnType<typeof serve>, user: string, place: string) {
  await browser.press('Sign out');
  await browser.see('E-mail address');
  state.user = user;
  dispatchEvent(new Event('online'));
  await browser.see(`${user}@example.com`);
  location.hash = place;
}

const capturesOf = (id: string) => browser.of(`POST /api/transactions/${id}/captures`);
const keysOf = (id: string) => capturesOf(id).map(({ headers }) => headers['Idempotency-Key']);
const lost = (): Answer => undefined;
const done = ({ route }: Asked): Answer => [
  201,
  { transaction: paymentOf(route.split('/')[3] ?? '', shop, { pendingAmount: 0, capturedAmount: 5000 }) },
];

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('a capture whose answer is lost', () => {
  const payment = `#/${shop}/payments/${first}`;

  async function lose() {
    const state = serve({ 'POST /api/transactions/ID/captures': lost });
    await open(payment);
    await browser.press('Capture');
    await browser.submit();
    await browser.see('The money may already have moved');
    await browser.press('Close');
    await browser.see('A capture of €50.00 was sent, but its outcome is unknown');
    state.over['POST /api/transactions/ID/captures'] = done;
    return state;
  }

  test('a capture without a response can only be sent again, with its key, and is then forgotten', async () => {
    await lose();
    expect(document.body.textContent).not.toContain('Void');
    await browser.press('Send again');
    await browser.until(() => capturesOf(first).length === 2);
    await browser.settle();
    expect([new Set(keysOf(first)).size, browser.text().includes('outcome is unknown')]).toEqual([1, false]);
    expect(capturesOf(first).map(({ body }) => body)).toEqual([{ amount: 5000 }, { amount: 5000 }]);
  });

  test('a capture without a response is offered after a reload, and to nobody else who signs in in this tab', async () => {
    const state = await lose();
    browser.close();
    await open(payment);
    await browser.see('outcome is unknown');
    await signInAs(state, 'bob', payment);
    await browser.button('Capture');
    expect(browser.text()).not.toContain('outcome is unknown');
    await signInAs(state, 'ann', payment);
    await browser.see('outcome is unknown');
  });

  test('a capture without a response stays unknown if its response is lost again, and nothing else can be sent', async () => {
    const state = await lose();
    state.over['POST /api/transactions/ID/captures'] = lost;
    await browser.press('Send again');
    await browser.until(() => capturesOf(first).length === 2);
    await browser.settle();
    expect(browser.text()).toContain('outcome is unknown');
    expect(document.body.textContent).not.toContain('Void');
    expect(new Set(keysOf(first)).size).toBe(1);
  });

  test('a capture without a response is not sent again if another user has signed in in another tab', async () => {
    const state = await lose();
    state.user = 'bob';
    await browser.press('Send again');
    await browser.settle();
    expect(capturesOf(first)).toHaveLength(1);
  });
});

describe('the session', () => {
  test.each([500, 503, 429])(
    'a server that answers %i is a failure that can be tried again, not the end of the session',
    async (status) => {
      const state = serve({ 'GET /session': () => [status, {}] });
      await open(`#/${shop}/payments`);
      await browser.see('Try again');
      expect(browser.text()).not.toContain('E-mail address');
      state.over = {};
      await browser.press('Try again');
      await browser.see('Select all on this page');
    },
  );

  test('a session that has ended asks for a sign-in, and then shows the same place', async () => {
    const state = serve();
    await open(`#/${shop}/payments/${second}`);
    await browser.button('Capture');
    state.user = undefined;
    dispatchEvent(new Event('online'));
    await browser.see('E-mail address');
    state.user = 'ann';
    dispatchEvent(new Event('online'));
    await browser.button('Capture');
    const place = `#/${shop}/payments/${second}`;
    expect(location.hash).toBe(place);
    browser.close();
    await open('#/sign-in/token');
    await browser.press('Sign in');
    await browser.until(() => location.hash === place);
  });

  test.each([
    [400, true],
    [401, true],
    [404, true],
    [429, false],
    [500, false],
    [503, false],
  ])('the session begins with a link: a %i says that the link does not work: %p', async (status, isBad) => {
    const state = serve({ 'POST /sign-in/confirm': () => [status, { error: 'X' }] });
    state.user = undefined;
    await open('#/sign-in/token');
    await browser.press('Sign in');
    await browser.until(() => browser.of('POST /sign-in/confirm').length > 0);
    await browser.settle();
    expect(browser.text().includes('This link does not work')).toBe(isBad);
    if (isBad) return;
    state.over = {};
    state.user = 'ann';
    await browser.press('Sign in');
    await browser.see('ann@example.com');
  });
});

describe('the navigation', () => {
  const sections = 'overview payments links disputes payouts ledger people webhooks audit settings';
  test.each([...sections.split(' '), 'sessions'])(
    'the navigation leads to %s, and marks it',
    async (section) => {
      serve();
      const place = `#/${shop}/${section}`;
      await open(`#/${shop}/${section === 'payments' ? 'links' : 'payments'}`);
      const link = await browser.until(() => document.querySelector<HTMLElement>(`a[href="${place}"]`));
      location.hash = link.getAttribute('href') ?? '';
      const marked = `a[href="${place}"][aria-current]`;
      await browser.until(() => document.querySelector(marked));
      const name = document.querySelector(marked)?.textContent ?? '';
      await browser.until(() => document.title === `${name} · Florin`);
      expect(document.querySelector('h1')?.textContent).toBe(name);
    },
  );

  test.each([
    ['two merchants lets the user choose one', 2, true],
    ['one merchant has nothing to choose', 1, false],
  ])('the navigation of a user with %s', async (_, count, canChoose) => {
    const state = serve();
    state.merchants.splice(count);
    await open(`#/${shop}/payments`);
    await browser.see('ann@example.com');
    expect(document.querySelector('button.merchant') !== null).toBe(canChoose);
  });
});

describe('the merchant and its mode', () => {
  const listsOf = () =>
    browser.asked.flatMap(
      ({ route }) => /^GET \/api\/merchants\/(\w{24})\/transactions$/.exec(route)?.[1] ?? [],
    );

  test.each([
    ['test', shop, [shop, other]],
    ['live', live, [live]],
  ])(
    'a list of all merchants that begins at a %s one has only merchants in its mode',
    async (_, at, lists) => {
      serve();
      await open(`#/${at}/payments?merchants=all`);
      await browser.until(() => listsOf().length >= lists.length);
      await browser.settle();
      expect(new Set(listsOf())).toEqual(new Set(lists));
    },
  );

  test.each([
    [shop, true],
    [live, false],
  ])('the pages of %s say that no money moves: %p', async (at, says) => {
    serve();
    await open(`#/${at}/payments`);
    await browser.see('ann@example.com');
    expect(browser.text().includes('No money moves')).toBe(says);
  });

  test('a place without a merchant is of the merchant that the browser has shown last', async () => {
    serve();
    await open(`#/${live}/payments`);
    await browser.until(() => localStorage.getItem('florin.merchant') === live);
    browser.close();
    await open('#/payments');
    await browser.until(() => location.hash === `#/${live}/payments`);
  });

  test('a merchant that cannot be read does not hide the payments of the others, and is named', async () => {
    serve({ [`GET /api/merchants/${other}/transactions`]: () => [503] });
    await open(`#/${shop}/payments?merchants=all`);
    await browser.see('€50.00');
    expect(document.querySelector('[role=alert].bad')?.textContent).toContain('Other');
  });

  test('another list does not show the entries of the one before while it is loaded', async () => {
    const state = serve();
    await open(`#/${shop}/payments`);
    await browser.see('€50.00');
    state.over = { [`GET /api/merchants/${other}/transactions`]: never };
    location.hash = `#/${shop}/payments?merchants=all`;
    await browser.until(() => browser.of(`GET /api/merchants/${other}/transactions`).length > 0);
    expect(browser.text()).not.toContain('€50.00');
  });

  test('a dialog of a payment does not stay open for the next one', async () => {
    serve();
    await open(`#/${shop}/payments/${first}`);
    await browser.press('Capture');
    await browser.until(() => document.querySelector('dialog'));
    location.hash = `#/${shop}/payments/${second}`;
    await browser.until(() => browser.of(`GET /api/transactions/${second}`).length > 0);
    await browser.settle();
    expect(document.querySelector('dialog')).toBeNull();
  });

  test('a payment of another merchant is not shown', async () => {
    const state = serve();
    state.payments = [paymentOf(first, live, { test: false })];
    await open(`#/${shop}/payments/${first}`);
    await browser.see('ann@example.com');
    await browser.settle();
    expect([browser.text().includes('€50.00'), document.body.textContent?.includes('Capture')]).toEqual([
      false,
      false,
    ]);
  });
});

describe('a batch', () => {
  const list = `#/${shop}/payments`;

  async function begin(answer: Server) {
    const state = serve({ 'POST /api/transactions/ID/captures': answer });
    await open(list);
    await browser.see('Select all on this page');
    document.querySelector<HTMLInputElement>('.batch-bar input')?.click();
    await browser.see('3 selected');
    await browser.press('Capture');
    const confirm = await browser.button('Capture 3 payments');
    confirm.click();
    confirm.click();
    await browser.until(
      () => capturesOf(first).length + capturesOf(second).length + capturesOf(third).length > 2,
    );
    await browser.settle();
    return state;
  }
  const all = () => [first, second, third].flatMap(capturesOf);
  const keyed = () => all().map(({ route, headers }) => `${route} ${headers['Idempotency-Key']}`);

  test('a batch moves the whole rest of each payment once, and is then forgotten', async () => {
    const state = await begin(done);
    expect(all().map(({ body }) => body)).toEqual(Array(3).fill({ amount: 5000 }));
    expect(new Set(all().map(({ headers }) => headers['Idempotency-Key'])).size).toBe(3);
    await browser.press('Close');
    await browser.settle();
    expect(browser.text()).not.toContain('3 selected');
    browser.close();
    state.over = {};
    await open(list);
    await browser.see('Select all on this page');
    expect(document.querySelector('.notice.warn')).toBeNull();
  });

  test('a batch that is interrupted is offered after a reload, and goes on with the same keys', async () => {
    const state = await begin(({ route }) => (route.includes(first) ? done({ route } as Asked) : undefined));
    const before = keyed();
    await browser.press('Close');
    browser.close();
    state.over = { 'POST /api/transactions/ID/captures': done };
    await open(list);
    await browser.press('Show them');
    await browser.press('Try again');
    await browser.until(() => all().length === 2);
    expect(keyed().sort()).toEqual(before.filter((one) => !one.includes(first)).sort());
  });

  test('a batch is offered after a reload that came before the first response', async () => {
    await begin(never);
    browser.close();
    await open(list);
    await browser.press('Show them');
    await browser.see('Try again');
  });

  test('a batch waits for the next sign-in of its user, and no other user sees it', async () => {
    const state = await begin(lost);
    await browser.press('Close');
    await browser.see('Show them');
    await signInAs(state, 'bob', list);
    await browser.see('Select all on this page');
    expect(document.querySelector('.notice.warn button')).toBeNull();
    await signInAs(state, 'ann', list);
    await browser.see('Select all on this page');
    expect(document.querySelector('.notice.warn button')).not.toBeNull();
  });

  test('a batch leaves out a payment with a movement whose outcome is unknown', async () => {
    const state = serve({ 'POST /api/transactions/ID/captures': lost });
    await open(`#/${shop}/payments/${first}`);
    await browser.press('Capture');
    await browser.submit();
    await browser.see('The money may already have moved');
    browser.close();
    state.over = {};
    await open(list);
    await browser.see('Select all on this page');
    document.querySelector<HTMLInputElement>('.batch-bar input')?.click();
    await browser.press('Capture');
    await browser.button('Capture 2 payments');
  });
});

test('a double click on a capture makes one request', async () => {
  serve({ 'POST /api/transactions/ID/captures': done });
  await open(`#/${shop}/payments/${first}`);
  await browser.press('Capture');
  await Promise.all([browser.submit(), browser.submit(), browser.submit()]);
  await browser.settle();
  expect(capturesOf(first)).toHaveLength(1);
});

test('after a 403 the page asks for the rights again, and shows those that are left', async () => {
  const state = serve({ 'POST /api/transactions/ID/captures': () => [403, { error: 'FORBIDDEN' }] });
  await open(`#/${shop}/payments/${first}`);
  await browser.press('Capture');
  await browser.submit();
  await browser.settle();
  for (const one of state.merchants) one.role = 'accountant';
  await browser.press('Cancel');
  await browser.until(() => browser.of('GET /session').length === 2);
  await browser.until(() => !browser.text().includes('Void'));
});
