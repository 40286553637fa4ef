import { accountNewsIn } from '../../../../functions/core/domain/merchants/account-news.ts';

const connected = (state: object = {}) => ({ acquirer: { acquirer: 'stripe', account: 'acct_1', ...state } });
const deadline = '2030-01-02T11:00:00.000Z';

test.each([
  ['nothing changes', {}, {}, []],
  ['the reason changes', { blocked: 'charges disabled' }, { blocked: 'no access' }, []],
  ['payments stop', {}, { blocked: 'charges disabled' }, [{ kind: 'paymentsStopped' }]],
  ['payments are possible again', { blocked: 'no access' }, { blocked: false }, [{ kind: 'paymentsBack' }]],
  ['payouts stop', { payoutsBlocked: false }, { payoutsBlocked: true }, [{ kind: 'payoutsStopped' }]],
  ['payouts are possible again', { payoutsBlocked: true }, {}, [{ kind: 'payoutsBack' }]],
  [
    'Stripe asks for information',
    { asksUntil: false },
    { asksUntil: deadline },
    [{ kind: 'asked', deadline }],
  ],
  [
    'the deadline for information changes',
    { asksUntil: '2029' },
    { asksUntil: deadline },
    [{ kind: 'asked', deadline }],
  ],
  ['Stripe no longer asks for information', { asksUntil: deadline }, { asksUntil: false }, []],
  ['an operator disables the account', {}, { disabled: true }, []],
  ['a disabled account is blocked', { disabled: true }, { disabled: true, blocked: 'no access' }, []],
  ['another account is connected', { blocked: 'no access' }, { account: 'acct_2' }, []],
])('accountNewsIn lists what the merchant must learn when %s', (_, before, now, news) => {
  expect(accountNewsIn(connected(before), connected(now))).toEqual(news);
});

test('accountNewsIn returns nothing for the first connection', () => {
  expect(accountNewsIn({}, connected({ payoutsBlocked: true }))).toEqual([]);
});
