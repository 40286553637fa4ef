import {
  integrationChange,
  integrationOf,
  takesPayments,
} from '../../../../functions/core/domain/merchants/integration.ts';

const account = { acquirer: 'stripe' as const, account: 'acct_1' };
const live = (over: object = {}) => ({ test: false, acquirer: { ...account, ...over } });

test.each([
  ['a connected account', live(), { payments: true, payouts: true }],
  [
    'an account without a payout state, stored by an earlier version',
    live({ blocked: false }),
    { payments: true, payouts: true },
  ],
  ['an account without charges', live({ blocked: 'charges disabled' }), { payments: false, payouts: true }],
  ['an account without payouts', live({ payoutsBlocked: true }), { payments: true, payouts: false }],
  ['an account that an operator has disabled', live({ disabled: true }), { payments: false, payouts: true }],
  ['a merchant without an account', { test: false }, { payments: false, payouts: false }],
])('%s shows whether it can take payments and get payouts', (_, merchant, shown) => {
  expect(integrationOf(merchant)).toEqual(shown);
});

test('a test merchant can take payments, and a change of its integration makes no event', () => {
  expect(takesPayments({ test: true })).toBe(true);
  const [before, now] = [live(), live({ blocked: 'x' })].map((merchant) => ({ ...merchant, test: true }));
  expect(integrationChange(before ?? live(), now ?? live())).toBeUndefined();
});

test.each([
  ['charges are disabled', live(), live({ blocked: 'charges disabled' }), 'disabled'],
  ['payouts are disabled', live(), live({ payoutsBlocked: true }), 'disabled'],
  ['an operator disables the account', live(), live({ disabled: true }), 'disabled'],
  [
    'charges are enabled again and payouts are disabled',
    live({ blocked: 'x' }),
    live({ payoutsBlocked: true }),
    'disabled',
  ],
  ['charges are enabled again', live({ blocked: 'x' }), live({ blocked: false }), 'enabled'],
  [
    'payouts are enabled again while charges stay disabled',
    live({ blocked: 'x', payoutsBlocked: true }),
    live({ blocked: 'x' }),
    'enabled',
  ],
  [
    'only the reason changes',
    live({ blocked: 'charges disabled' }),
    live({ blocked: 'no access' }),
    undefined,
  ],
  ['an operator disables a blocked account', live({ blocked: 'x' }), live({ disabled: true }), undefined],
  ['the prefix changes', live(), live({ prefix: 'SHOP' }), undefined],
  ['the first account is connected', { test: false }, live(), undefined],
])('integrationChange gives the right change when %s', (_, before, now, change) => {
  expect(integrationChange(before, now)).toBe(change);
});
