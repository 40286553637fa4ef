import { requireFound } from '../../../functions/core/domain/outcome.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { withRealMoney } from '../usecases/real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  job: (await import('../../../functions/jobs/enable-merchant.ts')).handler,
}));
const { own } = live;

beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

let accounts = 0;

/** Makes a merchant that no operator has connected, and a command about its account. */
async function makeUnconnected() {
  const merchant = someMerchant({ test: false });
  await own.createMerchant(merchant, { id: own.newId(), name: null });
  const to = { acquirer: 'stripe', account: `acct_enabled_${++accounts}` };
  const command = (over: object = {}) => own.job({ merchantId: merchant.id, ...to, ...over });
  const stored = async () => requireFound(await own.findMerchant(merchant.id)).acquirer;
  return { merchantId: merchant.id, to, command, stored };
}

test('each setting of a command is stored, is undone by its opposite, and stays if the command omits it', async () => {
  const { merchantId, to, command, stored } = await makeUnconnected();
  const stores = async (over: object) => {
    await command(over);
    const { extended = false, increments = false, fee } = requireFound(await stored());
    return [extended, increments, fee];
  };
  const connected = await command();
  expect(connected).toMatchObject({ merchantId, ...to, enabled: true, apiVersion: expect.any(String) });
  expect(await stores({})).toEqual([false, false, undefined]);
  expect(await stores({ hold: 'extended' })).toEqual([true, false, undefined]);
  expect(await stores({ increments: 'yes' })).toEqual([true, true, undefined]);
  expect(await stores({ hold: 'usual' })).toEqual([false, true, undefined]);
  const fee = { basisPoints: 150, flat: { EUR: 20 } };
  expect(await stores({ increments: 'no', fee: '1.5%+20EUR' })).toEqual([
    ...[false, false],
    { ...fee, returned: false },
  ]);
  expect(await command({ feeRefund: 'return' })).toMatchObject({ fee: '1.5%+20EUR', feeRefund: 'return' });
  expect(await stores({})).toEqual([false, false, { ...fee, returned: true }]);
  expect(await command({ feeRefund: 'keep' })).toMatchObject({ feeRefund: 'keep' });
  expect(await stores({ fee: 'none' })).toEqual([false, false, undefined]);
  expect(await command()).not.toHaveProperty('fee');
});

test('a command disables the connection without naming the account', async () => {
  const { to, command, stored } = await makeUnconnected();
  await command();
  expect(await command({ account: undefined, enabled: false })).toMatchObject({ ...to, enabled: false });
  expect(await stored()).toMatchObject({ ...to, disabled: true });
});

test('the acquirer gets an endpoint for the events of connected accounts, or of the own account', async () => {
  const { to, command } = await makeUnconnected();
  const asked = jest
    .spyOn(own.setupOf(to), 'receiveEvents')
    .mockResolvedValue({ id: 'we_1', created: true } as never);
  const eventsUrl = 'https://florin.example/acquirer/events';
  expect(await command()).not.toHaveProperty('endpoint');
  expect(await command({ eventsUrl })).toMatchObject({ endpoint: 'we_1', endpointCreated: true });
  expect(await command({ eventsUrl, enabled: false })).not.toHaveProperty('endpoint');
  const { command: ofOwn } = await makeUnconnected();
  await ofOwn({ account: undefined, eventsUrl });
  expect(asked.mock.calls).toEqual([
    [eventsUrl, true],
    [eventsUrl, false],
  ]);
});

test('a command retires an account, with the operator’s name and the reason', async () => {
  const { merchantId, to, command } = await makeUnconnected();
  await command();
  await command({ enabled: false });
  live.stripe.settings(to.account).disconnected = true;
  await expect(command({ retire: true, by: 'Ada' })).rejects.toThrow('`note` must be text');
  const reason = { by: 'Ada', note: 'The owner has left' };
  const retired = expect.stringMatching(/^20.*Z$/);
  expect(await command({ retire: true, ...reason })).toEqual({ merchantId, ...to, ...reason, retired });
  const [known] = await own.accountsOf(requireFound(await own.findMerchant(merchantId)));
  expect(known?.retired).toMatchObject(reason);
});

test('a command to retire `own` means the account of the key', async () => {
  const { to, command } = await makeUnconnected();
  const asked = jest.spyOn(own.setupOf(to), 'validateAccount');
  const retire = command({ account: 'own', retire: true, by: 'Ada', note: 'We have left' });
  await expect(retire).rejects.toThrow('still shows this account');
  expect(asked.mock.calls).toEqual([[undefined]]);
});

test.each([
  { merchantId: 'me' },
  { acquirer: undefined },
  { account: 'acct/../other' },
  { account: 7 },
  { enabled: 'no' },
  { hold: 'long' },
  { increments: true },
  { fee: '1.5 percent' },
  { fee: 7 },
  { feeRefund: 'sometimes' },
])('a command with %j is refused, and stores nothing', async (over) => {
  const { command, stored } = await makeUnconnected();
  await expect(command(over)).rejects.toThrow('Expected {"merchantId"');
  expect(await stored()).toBeUndefined();
});
