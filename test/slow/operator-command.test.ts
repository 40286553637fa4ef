import { rights } from '../../functions/core/acquirer/stripe/setup/rights.ts';
import { ownLive } from '../api/support/live.ts';
import { at, runOperator } from './support/run-script.ts';

const live = ownLive();

/** Runs `florin operator` against the local Florin. */
const merchant = (...args: string[]) => runOperator(args, at(live.florin));

test('an operator connects and disconnects a merchant: new payments fail, authorized ones can still be captured', async () => {
  const { key, merchant: shop } = await live.here.shop({ test: false });
  const to = [shop.id, '--acquirer', 'stripe', '--account', 'acct_command', '--local'];
  expect((await live.here.pos('/payments', await live.order(shop))).body.code).toBe(
    'PAYMENT_INTEGRATION_DISABLED',
  );
  live.stripe.rights = ['payment_intent_write'];
  const without = await merchant('connect', ...to);
  expect([without.code, without.err]).toMatchObject([
    1,
    expect.stringMatching(/lacks rights.*Customers: write/),
  ]);
  live.stripe.rights = undefined;
  live.stripe.settings('acct_command').prefix = 'COMMAND';
  live.stripe.settings('acct_command').extended = true;
  const wrong = await merchant('connect', ...to, '--hold', 'forever');
  expect([wrong.code, wrong.err]).toMatchObject([1, expect.stringMatching(/"hold": "usual\|extended"/)]);
  const unclear = await merchant('connect', ...to, '--increments', 'maybe');
  expect([unclear.code, unclear.err]).toMatchObject([1, expect.stringMatching(/"increments": "yes\|no"/)]);
  const daysOf = async (id: string) =>
    Math.round((Date.parse((await live.here.transaction(key, id)).captureBefore) - Date.now()) / 86_400_000);
  const enabled = await merchant('connect', ...to, '--json');
  expect([enabled.code, JSON.parse(enabled.out)]).toMatchObject([
    0,
    { merchantId: shop.id, enabled: true, apiVersion: '2026-09-30.endive' },
  ]);
  const custom = { reference: 'Order 17' };
  const id = await live.authorized(shop, 1000, { custom });
  const { descriptor } = await live.here.transaction(key, id);
  expect(descriptor).toMatch(/^COMMAND\* ./);
  const [intent] = live.stripe.books('acct_command').intents;
  expect(intent).toMatchObject({ description: 'Order 17' });
  expect(`COMMAND* ${intent?.statement_descriptor_suffix}`).toBe(descriptor);
  expect(await daysOf(id)).toBe(7);
  live.stripe.settings('acct_command').increments = true;
  expect((await live.here.move(key, id, 'increments', 100)).status).toBe(400);
  expect((await merchant('connect', ...to, '--hold', 'extended', '--increments', 'yes')).code).toBe(0);
  expect(await daysOf(await live.authorized(shop, 1000))).toBe(30);
  // The next connection keeps both settings unless its options change them.
  expect((await merchant('connect', ...to)).code).toBe(0);
  const kept = await live.authorized(shop, 1000);
  expect(await daysOf(kept)).toBe(30);
  expect((await live.here.move(key, kept, 'increments', 100)).status).toBe(201);
  expect((await merchant('connect', ...to, '--hold', 'usual')).code).toBe(0);
  expect(await daysOf(await live.authorized(shop, 1000))).toBe(7);
  const small = await live.order(shop, { amount: { currency: 'EUR', exponent: 2, value: 49 } });
  const asked = live.stripe.seen.length;
  const refused = await live.here.pay(small);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringMatching(/amount: Must be at least .*0\.50.*; got .*0\.49/),
  ]);
  expect(live.stripe.seen.length).toBe(asked);
  expect((await merchant('disable', ...to)).code).toBe(0);
  expect((await live.here.pos('/payments', await live.order(shop))).body.code).toBe(
    'PAYMENT_INTEGRATION_DISABLED',
  );
  expect((await live.here.move(key, id, 'captures', 1000)).status).toBe(201);
});

