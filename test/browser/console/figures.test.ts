import type { Page } from 'playwright-core';
import { desktop, here, isTooWide, type Merchant, words } from '../support/browser.ts';
import { outcome, personOf, useConsole, visit } from '../support/console.ts';

/**
 * Each page shows answers of the API in which every figure differs from the others, so that none can stand in the place of
 * another one.
 */
const openConsole = useConsole();

let key: string;
let merchant: Merchant;
let page: Page;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

beforeEach(async () => {
  page = await openConsole(await personOf(merchant, key), '#/', desktop);
});

/** Answers requests to a path below `/api` of the console. */
const answer = (path: string, json: unknown) =>
  page.route(
    ({ pathname }) => pathname.endsWith(`/api/${path}`),
    (route) => route.fulfill({ json: json as object }),
  );

const pathOfMerchant = (path: string) => `merchants/${merchant.id}${path}`;
const place = (path: string) => `#/${merchant.id}/${path}`;

/** The names and values of a list of amounts or facts. */
const namesAndValues = (selector: string): Promise<[string, string][]> =>
  page
    .locator(`${selector} > div`)
    .evaluateAll((rows) =>
      rows.map((row): [string, string] => [
        row.querySelector('dt')?.textContent ?? '',
        row.querySelector('dd')?.textContent ?? '',
      ]),
    );

const id = (digit: string) => digit.repeat(24);
const created = '2026-11-20T09:30:00.000Z';

test('no amount of the overview breaks on a phone', async () => {
  const none = { takings: 0, refunds: 0, fees: 0, disputes: 0, approved: 0, declined: 0, declines: [] };
  await answer(pathOfMerchant('/overview'), {
    ...{ from: '2026-11-20T00:00:00.000Z', to: '2026-11-26T12:00:00.000Z', currency: 'EUR', before: none },
    ...{ period: { ...none, takings: 2_915_886_078, fees: 99_393_665_37 } },
    series: [{ day: '2026-11-20', takings: 2_915_886_078, refunds: 0 }],
  });
  await page.setViewportSize({ width: 375, height: 800 });
  await visit(page, place('overview'));
  const amounts = page.locator('.figure strong');
  await amounts.first().waitFor();
  const heights = await amounts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
  expect(await isTooWide(page)).toBe(false);
});

