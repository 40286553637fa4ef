import { accountNewsIn } from '../../../../functions/core/domain/merchants/account-news.ts';

const connected = (state: object = {}) => ({ acquirer: { acquirer: 'stripe', account: 'acct_1', ...state } });
const deadline = '2030-01-02T11:00:00.000Z';

test.each([
  ['nothing changes', {}, {}, []],
  ['the reason changes', { blocked: 'charges disabled' }, { blocked: 'no access' }, []],
  ['payments stop', {}, { blocked: 'charges disabled' }, [{ kind: 'paymentsStopped' }]],
  ['payments are back', { blocked: 'no access' }, { blocked: false }, [{ kind: 'paymentsBack' }]],
  ['payouts stop', { payoutsBlocked: false }, { payoutsBlocked: true }, [{ kind: 'payoutsStopped' }]],
  ['payouts are back', { payoutsBlocked: true }, {}, [{ kind: 'payoutsBack' }]],
  ['information is asked for', { asksUntil: false }, { asksUntil: deadline }, [{ kind: 'asked', deadline }]],
  ['another deadline', { asksUntil: '2029' }, { asksUntil: deadline }, [{ kind: 'asked', deadline }]],
  ['information is given', { asksUntil: deadline }, { asksUntil: false }, []],
  ['an operator stops it', {}, { disabled: true }, []],
  ['a stopped one is blocked', { disabled: true }, { disabled: true, blocked: 'no access' }, []],
  ['another account', { blocked: 'no access' }, { account: 'acct_2' }, []],
])('%s', (_, before, now, news) => {
  expect(accountNewsIn(connected(before), connected(now))).toEqual(news);
});

test('the first connection is no news', () => {
  expect(accountNewsIn({}, connected({ payoutsBlocked: true }))).toEqual([]);
});
