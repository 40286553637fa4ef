import { requireFound } from '../../../functions/core/domain/outcome.ts';
import type { WantedSettings } from '../../../functions/core/usecases/accounts/connect-acquirer.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/usecases/accounts/connect-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/accounts/retire-account.ts')),
}));
const { own } = live;
beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => {
  own.proxy.instead = undefined;
  jest.restoreAllMocks();
});

let accounts = 0;

/** Makes a merchant that no operator has connected, and an account that the merchant could be connected with. */
async function makeUnconnected(over: Parameters<typeof someMerchant>[0] = {}) {
  const merchant = someMerchant({ test: false, ...over });
  await own.createMerchant(merchant, { id: own.newId(), name: null });
  const to = { acquirer: 'stripe', account: `acct_new_${++accounts}` } as const;
  const enable = (
    wanted?: WantedSettings,
    mode: 'test' | 'live' = 'test',
    account: string | undefined = to.account,
  ) => own.connectAcquirer(merchant.id, { ...to, account }, true, mode, wanted);
  const disable = (account?: string, acquirer: string = to.acquirer) =>
    own.connectAcquirer(merchant.id, { acquirer, account }, false, 'test');
  const stored = async () => requireFound(await own.findMerchant(merchant.id)).acquirer;
  const connections = async () => own.accountsOf(requireFound(await own.findMerchant(merchant.id)));
  return { merchant, to, enable, disable, stored, connections, settings: live.stripe.settings(to.account) };
}

test('a merchant is connected with an account that can take its payments', async () => {
  const { to, enable, stored, settings } = await makeUnconnected();
  Object.assign(settings, { prefix: 'SHOP', payoutsEnabled: false, asksUntil: 1_800_000_000 });
  const connection = await enable();
  expect(connection).toMatchObject(to);
  const asksUntil = new Date(1_800_000_000_000).toISOString();
  expect(await stored()).toMatchObject({ ...to, prefix: 'SHOP', payoutsBlocked: true, asksUntil });
  expect(await stored()).not.toHaveProperty('disabled');
  settings.payoutsEnabled = true;
  await enable();
  expect(await stored()).toMatchObject({ ...to, payoutsBlocked: false });
});

describe('a connection is refused, and nothing is stored,', () => {
  test.each([
    ['with an account in another currency', { currency: 'usd' }, 'is in USD, but the merchant is in EUR'],
    ['with an account that cannot take payments', { chargesEnabled: false }, 'cannot take payments yet'],
  ])('%s', async (_, change, message) => {
    const { enable, stored, settings } = await makeUnconnected();
    Object.assign(settings, change);
    await expect(enable()).rejects.toThrow(message);
    expect(await stored()).toBeUndefined();
  });

  test.each([[['Disputes: write']], [['Disputes: write', 'Payouts: read']]])(
    'with a key without %j',
    async (missing) => {
      const { to, enable, stored } = await makeUnconnected();
      jest.spyOn(own.setupOf(to), 'missingRights').mockResolvedValueOnce(missing);
      await expect(enable()).rejects.toThrow(`lacks rights. Give it: ${missing.join(', ')}`);
      expect(await stored()).toBeUndefined();
    },
  );

  test.each([
    ['test', true, 'is live, and this stage takes test keys only'],
    ['live', false, 'is of its test mode, and this stage takes live keys only'],
  ] as const)('on a stage for %s keys, with a key whose `live` is %p', async (mode, isLive, message) => {
    const { to, enable, stored } = await makeUnconnected();
    const setup = own.setupOf(to);
    const { validateAccount } = setup;
    jest
      .spyOn(setup, 'validateAccount')
      .mockImplementation(async (account) => ({ ...(await validateAccount(account)), live: isLive }));
    await expect(enable({}, mode)).rejects.toThrow(message);
    expect(await stored()).toBeUndefined();
    await enable({}, isLive ? 'live' : 'test');
    expect(await stored()).toMatchObject(to);
  });

  test('a connection of a test merchant is refused because it moves no real money', async () => {
    const { enable, disable, stored } = await makeUnconnected({ test: true });
    await expect(enable()).rejects.toThrow('is a test merchant');
    await expect(disable()).rejects.toThrow('is a test merchant');
    expect(await stored()).toBeUndefined();
  });

  test('a connection of a merchant whose descriptor no bank statement can show is refused', async () => {
    const { enable, stored } = await makeUnconnected({ descriptor: '1234' });
    await expect(enable()).rejects.toThrow('has no letter');
    expect(await stored()).toBeUndefined();
  });

  test('a connection of a merchant that does not exist is refused', async () => {
    await expect(own.connectAcquirer(own.newId(), { acquirer: 'stripe' }, true, 'test')).rejects.toThrow(
      'There is no merchant',
    );
  });

  test('with an account of another merchant', async () => {
    const [first, second] = [await makeUnconnected(), await makeUnconnected()];
    await first.enable();
    await expect(second.enable({}, 'test', first.to.account)).rejects.toMatchObject({ name: 'Conflict' });
    expect([await first.stored(), await second.stored()]).toMatchObject([first.to, undefined]);
  });
});

