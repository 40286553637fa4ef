import { rights } from '../../functions/core/acquirer/stripe/setup/rights.ts';
import { setup, acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { standIn, useStandIn } from './use-stand-in.ts';

useStandIn();

const all = Object.keys(rights);
const without = (right: string) => all.filter((other) => other !== right);

test('the check has no effect, and asks about the account', async () => {
  standIn.rights = all;
  expect(await setup.missingRights('acct_1')).toEqual([]);
  expect(standIn.books('acct_1')).toMatchObject({ intents: [], authorized: {} });
  expect(new Set(standIn.seen.map(({ account }) => account))).toEqual(new Set(['acct_1']));
});

test('a right is not missing if the acquirer’s answer is unclear', async () => {
  standIn.rights = all;
  standIn.fail({ how: 'gateway', of: /disputes|payouts/, times: 99 });
  expect(await setup.missingRights()).toEqual([]);
});

test.each([
  ['the key', { how: 'denied' }, /refuses the key.*401/s],
  ['the account', undefined, /refuses the key/],
] as const)('the check ends if the acquirer refuses %s', async (_, failure, message) => {
  if (failure) standIn.fail({ ...failure, times: 99 });
  else standIn.settings('acct_1').disconnected = true;
  await expect(setup.missingRights('acct_1')).rejects.toThrow(message);
});

test('the acquirer’s message reaches the operator without the key', async () => {
  standIn.rights = without('balance_transaction_source_read');
  const written = jest.mocked(process.stdout.write);
  const permission = /Having the 'rak_balance_transaction_source_read' permission would allow this request/;
  await expect(stripe.listBalanceTransactions(undefined, { since: 0 })).rejects.toThrow(permission);
  const [line = ''] = written.mock.calls.map(([line]) => String(line));
  expect(line).toMatch(permission);
  expect(line).toContain('AcquirerRefusals');
  expect(line).not.toMatch(/sk_test/);
});