test('the overview has each figure with that of the period before, each part of the balance, and the open tasks', async () => {
  await answer(pathOfMerchant('/overview'), {
    ...{ from: '2026-11-20T00:00:00.000Z', to: '2026-11-26T12:00:00.000Z', currency: 'EUR' },
    period: {
      ...{ takings: 11_000, refunds: 2_000, fees: 300, disputes: 400, disputeCount: 1 },
      ...{ approved: 30, declined: 10, declines: [7, 6].map((code) => ({ code, count: code + 1 })) },
    },
    before: {
      ...{ takings: 10_000, refunds: 2_500, fees: 200, disputes: 800, disputeCount: 2 },
      ...{ approved: 24, declined: 24, declines: [] },
    },
    series: [
      { day: '2026-11-20', takings: 500, refunds: 1 },
      { day: '2026-11-21', takings: 10_500, refunds: 2 },
    ],
  });
  await answer(pathOfMerchant(''), {
    merchant: {
      ...{ ...merchant, balance: 4_800, available: 4_000, pending: 500, reserved: 300, disputed: 0 },
      balances: { USD: { balance: 900, available: 1, pending: 2, reserved: 3, disputed: 4 } },
    },
  });
  const due = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();
  const dispute = { transactionId: id('1'), amount: 1, reason: { code: 1, title: 'x' }, created };
  await page.route(
    ({ pathname }) => pathname.endsWith('/api/disputes'),
    (route) =>
      route.fulfill({
        json: route.request().url().includes('before=')
          ? []
          : [
              { ...dispute, id: id('5'), due: due(9), status: 'open', evidence: null },
              { ...dispute, id: id('4'), due: due(4), status: 'inquiry', evidence: null },
              { ...dispute, id: id('3'), due: due(2), status: 'won', evidence: null },
            ],
      }),
  );
  await answer(
    pathOfMerchant('/transactions'),
    Array.from({ length: 26 }, (_, n) => ({ id: String(n) })),
  );
  const endpoint = { enabled: true, failingSince: null, disabled: null };
  const off = (by: string) => ({ enabled: false, disabled: { at: created, by } });
  await answer(pathOfMerchant('/webhooks'), [
    { ...endpoint, id: id('a'), url: 'https://good.example' },
    { ...endpoint, id: id('b'), url: 'https://failing.example', failingSince: created },
    { ...endpoint, id: id('c'), url: 'https://dead.example', ...off('failures') },
    { ...endpoint, id: id('d'), url: 'https://off.example', ...off('merchant'), failingSince: created },
  ]);
  await visit(page, place('overview'));
  const figures = page.locator('.figure');
  await figures.first().waitFor();
  const days = 'from=2026-11-20&to=2026-11-21';
  const shown = figures.evaluateAll((all) =>
    all.map((one) => [...[...one.children].map((part) => part.textContent), one.getAttribute('href')]),
  );
  expect(await shown).toEqual([
    ['Takings', '€110.00', '+10% · before: €100.00', place(`ledger?${days}`)],
    ['Refunds', '€20.00', '−20% · before: €25.00', place(`ledger?${days}`)],
    ['Fees', '€3.00', '+50% · before: €2.00', place(`ledger?${days}`)],
    ['Successful payments', '30', '+25% · before: 24', place(`payments?state=successful&${days}`)],
    ['Acceptance rate', '75%', 'before: 50%', place(`payments?state=declined&${days}`)],
    ['Taken by disputes', '€4.00', '−50% · before: €8.00', place('disputes')],
  ]);
  expect(await page.locator('.chart tr').allTextContents()).toEqual(['20 Nov€5.00', '21 Nov€105.00']);
  expect(await page.locator('[aria-labelledby=declines] li').allTextContents()).toEqual([
    'There was not enough money on the card.8',
    'The card has expired.7',
  ]);
  expect(await namesAndValues('.balance dl')).toEqual([
    ['Can be paid out', '€40.00'],
    ['Can be paid out later', '€5.00'],
    ['Held in reserve', '€3.00'],
    ['Kept in USD', 'US$9.00'],
    ['Balance', '€48.00'],
  ]);
  const urgent = page.locator('.urgent li');
  expect(await urgent.count()).toBe(4);
  expect(await words(urgent.nth(0))).toMatch(/^2 open disputes\s+answer by .* \(in 4 days\)$/);
  expect(await urgent.nth(0).getByRole('link').nth(1).getAttribute('href')).toBe(
    place(`disputes/${id('4')}`),
  );
  expect(await words(urgent.nth(1))).toContain('More than 25 payments to capture');
  expect(await urgent.locator('bdi').allTextContents()).toEqual([
    'https://failing.example',
    'https://dead.example',
  ]);
});

const card = { bin: '410000', last4: '4242', scheme: 'mastercard', expiry: '2030-02-28T23:59:59.999Z' };

const transaction = () => ({
  ...{ id: id('1'), merchantId: merchant.id, test: true, created, currency: 'EUR', amount: 90_000 },
  ...{ pendingAmount: 10_000, capturedAmount: 60_000, refundedAmount: 5_000, voidedAmount: 20_000 },
  method: { type: 'card', name: 'Card' },
  ...{ disputedAmount: 7_000, card, custom: { reference: 'Order 7' }, tds: 'full', recurring: true },
  ...{ linkId: id('2'), payer: { name: 'Ann Lee', email: 'ann@example.com' }, descriptor: 'Tea shop' },
  ...{ successful: true, error: false, trail: [] as object[], captureBefore: '2090-12-01T12:00:00.000Z' },
});