test('a connection that an operator disables keeps its account and settings, also when it is enabled again', async () => {
  const { to, enable, disable, stored, settings } = await makeUnconnected();
  settings.prefix = 'SHOP';
  const fee = { basisPoints: 150, flat: { EUR: 20 } };
  const wanted = { extended: true, increments: true, fee, returnsFee: true };
  const kept = { extended: true, increments: true, fee: { ...fee, returned: true } };
  expect((await enable(wanted)).settings).toEqual(kept);
  const { connected } = (await stored()) ?? {};
  for (const account of [undefined, to.account]) {
    expect(await disable(account)).toMatchObject({ ...to, settings: kept });
    expect(await stored()).toMatchObject({ ...to, ...kept, connected, prefix: 'SHOP', disabled: true });
  }
  expect((await enable()).settings).toEqual(kept);
  const facts = { prefix: 'SHOP', payoutsBlocked: false, methods: [] };
  expect(await stored()).toEqual({ ...to, ...kept, connected, ...facts });
});

test('an account to which a merchant returns keeps the time of its first connection because its lines begin then', async () => {
  const { enable, connections } = await makeUnconnected();
  const other = `acct_new_${++accounts}`;
  await enable();
  const [first] = await connections();
  await enable(undefined, 'test', other);
  await enable();
  expect(await connections()).toMatchObject([{ ...first }, { account: other }]);
});

test('a change of a connection that Florin cannot store is an error', async () => {
  const { enable, disable, stored } = await makeUnconnected();
  const fail = (operation: string) =>
    operation === 'TransactWriteItems' ? failure('ValidationException') : undefined;
  for (const [change, isDisabled] of [
    [enable, undefined],
    [disable, true],
  ] as const) {
    own.proxy.instead = fail;
    await expect(change()).rejects.toMatchObject({ name: 'ValidationException' });
    own.proxy.instead = undefined;
    await change();
    expect((await stored())?.disabled).toBe(isDisabled);
  }
});

test('an operator disables only the account that the merchant is connected with', async () => {
  const { merchant, to, enable, disable, stored } = await makeUnconnected();
  await expect(disable()).rejects.toThrow(`Merchant ${merchant.id} is not connected with stripe`);
  await enable();
  await expect(disable('acct_other')).rejects.toThrow(`is connected with ${to.account}`);
  await expect(disable(to.account, 'other')).rejects.toThrow('is not connected with other');
  expect(await stored()).not.toHaveProperty('disabled');
});

test('each setting that an operator does not name stays, with the same account', async () => {
  const { enable, stored } = await makeUnconnected();
  const flat = { EUR: 20 };
  const fee = { basisPoints: 150, flat };
  const settings = async (wanted: WantedSettings) => {
    const connection = await enable(wanted);
    const { extended, increments, fee } = (await stored()) ?? {};
    expect({ extended, increments, fee }).toEqual(connection.settings);
    return connection.settings;
  };
  const none = { extended: undefined, increments: undefined, fee: undefined };
  expect(await settings({})).toEqual(none);
  expect(await settings({ extended: true })).toEqual({ ...none, extended: true });
  expect(await settings({ increments: true })).toEqual({ ...none, extended: true, increments: true });
  expect(await settings({ extended: false })).toEqual({ ...none, extended: false, increments: true });
  expect(await settings({ increments: false, extended: undefined })).toEqual({
    ...none,
    ...{ extended: false, increments: false },
  });
  expect((await settings({ fee })).fee).toEqual({ ...fee, returned: false });
  expect((await settings({ returnsFee: true })).fee).toEqual({ ...fee, returned: true });
  expect((await settings({ fee: { basisPoints: 10, flat } })).fee).toEqual({
    basisPoints: 10,
    flat,
    returned: true,
  });
  expect((await settings({ returnsFee: false })).fee).toMatchObject({ returned: false });
  expect((await settings({ fee: 'none' })).fee).toBeUndefined();
  expect((await stored())?.fee).toBeUndefined();
  await expect(settings({ returnsFee: true })).rejects.toThrow('There is no fee that a refund could return');
  await expect(settings({ fee: 'none', returnsFee: false })).rejects.toThrow('There is no fee');
});