test('an operator checks a connection later: each missing right is named, and nothing changes', async () => {
  const { merchant: shop } = await live.here.shop({ test: false });
  const check = async () => {
    const { code, out, err } = await merchant('check', shop.id, '--local', '--json');
    return { code, err, ...(out && JSON.parse(out)) };
  };
  expect(await check()).toMatchObject({
    code: 1,
    error: { message: expect.stringContaining('with an acquirer') },
  });
  const to = ['--acquirer', 'stripe', '--account', 'acct_checked', '--local'];
  expect((await merchant('connect', shop.id, ...to)).code).toBe(0);
  const well = { merchantId: shop.id, account: 'acct_checked', enabled: true, missing: [], faults: [] };
  expect(await check()).toMatchObject({ code: 0, ...well });
  live.stripe.rights = Object.keys(rights).filter((right) => right !== 'balance_transaction_source_read');
  const missing = ['Balance transaction sources: read'];
  expect(await check()).toMatchObject({ code: 1, ...well, missing });
  live.stripe.rights = undefined;
  live.stripe.settings('acct_checked').chargesEnabled = false;
  const faults = ['The account at stripe cannot take payments yet'];
  expect(await check()).toMatchObject({ code: 1, ...well, faults });
  live.stripe.settings('acct_checked').chargesEnabled = true;
  expect((await live.here.pay(await live.order(shop))).status).toBe(201);
});

test('an operator sets the fee that the platform takes, sees it, and takes it back', async () => {
  const { merchant: shop } = await live.here.shop({ test: false });
  const to = [shop.id, '--acquirer', 'stripe', '--account', 'acct_fee', '--local'];
  const shown = async (...options: string[]) => {
    const { code, out } = await merchant('connect', ...to, ...options, '--json');
    const { fee, feeRefund } = JSON.parse(out);
    return [code, fee, feeRefund];
  };
  const wrong = await merchant('connect', ...to, '--fee', '1,5%');
  expect([wrong.code, wrong.err]).toMatchObject([1, expect.stringMatching(/"fee": "none\|1.5%\+20EUR"/)]);
  const early = await merchant('connect', ...to, '--fee-refund', 'return');
  expect([early.code, early.err]).toMatchObject([1, expect.stringMatching(/no fee.*--fee/)]);
  const own = await merchant('connect', shop.id, '--acquirer', 'stripe', '--local', '--fee', '1%');
  expect([own.code, own.err]).toMatchObject([1, expect.stringMatching(/connected account.*--account/)]);
  expect(await shown()).toEqual([0, undefined, undefined]);
  expect(await shown('--fee', '1.50%+20EUR+150DKK')).toEqual([0, '1.5%+150DKK+20EUR', 'keep']);
  expect(await shown('--fee-refund', 'return')).toEqual([0, '1.5%+150DKK+20EUR', 'return']);
  expect(await shown('--fee', '2%')).toEqual([0, '2%', 'return']);
  expect((await merchant('disable', ...to)).code).toBe(0);
  expect(await shown()).toEqual([0, '2%', 'return']);
  await live.authorized(shop, 1000);
  expect(live.stripe.books('acct_fee').intents).toMatchObject([{ application_fee_amount: 20 }]);
  expect(await shown('--fee', 'none')).toEqual([0, undefined, undefined]);
});

test('an acquirer’s account belongs to one merchant only', async () => {
  const [one, two] = await Promise.all([live.here.shop({ test: false }), live.here.shop({ test: false })]);
  const to = ['--acquirer', 'stripe', '--account', 'acct_shared', '--local'];
  expect((await merchant('enable', one.merchant.id, ...to)).code).toBe(0);
  const second = await merchant('enable', two.merchant.id, ...to);
  expect([second.code, second.err]).toEqual([1, 'florin: The account is another merchant’s\n']);
});

test('an operator sees the cases of a merchant, and has a past period compared', async () => {
  const { merchant: shop } = await live.here.shop({ test: false });
  const to = ['--acquirer', 'stripe', '--account', 'acct_books', '--local'];
  expect((await merchant('connect', shop.id, ...to)).code).toBe(0);
  expect(await merchant('books', shop.id, '--local')).toMatchObject({ code: 0, out: 'No cases.\n' });
  const period = ['--from', '2026-01-01', '--to', '2026-02-01'];
  const begun = await merchant('books', shop.id, ...period, '--local');
  expect([begun.code, begun.out]).toEqual([
    0,
    expect.stringMatching(/^The comparison has begun:\nname +period /),
  ]);
  const wrong = await merchant('books', shop.id, '--settle', 'x', '--as', 'lost', '--note', 'y', '--local');
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('`as` must be "explained"')]);
});

test.each([
  [['enable', 'f'.repeat(24), '--acquirer', 'stripe', '--local'], 'There is no merchant'],
  [['enable', 'no id', '--acquirer', 'stripe', '--local'], 'Expected {"merchantId"'],
])('%j ends with 1, and says why', async (args, says) => {
  const ended = await merchant(...args);
  expect([ended.code, ended.out, ended.err]).toEqual([1, '', expect.stringContaining(`florin: ${says}`)]);
});
