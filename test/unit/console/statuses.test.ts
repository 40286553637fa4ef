import { isAccepted, movableAmount, statusesOf } from '../../../functions/console/client/values/statuses.ts';

const payment = (over: object = {}) => ({
  successful: true,
  amount: 1000,
  pendingAmount: 0,
  capturedAmount: 0,
  refundedAmount: 0,
  voidedAmount: 0,
  disputedAmount: 0,
  ...over,
});

test.each([
  [{ pendingAmount: 1000 }, ['toCapture']],
  [{ pendingAmount: 400, capturedAmount: 600 }, ['partlyCaptured']],
  [{ capturedAmount: 1000 }, ['paid']],
  [{ capturedAmount: 1000, refundedAmount: 300 }, ['partlyRefunded', 'paid']],
  [{ capturedAmount: 1000, refundedAmount: 1000 }, ['refunded']],
  [{ capturedAmount: 1000, disputedAmount: 1000 }, ['disputed', 'paid']],
  [{ voidedAmount: 1000 }, ['voided']],
  [{ successful: false, amount: 1000 }, ['declined']],
  [{ amount: 0 }, ['saved']],
  [
    { pendingAmount: 400, capturedAmount: 600, operation: { id: '1', created: '', amount: 1, refund: true } },
    ['waiting', 'partlyCaptured'],
  ],
  [
    { capturedAmount: 1000, trail: [{ refund: true, pending: true, amount: 300 }] },
    ['refundOnItsWay', 'paid'],
  ],
  [{ pendingAmount: 400, trail: [{ capture: true, pending: true, amount: 600 }] }, ['onItsWay', 'toCapture']],
])('a payment with %j is %j', (over, statuses) => {
  expect(statusesOf(payment(over) as never)).toEqual(statuses);
});

test('no more can be refunded than was captured and is neither refunded, disputed nor under way', () => {
  const operation = { id: '1', created: '', amount: 50, refund: true } as const;
  const one = payment({ capturedAmount: 1000, refundedAmount: 300, disputedAmount: 100, operation });
  expect(movableAmount('refund', one)).toBe(550);
  const trail = [
    { refund: true, amount: 300 },
    { refund: true, pending: true, amount: 150 },
  ] as never;
  expect(movableAmount('refund', { ...one, trail })).toBe(400);
  expect(movableAmount('capture', payment({ pendingAmount: 70 }))).toBe(70);
});

test.each([
  ['capture', 'capturedAmount'],
  ['refund', 'refundedAmount'],
  ['void', 'voidedAmount'],
] as const)(
  'a %s is on its way only if the response has it, also if the payment was read after it',
  (kind, sum) => {
    const [before, after] = [payment(), payment({ [sum]: 500 })];
    const trail = [{ [kind]: true as const, amount: 500, pending: true as const }];
    expect(isAccepted(kind, { ...before, trail }, before, 500)).toBe(true);
    expect(isAccepted(kind, after, before, 500)).toBe(false);
    expect(isAccepted(kind, after, after, 500)).toBe(false);
    expect(isAccepted(kind, payment({ [sum]: 300, trail }), before, 300)).toBe(false);
  },
);
