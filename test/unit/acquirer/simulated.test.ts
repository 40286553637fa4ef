import { methods } from '#acquirer/simulated/methods.ts';
import { answerData, type BankAnswer, payments } from '#acquirer/simulated/payments.ts';
import { decisionOf, endingOf, failureOf, scenarioOf } from '#acquirer/simulated/scheme-events.ts';
import {
  type Accounts,
  type AuthorizationRequest,
  type SimulatedCard,
  simulatedAcquirer,
} from '#acquirer/simulated/simulated-acquirer.ts';
import type { FollowUp } from '#domain/methods/method.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';

/** One euro buys 10 kroner, and 1000 yen. */
const rates = { date: '2026-11-27', perEuro: { EUR: '1', DKK: '10', JPY: '1000' } };
const now = Date.parse('2026-11-27T12:00:00.000Z');

/** Calls `work` while the clock shows `now`. Jest itself needs the real clock before and afterwards. */
function atThatTime<T>(work: () => T): T {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  const result = work();
  clock.mockRestore();
  return result;
}

function acquirer(holds = true) {
  const accounts = {
    hold: jest.fn<Promise<boolean>, Parameters<Accounts['hold']>>(async () => holds),
    release: jest.fn<Promise<void>, Parameters<Accounts['release']>>(async () => undefined),
  };
  const request = (simulated: SimulatedCard | undefined, over: Partial<AuthorizationRequest> = {}) => ({
    ...{ transactionId: 't1', order: 'o1', amount: 1000, currency: 'EUR', fundingCurrency: 'EUR', rates },
    ...{ credential: { reference: 'c1', simulated }, expiry: '2026-11-27T12:00:00.000Z', ...over },
  });
  const pay = async (...asked: Parameters<typeof request>) => {
    const result = await atThatTime(() => simulatedAcquirer(accounts).authorize(request(...asked)));
    return result.approved ? 'approved' : result.decline;
  };
  return { ...accounts, request, pay };
}

const money = (value: number, currency = 'EUR', exponent = 2) => ({ currency, exponent, value });

test.each<[string, SimulatedCard | undefined, Partial<AuthorizationRequest>?]>([
  ['approved', undefined],
  ['approved', { scheme: 'supported', code: 'valid', status: 'valid' }],
  ['PAYMENT_CARD_SCHEME_UNSUPPORTED', { scheme: 'unsupported' }],
  ['PAYMENT_CARD_SCHEME_UNKNOWN', { scheme: 'unknown' }],
  ['PAYMENT_CARD_SECURITY_CODE_INVALID', { code: 'invalid' }],
  ['PAYMENT_CARD_NUMBER_INVALID', { status: 'invalid' }],
  ['PAYMENT_CARD_EXPIRED', { status: 'expired' }],
  ['PAYMENT_CARD_DISABLED', { status: 'disabled' }],
  ['PAYMENT_CARD_LOST', { status: 'lost' }],
  ['PAYMENT_CARD_EXPIRED', {}, { expiry: '2026-11-26T23:59:59.999Z' }],
  // A month ends last in the zone 12 hours behind UTC.
  ['approved', {}, { expiry: '2026-11-27T00:00:00.000Z' }],
  ['PAYMENT_CURRENCY_REJECTED', {}, { fundingCurrency: 'SEK' }],
  ['approved', {}, { currency: 'SEK', fundingCurrency: 'SEK' }],
  ['approved', { limit: money(1000) }],
  ['PAYMENT_AMOUNT_LIMIT', { limit: money(999) }],
  ['approved', { limit: money(10) }, { amount: 10 }],
  // EUR 10.00 are JPY 10,000, and DKK 100.00.
  ['approved', { limit: money(10_000, 'JPY', 0) }],
  ['PAYMENT_AMOUNT_LIMIT', { limit: money(9_999, 'JPY', 0) }],
  ['PAYMENT_AMOUNT_LIMIT', { limit: money(9_999, 'DKK') }],
  ['PAYMENT_AMOUNT_LIMIT', { limit: money(1e9, 'SEK') }],
])('a test payment is %s with the card %j', async (...[outcome, card, over]) => {
  const { pay, hold } = acquirer();
  expect(await pay(card, over)).toBe(outcome);
  expect(hold).not.toHaveBeenCalled();
});

test('a card with a balance holds the amount in its own currency, and releases the same', async () => {
  for (const [balance, cost, most] of [
    [money(1500), 1000, 1500],
    [money(15_000, 'JPY', 0), 10_000, 15_000],
  ] as const) {
    const { pay, hold, release, request } = acquirer();
    expect(await pay({ balance })).toBe('approved');
    expect(hold.mock.calls).toEqual([['c1', 't1', cost, most]]);
    await simulatedAcquirer({ hold, release }).abandon(request({ balance }));
    expect(release.mock.calls).toEqual([['c1', 't1', cost]]);
  }
  const { hold, release, request } = acquirer();
  await simulatedAcquirer({ hold, release }).abandon(request({}));
  expect(release).not.toHaveBeenCalled();
});

test('a card without enough money is declined, and one that only is saved needs none', async () => {
  const { pay, hold } = acquirer(false);
  expect(await pay({ balance: money(5) })).toBe('PAYMENT_INSUFFICIENT_FUNDS');
  expect(hold).toHaveBeenCalledTimes(1);
  expect(await pay({ balance: money(5) }, { amount: 0 })).toBe('approved');
  expect(await pay({ balance: money(5), status: 'lost' })).toBe('PAYMENT_CARD_LOST');
  expect(hold).toHaveBeenCalledTimes(1);
});

