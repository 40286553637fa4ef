/** @jest-environment ./test/page-environment.cjs */

import { h } from 'preact';
import { TillApp } from '../../../functions/console/client/till/app.tsx';
import { type Asked, openBrowser } from './browser.ts';

const browser = openBrowser();

const payment = {
  ...{ id: 'a1', merchantId: 'm1', created: '2026-03-01T10:00:00.000Z', amount: 5000, currency: 'EUR' },
  ...{ capturedAmount: 5000, refundedAmount: 0, voidedAmount: 0, disputedAmount: 0, pendingAmount: 0 },
  card: { scheme: 'visa', last4: '4242' },
  method: { type: 'card', name: 'Card' },
  trail: [],
};

/** A device and its server. The device is paired as the till that the server names. */
function device() {
  const state = {
    till: 't1' as string | undefined,
    merchant: { id: 'm1', name: 'Shop', test: true, currency: 'EUR', refundLimit: 0, captures: true },
    /** The status of the answer to a refund; undefined if the connection breaks. */
    refund: 201 as number | undefined,
    session: 200,
    sums: [] as object[],
    refusal: undefined as readonly [number, unknown] | undefined,
    payment,
    code: [200, { state: 'waiting' }] as readonly [number, unknown?] | undefined,
  };
  const answer = ({ route, body }: Asked): readonly [number, unknown?] | undefined => {
    const is401 = [401, { error: 'SESSION_MISSING' }] as const;
    if (route === 'POST /till/session') {
      state.till = body.code;
      return [201, {}];
    }
    if (route === 'POST /till/codes' && state.refusal) return state.refusal;
    if (route === 'POST /till/codes')
      return [201, { watch: 'w1', svg: '<svg/>', expires: new Date(Date.now() + 600_000).toISOString() }];
    if (route.startsWith('GET /payments/codes/')) return state.code;
    if (state.till === undefined) return is401;
    if (route === 'GET /till/session')
      return state.session === 200
        ? [200, { id: state.till, name: state.till, mayRefund: true, merchant: state.merchant }]
        : [state.session, {}];
    if (route === 'GET /till/day')
      return [200, { start: '2026-03-01', sums: state.sums, payments: [state.payment], more: false }];
    if (route === 'POST /api/transactions/a1/voids') return [201, { transaction: payment }];
    if (route === 'POST /api/transactions/a1/refunds')
      return state.refund === undefined
        ? undefined
        : [state.refund, { transaction: { ...payment, refundedAmount: 1200 } }];
    if (route === 'DELETE /till/session') {
      state.till = undefined;
      return [204];
    }
    return [404, { error: 'NOT_FOUND' }];
  };
  browser.server = answer;
  return state;
}

const open = () =>
  browser.show(h(TillApp, { base: '', posUrl: 'https://console.test', speak: async () => {} }));

const refunds = () => browser.of('POST /api/transactions/a1/refunds');
const keys = () => refunds().map(({ headers }) => headers['Idempotency-Key']);

async function refund(amount: string) {
  await browser.press('Today');
  await browser.press('Refund:');
  await browser.type(amount, 'dialog input');
  await browser.submit();
}