async function visitPayment(payment: object): Promise<void> {
  await answer(`transactions/${id('1')}`, { transaction: payment });
  await answer(`transactions/${id('1')}/mails`, []);
  const lines = [{ text: 'Tea', quantity: 2, amount: 45_000 }];
  await answer(`links/${id('2')}`, { link: { id: id('2'), currency: 'EUR', lines } });
  await answer('disputes', []);
  await visit(page, place(`payments/${id('1')}`));
}

test('the page of a payment has each amount, each fact and the deadline', async () => {
  const entry = { created, descriptor: 'Tea shop' };
  await visitPayment({
    ...transaction(),
    trail: [
      {
        ...entry,
        capture: true,
        amount: 60_000,
        balance: 59_165,
        fee: { flat: 25, rate: 810 },
        lineId: id('3'),
      },
      { ...entry, refund: true, amount: 5_000, balance: -5_000, fee: { flat: 0, rate: 0 }, lineId: id('4') },
    ],
  });
  expect(await namesAndValues('dl.amounts')).toEqual([
    ['Authorized', '€900.00'],
    ['To capture', '€100.00'],
    ['Captured', '€600.00'],
    ['Refunded', '−€50.00'],
    ['Voided', '€200.00'],
    ['Disputed', '€70.00'],
    ['Fees', '−€8.35'],
    ['Effect on your balance', '€541.65'],
  ]);
  await page.getByText('Tea × 2').waitFor();
  const { Time, 'Other payments': _, Id, ...facts } = Object.fromEntries(await namesAndValues('dl.facts'));
  expect(facts).toEqual({
    ...{ 'Paid with': 'Mastercard •••• 4242', 'Card expires': '02/2030', '3-D Secure': 'Passed' },
    ...{ 'Started by': 'Your server', Reference: 'Order 7', 'Name of the customer': 'Ann Lee' },
    ...{ 'E-mail of the customer': 'ann@example.com', 'On the bank statement': 'Tea shop' },
    'Payment link': 'Open the link',
    Items: 'Tea × 2: €450.00',
  });
  expect([Time, Id]).toEqual([expect.stringContaining('20 Nov 2026'), expect.stringContaining(id('1'))]);
  const link = page.getByRole('link', { name: 'Open the link' });
  expect(await link.getAttribute('href')).toBe(place(`links/${id('2')}`));
  await page.getByText(/^Capture before 1 Dec 2090/).waitFor();
});

test('the timeline has the words and the colour of each movement, and the amount before increments', async () => {
  const entry = { descriptor: 'x', balance: 0, fee: { flat: 0, rate: 0 } };
  const dispute = (step: string) => ({ dispute: { id: id('6'), [step]: true } });
  const trail = [
    { increment: true, amount: 1_000 },
    { capture: true, amount: 60_000, balance: 59_165, fee: { flat: 25, rate: 810 }, lineId: id('3') },
    { refund: true, amount: 5_000, balance: -5_000, reason: 'duplicate', lineId: id('4') },
    { refund: true, amount: -300, balance: 300, lineId: id('5') },
    { capture: true, amount: -200, balance: -200, lineId: id('5') },
    { void: true, amount: 20_000 },
    { ...dispute('withdrawn'), amount: 7_100, balance: -7_100, lineId: id('5') },
    { ...dispute('reinstated'), amount: 7_200, balance: 7_200, lineId: id('5') },
    { ...dispute('won'), amount: 7_300 },
    { ...dispute('lost'), amount: 7_400, balance: -7_400, lineId: id('5') },
  ];
  const times = trail.map((each, n) => ({ ...entry, ...each, created: `2026-11-21T10:00:${10 + n}.000Z` }));
  await visitPayment({ ...transaction(), trail: times });
  const items = page.locator('.timeline li');
  expect(
    await items.evaluateAll((all) =>
      all.map((one) => [one.className, one.querySelector('strong')?.textContent]),
    ),
  ).toEqual([
    ['bad', 'Dispute about €74.00 lost'],
    ['good', 'Dispute about €73.00 won'],
    ['good', '€72.00 reinstated after a dispute'],
    ['bad', '€71.00 withdrawn because of a dispute'],
    ['plain', '€200.00 voided'],
    ['bad', 'A capture of €2.00 failed later, and the money returned to the customer'],
    ['bad', 'A refund of €3.00 failed later, and the money returned to you'],
    ['plain', '€50.00 refunded'],
    ['good', '€600.00 captured'],
    ['plain', 'Authorization raised by €10.00'],
    ['calm', '€890.00 authorized'],
  ]);
  expect(await words(items.nth(8))).toContain('Fee €8.35 · Balance +€591.65');
  expect(await words(items.nth(7))).toMatch(/Paid twice\s*Balance −€50\.00/);
  expect(await words(items.last())).toContain('verified the customer with 3-D Secure');
});