test('the settings of one account do not count for the next one', async () => {
  const { enable, stored } = await makeUnconnected();
  const flat = { EUR: 20 };
  await enable({ extended: true, increments: true, fee: { basisPoints: 150, flat }, returnsFee: true });
  const next = `acct_new_${++accounts}`;
  await enable({}, 'test', next);
  expect(await stored()).toMatchObject({ account: next });
  for (const name of ['extended', 'increments', 'fee']) expect(await stored()).not.toHaveProperty(name);
});

test('a command without an account leaves the merchant with the account that it has', async () => {
  const { merchant, to, enable, disable, stored } = await makeUnconnected();
  await enable({ extended: true });
  await disable();
  const again = await own.connectAcquirer(merchant.id, { acquirer: 'stripe' }, true, 'test');
  expect(again).toMatchObject({ ...to, settings: { extended: true } });
  expect(await stored()).toMatchObject({ ...to, extended: true });
});

test('a merchant moves to the account of the stage’s key, and is disabled there, by the name `own`', async () => {
  const { enable, disable, stored } = await makeUnconnected();
  await enable();
  await expect(disable('own')).rejects.toThrow('is connected with acct_new_');
  expect(await enable({}, 'test', 'own')).toMatchObject({ acquirer: 'stripe', account: undefined });
  expect(await stored()).not.toHaveProperty('account');
  await disable('own');
  expect(await stored()).toMatchObject({ acquirer: 'stripe', disabled: true });
});

test('a platform takes no fee from its own account', async () => {
  const { merchant, stored } = await makeUnconnected();
  const fee = { basisPoints: 150, flat: { EUR: 20 } };
  await expect(
    own.connectAcquirer(merchant.id, { acquirer: 'stripe' }, true, 'test', { fee }),
  ).rejects.toThrow('A platform can only take a fee from a connected account');
  expect(await stored()).toBeUndefined();
});

describe('an operator retires', () => {
  const reason = { by: 'Ada', note: 'The owner has left' };

  async function makeDisconnected() {
    const shop = await makeUnconnected();
    await shop.enable();
    shop.settings.disconnected = true;
    const retire = (account: string | undefined = shop.to.account, given = reason) =>
      own.retireAccount(shop.merchant.id, { acquirer: 'stripe', account }, given);
    const known = async () => own.accountsOf(requireFound(await own.findMerchant(shop.merchant.id)));
    return { ...shop, retire, known };
  }

  test('an account that its owner has disconnected, once, until it is connected again', async () => {
    const { to, enable, disable, retire, known, settings } = await makeDisconnected();
    await disable();
    const retired = await retire();
    expect(retired).toEqual({ ...reason, at: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await retire(to.account, { by: 'Bob', note: 'Again' })).toEqual(retired);
    expect(await known()).toMatchObject([{ ...to, retired }]);
    await disable();
    expect(await known()).toMatchObject([{ ...to, retired }]);
    settings.disconnected = false;
    await enable();
    expect((await known())[0]?.retired).toBeUndefined();
  });

  test('an account that the merchant has left, and neither the present one nor a stranger’s', async () => {
    const { to, enable, retire, known } = await makeDisconnected();
    await expect(retire()).rejects.toThrow('disable it first');
    await enable({}, 'test', `${to.account}_2`);
    await retire();
    expect(await known()).toMatchObject([
      { account: `${to.account}_2`, retired: undefined },
      { retired: reason },
    ]);
    live.stripe.settings('acct_strange').disconnected = true;
    await expect(retire('acct_strange')).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('no account that the acquirer still shows, or about which the acquirer gives no answer', async () => {
    const { disable, retire, known, settings } = await makeDisconnected();
    await disable();
    settings.disconnected = false;
    await expect(retire()).rejects.toThrow('still shows this account');
    const stop = live.stripe.fail({ how: 'denied', of: /account/, times: 1 });
    await expect(retire()).rejects.toThrow('Stripe does not show the account');
    stop();
    expect((await known())[0]?.retired).toBeUndefined();
  });
});