async function pairAs(till: string) {
  await browser.type(till);
  await browser.submit();
  await browser.see(till);
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test('a refund whose answer is lost is repeated with its key and its amount, also after a reload', async () => {
  const till = device();
  till.refund = undefined;
  open();
  await refund('12');
  await browser.see('The money may already have moved');
  await browser.submit();
  await browser.until(() => refunds().length === 2);
  const before = refunds();
  browser.close();
  till.refund = 201;
  open();
  await browser.press('Today');
  await browser.press('Refund:');
  await browser.submit();
  const [last] = await browser.until(() => refunds().length === 1 && refunds());
  expect([...before, last].map((one) => [one?.body, one?.headers])).toEqual(
    Array(3).fill([{ amount: 1200 }, { ...last?.headers, 'Florin-Console': 'till' }]),
  );
});

test.each(['unpairs it', 'has ended the till'])(
  'a device that becomes another till, because somebody %s, does not repeat the refund of the earlier one',
  async (how) => {
    const till = device();
    till.refund = undefined;
    open();
    await refund('12');
    await browser.see('The money may already have moved');
    await browser.press('Close');
    if (how === 'unpairs it') {
      await browser.press('Unpair this device');
      await browser.until(() => document.querySelector('dialog'));
      document.querySelector<HTMLElement>('dialog .danger, dialog .main')?.click();
      await browser.see('Pair this device');
    } else {
      till.till = undefined;
      await browser.see('This device is no longer paired');
    }
    await pairAs('t2');
    till.refund = 201;
    await refund('7');
    await browser.until(() => refunds().length === 2);
    expect(refunds()[1]?.body).toEqual({ amount: 700 });
    expect(new Set(keys()).size).toBe(2);
  },
);

test('an amount that the user changes after a refusal gets another key, and two clicks send one refund', async () => {
  const till = device();
  till.refund = 400;
  open();
  await refund('12');
  await browser.until(() => refunds().length === 1);
  await browser.settle();
  await browser.type('13', 'dialog input');
  till.refund = 201;
  await Promise.all([browser.submit(), browser.submit()]);
  await browser.settle();
  expect(refunds().map(({ body }) => body.amount)).toEqual([1200, 1300]);
  expect(new Set(keys()).size).toBe(2);
});

test.each([500, 503, 429, 404])(
  'a %i in place of the session is a failure, and the device stays paired',
  async (status) => {
    const till = device();
    till.session = status;
    open();
    await browser.see('Try again');
    expect(browser.text()).not.toContain('Pair this device');
    till.session = 200;
    await browser.press('Try again');
    await browser.see('Take a payment');
  },
);

test('a device that is not paired asks for a code, and says that it was paired only if it was', async () => {
  const till = device();
  till.till = undefined;
  open();
  await browser.see('Pair this device');
  expect(browser.text()).not.toContain('no longer paired');
});

describe('the code of a payment', () => {
  async function show(amount = '5') {
    await browser.press(`Digit ${amount}`);
    await browser.press('Show the code');
    await browser.see('Waiting for the customer');
  }

  test('the code of a payment is made once for the amount and the merchant, although somebody clicks twice', async () => {
    device();
    open();
    await browser.press('Digit 5');
    const show = await browser.button('Show the code');
    show.click();
    show.click();
    await browser.see('Waiting for the customer');
    expect(browser.of('POST /till/codes').map(({ body }) => body)).toEqual([{ amount: 5 }]);
  });

  test.each([undefined, [500, {}], [503, {}], [429, {}], [401, {}]] as const)(
    'the code of a payment waits while the response is %j, and has expired only after a 404',
    async (answer) => {
      const till = device();
      open();
      await show();
      till.code = answer;
      await browser.until(() => browser.of('GET /payments/codes/w1').length > 1);
      expect(browser.text()).toContain('Waiting for the customer');
      till.code = [404, {}];
      await browser.see('The code has expired');
    },
  );

  test('the code of a payment is shown as paid after a reload, and the day is loaded again', async () => {
    const till = device();
    open();
    await show();
    browser.close();
    till.code = [200, { state: 'paid', payment: { capturedAmount: 5 } }];
    open();
    await browser.see('Paid: €0.05');
    await browser.until(() => browser.of('GET /till/day').length > 1);
    await browser.press('Next payment');
    await browser.see('€0.00');
    expect(browser.text()).not.toContain('Paid');
  });

  test('the code of a payment stays with its merchant when the device becomes a till of another one', async () => {
    const till = device();
    open();
    await show();
    browser.close();
    till.merchant = { ...till.merchant, id: 'm2' };
    till.code = [200, { state: 'paid' }];
    open();
    await browser.see('Take a payment');
    await browser.settle();
    expect(browser.text()).not.toContain('Paid');
    await browser.press('Digit 7');
    await browser.press('Show the code');
    await browser.until(() => browser.of('POST /till/codes').length > 0);
  });

  test('a code whose payment only holds the money is never called paid', async () => {
    const till = device();
    till.merchant.captures = false;
    open();
    await browser.see('A sale only holds the money');
    await show();
    till.code = [200, { state: 'paid', payment: { capturedAmount: 0 } }];
    await browser.see('Held, not taken: €0.05');
    expect(browser.text()).not.toContain('Paid');
  });

  test('a code that cannot be made is refused with the reason', async () => {
    const till = device();
    till.refusal = [400, [{ field: 'merchant', message: 'Takes no payments at the moment' }]];
    open();
    await browser.press('Digit 5');
    await browser.press('Show the code');
    await browser.see('This merchant cannot take payments at the moment');
  });

  test('a code that is cancelled can still be paid, and the till says so', async () => {
    const till = device();
    open();
    await show();
    await browser.press('Cancel');
    await browser.see('can still be paid until');
    till.code = [200, { state: 'paid' }];
    await browser.see('Paid: €0.05');
  });
});

test.each([true, false])('the till of a merchant with test %p says which mode it is', async (isTest) => {
  const till = device();
  till.merchant.test = isTest;
  open();
  await browser.see('Take a payment');
  expect([browser.text().includes('No money moves'), browser.text().includes('Live')]).toEqual([
    isTest,
    !isTest,
  ]);
});

test.each([
  [0, 'EUR', 0, 'At most €50.00'],
  [1500, 'EUR', 0, 'At most €15.00'],
  [1500, 'EUR', 400, 'At most €11.00'],
  [1500, 'EUR', 1500, undefined],
  [1500, 'DKK', 0, undefined],
])(
  'with a limit of %i in %s, after refunds of %i, a till may refund: %s',
  async (limit, currency, refunded, says) => {
    const till = device();
    Object.assign(till.merchant, { refundLimit: limit, currency });
    till.payment = { ...payment, refundedAmount: refunded };
    open();
    await browser.press('Today');
    await browser.see('Close of day');
    if (says === undefined) {
      await browser.settle();
      expect(document.querySelector('[aria-label^="Refund:"]')).toBeNull();
      return;
    }
    await browser.press('Refund:');
    await browser.see(says);
  },
);

test('a till voids what is only held, and counts it apart from what is taken', async () => {
  const till = device();
  till.payment = { ...payment, capturedAmount: 0, pendingAmount: 5000 };
  till.sums = [
    {
      ...{ scheme: 'visa', name: 'Visa', currency: 'EUR', payments: 2, amount: 700, refunds: 0, refunded: 0 },
      holds: 1,
      held: 5000,
    },
  ];
  open();
  await browser.press('Today');
  await browser.see('€50.00 only held');
  expect(document.querySelector('[aria-label^="Refund:"]')).toBeNull();
  const rows = [...document.querySelectorAll('[aria-labelledby=close] tbody tr')];
  expect(rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))).toEqual([
    ['Visa', '2 · €7.00', '0 · €0.00', '€7.00', '1 · €50.00'],
    ['Total EUR', '2 · €7.00', '0 · €0.00', '€7.00', '1 · €50.00'],
  ]);
  await browser.press('Void:');
  await browser.see('The customer’s bank releases €50.00');
  await browser.submit();
  await browser.until(() => browser.of('POST /api/transactions/a1/voids').length > 0);
  expect(browser.of('POST /api/transactions/a1/voids').map(({ body }) => body)).toEqual([{ amount: 5000 }]);
});