test('the page of a declined payment says why it was declined, and shows no movement', async () => {
  const error = { code: 6, text: 'Card expired', message: 'x', client: true, merchant: false };
  const amounts = ['pending', 'captured', 'refunded', 'voided', 'disputed'].map((one) => `${one}Amount`);
  const nothing = Object.fromEntries(amounts.map((name) => [name, 0]));
  await visitPayment({ ...transaction(), ...nothing, successful: false, error, tds: null });
  await page.getByText('This payment was declined. The card has expired.').waitFor();
  expect(await namesAndValues('dl.amounts')).toEqual([]);
  expect(await page.locator('.timeline li.bad strong').allTextContents()).toEqual(['€900.00 declined']);
  expect(await page.locator('.actions button').count()).toBe(0);
});

const payout = () => ({
  ...{ id: id('1'), merchantId: merchant.id, test: true, created, status: 'in_transit', count: 5 },
  ...{ amount: { currency: 'USD', amount: 9_400 }, carried: { in: 300, out: 200 } },
  ...{ gross: 9_500, fees: 200, net: 9_300 },
  ...{ arrival: '2026-11-26', trace: 'Trace 1', reference: 'po_1', itemized: 'done' },
});

test('a payout adds up its lines by their kinds, with the money that was left over before and after', async () => {
  const line = { created, bookedAt: created, amount: { currency: 'USD', amount: 1 }, balance: 0, fee: 0 };
  const kept = (balance: number) => ({ kept: { currency: 'USD', balance, fee: 40 } });
  const lines = [
    { ...line, id: id('6'), capture: true, ...kept(6_000) },
    { ...line, id: id('5'), capture: true, ...kept(5_000) },
    { ...line, id: id('4'), refund: true, ...kept(-900) },
    { ...line, id: id('3'), dispute: true, ...kept(-700) },
    { ...line, id: id('2'), adjustment: true, ...kept(-100) },
  ];
  await answer(`payouts/${id('1')}`, { payout: { ...payout(), lines } });
  await visit(page, place(`payouts/${id('1')}`));
  expect(await namesAndValues('dl.amounts')).toEqual([
    ['Left over from earlier payouts', 'US$3.00'],
    ['Captures', 'US$110.80'],
    ['Refunds', '−US$8.60'],
    ['Disputes', '−US$6.60'],
    ['Adjustments', '−US$0.60'],
    ['Gross', 'US$95.00'],
    ['Fees', '−US$2.00'],
    ['Net', 'US$93.00'],
    ['Left over for the next payout', '−US$2.00'],
    ['Payout', 'US$94.00'],
  ]);
  expect(Object.fromEntries(await namesAndValues('dl.facts'))).toMatchObject({
    ...{ 'In your bank': '26 Nov 2026', 'Trace of the bank': 'Trace 1' },
    'Reference of the payment provider': 'po_1',
  });
  expect(await words(page.locator('.page-head .badge'))).toBe('On its way');

  await answer(`payouts/${id('1')}`, { payout: { ...payout(), count: 6, lines } });
  await visit(page, place(`payouts/${id('1')}`));
  await page.getByText('This payout has more lines than fit on this page.').waitFor();
  expect(await namesAndValues('dl.amounts')).toEqual([
    ['Left over from earlier payouts', 'US$3.00'],
    ['Gross', 'US$95.00'],
    ['Fees', '−US$2.00'],
    ['Net', 'US$93.00'],
    ['Left over for the next payout', '−US$2.00'],
    ['Payout', 'US$94.00'],
  ]);
});