test('a recovering card is declined at the first try of an order, and no more', async () => {
  const [first, next] = [acquirer(true), acquirer(false)];
  expect([await first.pay({ status: 'recovering' }), await next.pay({ status: 'recovering' })]).toEqual([
    'PAYMENT_INSUFFICIENT_FUNDS',
    'approved',
  ]);
  expect(first.hold.mock.calls).toEqual([['o1', 't1', 1, 1]]);
});

describe('the card schemes of test mode', () => {
  const eventsOf = (last4: string, bin = '400000') =>
    atThatTime(() => scenarioOf({ id: 't1', capturedAmount: 400, card: { bin, last4 } } as Transaction));

  test.each([
    ['0259', 'won'],
    ['1976', 'lost'],
  ])(
    'open a dispute of what was captured with the card %s, which is %s after 3 seconds',
    (last4, outcome) => {
      const reference = 'simulated-t1';
      const reason = { code: 83, title: 'Fraud, card-absent environment' };
      const due = '2026-12-11T12:00:00.000Z';
      const opened = { type: 'dispute.opened', reference, transactionId: 't1', amount: 400, reason, due };
      expect(eventsOf(last4)).toEqual([
        { event: opened, delaySeconds: 0 },
        { event: { type: 'dispute.resolved', reference, outcome }, delaySeconds: 3 },
      ]);
      expect(eventsOf(last4, '400001')).toEqual([]);
      expect(decisionOf({ id: 't1', card: { bin: '400000', last4 } } as Transaction)).toEqual([]);
    },
  );

  test.each([
    ['2685', 'won'],
    ['2693', 'lost'],
  ])(
    'keep the dispute of the card %s open until there is evidence, after which it is %s',
    (last4, outcome) => {
      const reason = { code: 13.1, title: 'Merchandise or services not received' };
      expect(eventsOf(last4)).toEqual([
        { event: expect.objectContaining({ type: 'dispute.opened', reason }), delaySeconds: 0 },
      ]);
      const decided = (bin: string) => decisionOf({ id: 't1', card: { bin, last4 } } as Transaction);
      const event = { type: 'dispute.resolved', reference: 'simulated-t1', outcome };
      expect(decided('400000')).toEqual([{ event, delaySeconds: 3 }]);
      expect(decided('400001')).toEqual([]);
    },
  );

  test('report a fraud with the reason that is the last digit of the card, and nothing of other cards', () => {
    for (let reason = 0; reason <= 8; reason++)
      expect(eventsOf(`540${reason}`)).toEqual([
        {
          event: {
            ...{ type: 'fraud.reported', reference: 'simulated-t1', transactionId: 't1', reason },
            reported: '2026-11-27T12:00:00.000Z',
          },
          delaySeconds: 0,
        },
      ]);
    for (const last4 of ['5409', '5399', '1111', '0001']) expect(eventsOf(last4)).toEqual([]);
  });
});

test('a refund fails, or an authorization ends, only if the customer has chosen that, and each once', () => {
  const by = (simulated?: FollowUp) => ({ id: 't1', method: simulated && { ...methods[0], simulated } });
  const names = (chosen?: FollowUp) =>
    [
      failureOf(by(chosen) as Transaction, 'r1'),
      failureOf(by(chosen) as Transaction, 'r2'),
      endingOf(by(chosen) as Transaction),
    ]
      .flat()
      .map(({ event, delaySeconds }) => [event.type, event.reference, event.refund, delaySeconds]);
  expect(names('refund_fails')).toEqual([
    ['refund.failed', 'simulated-r1', 'r1', 5],
    ['refund.failed', 'simulated-r2', 'r2', 5],
  ]);
  expect(names('authorization_ends')).toEqual([['authorization.ended', 'simulated-t1', undefined, 5]]);
  for (const other of [undefined, 'dispute_won', 'dispute_lost'] as const) expect(names(other)).toEqual([]);
});

test('the simulated bank approves only by the answers that approve, and a late one after its time', async () => {
  const outcome = async (method: string, answer: BankAnswer, at = now) => {
    const order = {
      ...{ acquirer: 'simulated', id: 'p1', reference: 'simulated-p1', amount: 1000, currency: 'EUR' },
    };
    jest.spyOn(Date, 'now').mockReturnValue(at);
    const found = await payments.findAuthorization({
      ...order,
      descriptor: '',
      method,
      brought: answerData(answer, now),
    });
    jest.restoreAllMocks();
    return found;
  };
  for (const { type, captured } of methods) {
    const payment = {
      reference: 'simulated-p1',
      manyCaptures: false,
      ...(captured === 'at once' && { captured: true }),
    };
    expect(await outcome(type, 'approve')).toEqual({ state: 'approved', payment });
    expect(await outcome(type, 'late', now + 19_999)).toMatchObject({ state: 'challenge', kind: 'wait' });
    expect(await outcome(type, 'late', now + 20_000)).toEqual({ state: 'approved', payment });
    expect(await outcome(type, 'reject')).toMatchObject({ decline: 'PAYMENT_REJECTED_BY_ISSUER' });
    expect(await outcome(type, 'cancel')).toMatchObject({ decline: 'PAYMENT_REJECTED' });
  }
});
