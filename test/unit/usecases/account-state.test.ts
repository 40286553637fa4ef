import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/apply-account-event.ts')),
}));
const { own } = live;

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

/** The number of alarms so far. @param text only those with this text */
const alarms = (text = '') =>
  logged.mock.calls.filter(([line]) =>
    ['"level":"error"', '"_aws"', text].every((part) => String(line).includes(part)),
  ).length;

async function connect() {
  const { merchant, account } = await live.shop();
  const settings = live.stripe.settings(account.account);
  const after = async (change: Partial<typeof settings>) => {
    Object.assign(settings, change);
    await own.applyAccountEvent(account);
    const { blocked, payoutsBlocked } = (await own.findMerchant(merchant.id))?.acquirer ?? {};
    return [blocked, payoutsBlocked];
  };
  return { merchant, account, after };
}

test('an account that is disabled, enabled and disabled again blocks new payments each time, with an alarm', async () => {
  const { after } = await connect();
  const disabled = ['charges disabled', false];
  for (const count of [1, 2]) {
    expect([await after({ chargesEnabled: false }), alarms()]).toEqual([disabled, count]);
    // A repeated event changes nothing, and a change of the payouts causes no second alarm.
    expect([await after({}), alarms()]).toEqual([disabled, count]);
    expect([await after({ payoutsEnabled: false }), alarms()]).toEqual([['charges disabled', true], count]);
    expect([await after({ payoutsEnabled: true }), alarms()]).toEqual([disabled, count]);
    expect([await after({ chargesEnabled: true }), alarms()]).toEqual([[false, false], count]);
  }
});

test('an account has the methods that are switched on at the acquirer now', async () => {
  const { merchant, account, after } = await connect();
  const methods = async () => (await own.findMerchant(merchant.id))?.acquirer?.methods;
  expect(await methods()).toBeUndefined();
  await after({ methods: { mobilepay: 'active', twint: 'pending', a_new_one: 'active' } });
  expect(await methods()).toEqual(['mobilepay']);
  await after({ methods: { klarna: 'active', mobilepay: 'active' } });
  expect(await methods()).toEqual(['mobilepay', 'klarna']);
  // An account that its owner has disconnected tells nothing new.
  await after({ disconnected: true, methods: {} });
  expect(await methods()).toEqual(['mobilepay', 'klarna']);
  await after({ disconnected: false });
  expect(await methods()).toEqual([]);
  expect(live.stripe.settings(account.account).methods).toEqual({});
  expect(alarms('"methods"')).toBe(1);
});

test('stopped payouts block no payments, and raise no alarm', async () => {
  const { after } = await connect();
  expect(await after({ payoutsEnabled: false })).toEqual([false, true]);
  expect(await after({ payoutsEnabled: true })).toEqual([false, false]);
  expect(alarms()).toBe(0);
});

test('an account that must give information stores the deadline, each later one, and its end', async () => {
  const { merchant, after } = await connect();
  const asked = async (asksUntil: number | undefined) => {
    await after({ asksUntil });
    return (await own.findMerchant(merchant.id))?.acquirer?.asksUntil;
  };
  const [first, later] = [1_900_000_000, 1_900_086_400];
  for (const seconds of [first, later])
    expect(await asked(seconds)).toBe(new Date(seconds * 1000).toISOString());
  expect([await asked(undefined), await asked(first)]).toEqual([false, new Date(first * 1000).toISOString()]);
});

test('an account that its owner disconnects keeps what is known of its payouts, until it is connected again', async () => {
  const { account, after, merchant } = await connect();
  expect(await after({ payoutsEnabled: false, asksUntil: 1_900_000_000 })).toEqual([false, true]);
  expect([await after({ chargesEnabled: false }), alarms('"blocked"')]).toEqual([
    ['charges disabled', true],
    1,
  ]);
  // A different reason raises a second alarm.
  expect([await after({ disconnected: true }), alarms('"blocked"')]).toEqual([['no access', true], 2]);
  const { asksUntil } = (await own.findMerchant(merchant.id))?.acquirer ?? {};
  expect(asksUntil).toBe(new Date(1_900_000_000_000).toISOString());
  expect([await after({ chargesEnabled: true }), alarms('"blocked"')]).toEqual([['no access', true], 2]);
  expect(await after({ disconnected: false })).toEqual([false, true]);
  // A refused key says nothing about the account.
  const stop = live.stripe.fail({ how: 'forbidden', account: account.account, times: 100 });
  await expect(after({})).rejects.toThrow('does not show the account');
  stop();
  expect(await after({ payoutsEnabled: true })).toEqual([false, false]);
});

test('an account whose state keeps changing fails the event, so that the queue delivers it again', async () => {
  const { merchant, account } = await connect();
  const setup = own.setupOf(account);
  const { validateAccount } = setup;
  let isEnabled = true;
  jest.spyOn(setup, 'validateAccount').mockImplementation(async (name) => {
    isEnabled = !isEnabled;
    return { ...(await validateAccount(name)), chargesEnabled: isEnabled };
  });
  await expect(own.applyAccountEvent(account)).rejects.toThrow(`${merchant.id} keeps changing`);
});

test('the state of an account with which the merchant is no longer connected does not count', async () => {
  const { merchant, account } = await connect();
  const other = { acquirer: 'stripe', account: `${account.account}_new` };
  const stored = await own.findMerchant(merchant.id);
  if (!stored) throw new Error('No merchant');
  await own.setAcquirer(stored, other, true, {});
  live.stripe.settings(account.account).chargesEnabled = false;
  const before = live.stripe.seen.length;
  await own.applyAccountEvent(account);
  expect(live.stripe.seen).toHaveLength(before);
  expect((await own.findMerchant(merchant.id))?.acquirer).toMatchObject(other);
  expect((await own.findMerchant(merchant.id))?.acquirer?.blocked ?? false).toBe(false);
});