test('rows with the same amount in the same minute have different names for screen readers', async () => {
  const twice = ['00', '01'].map((second, n) => ({
    ...{ id: id(String(n + 1)), merchantId: merchant.id, created: `2026-11-20T09:30:${second}.000Z` },
  }));
  const rows = (row: object) => twice.map((one) => ({ ...row, ...one }));
  const line = { capture: true, transactionId: id('9'), amount: { currency: 'EUR', amount: 1 } };
  await answer(pathOfMerchant('/transactions'), rows(transaction()));
  await answer(pathOfMerchant('/payouts'), rows(payout()));
  await answer(
    pathOfMerchant('/lines'),
    rows({ ...line, balance: 1, fee: 0 }).map((one) => ({ ...one, bookedAt: one.created })),
  );
  for (const list of ['payments', 'payouts', 'ledger']) {
    await visit(page, place(list));
    const links = page.locator('tbody a, tbody .pick');
    await links.nth(1).waitFor();
    const names = await links.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect([list, new Set(names).size]).toEqual([list, names.length]);
    expect(names).toContainEqual(expect.stringContaining(':30:01'));
  }
});

test('the list of endpoints shows the health of each, and the list of deliveries the outcome of each', async () => {
  const endpoint = {
    ...{ merchantId: merchant.id, test: true, created, description: null, events: null, verified: true },
    ...{ verificationError: null, enabled: true, disabled: null, failingSince: null, secrets: [] },
  };
  const off = (by: string) => ({ enabled: false, disabled: { at: created, by } });
  const failing = { ...endpoint, id: id('b'), url: 'https://b.example', failingSince: created };
  await answer(pathOfMerchant('/webhooks'), [
    { ...endpoint, id: id('a'), url: 'https://a.example', events: ['dispute.won', 'dispute.lost'] },
    failing,
    { ...failing, id: id('c'), url: null, ...off('failures') },
    { ...failing, id: id('d'), url: 'https://d.example', ...off('merchant') },
    { ...endpoint, id: id('e'), url: 'https://e.example', verified: false },
  ]);
  await visit(page, place('webhooks'));
  const rows = page.locator('main tbody tr');
  expect(
    await rows.evaluateAll((all) =>
      all.map((row) => {
        const badge = row.querySelector('.badge');
        return [row.querySelector('a')?.textContent, badge?.textContent, badge?.className];
      }),
    ),
  ).toEqual([
    ['https://a.example', 'On', 'badge good'],
    ['https://b.example', 'Failing', 'badge bad'],
    ['Without an address (deliveries are only listed)', 'Switched off', 'badge bad'],
    ['https://d.example', 'Switched off', 'badge plain'],
    ['https://e.example', 'Not verified', 'badge warn'],
  ]);
  expect(await words(rows.first())).toContain('2 types');

  const attempt = (status: number | null, error: string | null, duration: number) => ({
    ...{ time: created, status, error, duration },
  });
  const next = new Date(Date.now() + 5.5 * 60_000).toISOString();
  const delivery = { merchantId: merchant.id, webhookId: id('b'), created, answer: null, next: null };
  const deliveries = [
    { ...delivery, id: id('9'), type: 'dispute.won', status: 'pending', attempts: [], next: null },
    {
      ...{ ...delivery, id: id('8'), type: 'dispute.lost', status: 'pending', next },
      attempts: [attempt(200, null, 1), attempt(null, 'ECONNREFUSED', 12)],
    },
    { ...delivery, id: id('7'), type: 'user.added', status: 'failed', attempts: [attempt(500, null, 34)] },
    { ...delivery, id: id('6'), type: 'app.added', status: 'succeeded', attempts: [attempt(204, null, 56)] },
  ];
  await answer(pathOfMerchant(`/webhooks/${id('b')}`), { webhook: failing });
  await answer(pathOfMerchant(`/webhooks/${id('b')}/deliveries`), deliveries);
  const sent: [string, unknown][] = [];
  await page.route('**/retries', (route) => {
    sent.push([new URL(route.request().url()).pathname, route.request().postDataJSON()]);
    return route.fulfill({ status: 202, body: '' });
  });
  await visit(page, place(`webhooks/${id('b')}`));
  await rows.nth(3).waitFor();
  const cells = (column: number) =>
    rows.evaluateAll((all, at) => all.map((row) => row.querySelectorAll('td')[at]?.textContent), column);
  expect(await cells(1)).toEqual(['Waiting', 'Waiting', 'Failed', 'Delivered']);
  expect(await cells(2)).toEqual([
    '–',
    'Your server refuses connections (ECONNREFUSED) · 12 ms · again in 5 minutes',
    '500 · 34 ms',
    '204 · 56 ms',
  ]);
  const event = { id: id('7'), type: 'user.added', data: { user: { email: 'ann@example.com' } } };
  await answer(pathOfMerchant(`/webhooks/${id('b')}/deliveries/${id('7')}`), {
    delivery: deliveries[2],
    event,
  });
  await page.getByRole('button', { name: /^What was sent: user\.added, .*:\d\d$/ }).click();
  const body = page.getByRole('dialog').locator('pre');
  await body.waitFor();
  expect(JSON.parse((await body.textContent()) ?? '')).toEqual(event);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Send again: user\.added/ }).click();
  await outcome(page).getByText('The event is sent again.').waitFor();
  await page.getByRole('button', { name: 'Send failed deliveries of the last 7 days again' }).click();
  await outcome(page)
    .getByText('All deliveries of the last 7 days that have not arrived are sent again.')
    .waitFor();
  const [one, all] = sent;
  expect(one).toEqual([expect.stringMatching(`/webhooks/${id('b')}/deliveries/${id('7')}/retries$`), null]);
  expect(all?.[0]).toMatch(new RegExp(`/webhooks/${id('b')}/retries$`));
  const { since } = (all?.[1] ?? {}) as { since: string };
  expect(Date.now() - Date.parse(since)).toBeGreaterThanOrEqual(7 * 86_400_000);
  expect(Date.now() - Date.parse(since)).toBeLessThan(7 * 86_400_000 + 60_000);

  // A page of a search may have fewer deliveries than the search has found on all pages.
  await page.route('**/deliveries?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    if (searchParams.get('filter[status]') !== 'failed') return route.fallback();
    return searchParams.has('before')
      ? route.fulfill({ json: searchParams.get('before') === id('5') ? [] : deliveries })
      : route.fulfill({ json: [deliveries[2]], headers: { 'Florin-Next': id('5') } });
  });
  const state = page.getByLabel('State');
  await state.selectOption('Failed');
  const older = page.getByRole('link', { name: 'Older' });
  await older.waitFor();
  expect(await cells(0)).toEqual(['user.added']);
  await older.click();
  await page.getByRole('heading', { name: 'No deliveries in this state' }).waitFor();
  expect(await state.inputValue()).toBe('failed');
  await page.getByRole('link', { name: 'Newest' }).click();
  await rows.first().waitFor();
  await state.selectOption('All');
  await rows.nth(3).waitFor();
});

test('the audit log says which requests succeeded, were refused, or have an unknown outcome', async () => {
  const entry = {
    ...{ created, user: { id: id('1'), email: 'ann@example.com' }, action: 'PUT /merchants/{merchantId}' },
    ...{ about: {}, fields: null, requestId: 'r', address: '192.0.2.1', device: 'Firefox, Linux' },
  };
  const statuses = [204, 299, 400, 403, 499, 500, 504, null];
  const entries = statuses.map((status, n) => ({ ...entry, id: id(String(n)), status }));
  await answer(pathOfMerchant('/audit'), [
    ...entries,
    { ...entry, id: id('9'), user: { id: id('2'), till: 'Counter' }, status: 201 },
  ]);
  await visit(page, place('audit'));
  const rows = page.locator('main tbody tr');
  expect(await rows.locator('.badge').allTextContents()).toEqual([
    ...['Done', 'Done', 'Refused', 'Refused', 'Refused', 'Unknown', 'Unknown', 'Unknown', 'Done'],
  ]);
  expect(await words(rows.last())).toContain('Till: Counter');
});

test('the ledger shows the days that are asked for, both included, also in its file', async () => {
  const asked: string[] = [];
  await page.route(
    ({ pathname }) => pathname.endsWith('/lines'),
    (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(
        ['limit', 'filter[bookedFrom]', 'filter[bookedTo]'].map((name) => searchParams.get(name)).join(),
      );
      return route.fulfill({ json: [] });
    },
  );
  await visit(page, place('ledger?from=2026-11-02&to=2026-11-03'));
  await page.getByRole('heading', { name: 'No line in these dates' }).waitFor();
  // The days of Denmark, the country of the merchant.
  const days = '2026-11-01T23:00:00.000Z,2026-11-03T23:00:00.000Z';
  expect(new Set(asked)).toEqual(new Set([`26,${days}`]));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ledger-.*\.csv$/);
  expect(new Set(asked)).toEqual(new Set([`26,${days}`, `1000,${days}`]));
});

test('the share of disputes is shown with the disputes, and on the overview once it is near a threshold', async () => {
  const month = new Date().toISOString().slice(0, 7);
  const monthName = new Date(month).toLocaleString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const vamp = {
    ...{ month, program: 'vamp', scheme: 'visa', incidents: 811, amount: null, payments: 99_123 },
    ...{ basisPoints: 82, threshold: { basisPoints: 150, least: 1500 }, level: 'half' },
  };
  const efm = {
    ...{ month, program: 'efm', scheme: 'mastercard', incidents: 3, amount: 70_000, payments: 5432 },
    ...{ basisPoints: 5, threshold: { basisPoints: 50, least: 5_000_000 }, level: 'below' },
  };
  const past = { ...vamp, month: '2025-01', level: 'reached' };
  const months = [
    { month, through: `${month}-01T00:00:00.000Z`, payments: {}, ratios: [vamp, efm] },
    { month: past.month, through: '2025-02-01T00:00:00.000Z', payments: {}, ratios: [past] },
  ];
  await answer(pathOfMerchant('/ratios'), { months });
  await visit(page, place('overview'));
  const near = `VAMP, ${monthName}: 811 disputes and fraud alerts among 99,123 payments (0.82%). Threshold: 1.5% and 1,500.`;
  const links = page.getByRole('link', { name: 'VAMP' });
  expect(await words(links)).toBe(near);
  await links.click();
  await page.getByRole('heading', { level: 1, name: 'Disputes' }).waitFor();
  await page.getByText(near).waitFor();
  await page
    .getByText(/^EFM, .* 3 disputes .* 5,432 payments \(0.05%\)\. Threshold: 0.5% and .*50,000/)
    .waitFor();
});

test('an owner sees that declines limit payments, and lets payments pass for an hour', async () => {
  const declines = { day: '2026-11-30', count: 31, limited: true, passUntil: null, passesLeft: 3 };
  await answer(pathOfMerchant('/declines'), { declines });
  await visit(page, place('overview'));
  const row = page.locator('.urgent li', { hasText: '31 payments were declined today' });
  const pass = row.getByRole('button', { name: 'Let payments pass for an hour' });
  // The table has no declines, so the server refuses.
  await pass.click();
  await row.getByRole('alert').getByText(/./).waitFor();
  await answer(pathOfMerchant('/declines/pass'), { declines });
  await answer(pathOfMerchant('/declines'), {
    declines: { ...declines, passUntil: new Date(Date.now() + 3_600_000).toISOString() },
  });
  await pass.click();
  await row.getByText(/^Payments pass until .*\.$/).waitFor();
  expect(await pass.count()).toBe(0);
});
