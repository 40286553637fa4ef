import type { PaymentProgress } from '../../../functions/core/acquirer/events.ts';
import type { MovementOperation } from '../../../functions/core/store/transactions/operations.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/movement-operation.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/open-movement.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/record-movement.ts')),
}));
const { own } = live;
beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

type Movement = [MovementOperation['kind'], amount: number];

interface Before {
  made?: Movement[];
  open?: Movement;
}

/** Makes a payment of EUR 100 with the movements in `made`, and then a movement with an unknown outcome. */
async function payment({ made = [], open }: Before) {
  const shop = await live.shop();
  const { id, reference } = await live.authorized(shop, 10_000, 'EUR', true);
  const begin = async ([kind, amount]: Movement) =>
    own.openLiveMovement(await live.transactionOf(id), kind, { amount }, undefined);
  for (const one of made) await own.requestMovement(await begin(one));
  if (open) await begin(open);
  const asked = jest.spyOn(own.acquirerOf(shop.account), 'findPayment').mockResolvedValue(undefined);
  return { shop, id, reference, asked };
}

test.each<[boolean, PaymentProgress, Before]>([
  [true, {}, {}],
  [false, { captured: 0 }, {}],
  [true, { captured: 1 }, {}],
  [true, { captured: 0, ended: true }, {}],
  [false, { captured: 0, authorized: 10_000 }, {}],
  [true, { captured: 0, authorized: 10_001 }, {}],
  [false, { captured: 400 }, { made: [['capture', 400]] }],
  [true, { captured: 401 }, { made: [['capture', 400]] }],
  [true, { captured: 400, ended: true }, { made: [['capture', 400]] }],
  [false, { captured: 10_000, ended: true }, { made: [['capture', 10_000]] }],
  [true, { captured: 10_001, ended: true }, { made: [['capture', 10_000]] }],
  // The capture may be Florin's, or one that was made in the dashboard.
  [true, { captured: 400 }, { open: ['capture', 400] }],
  [false, { captured: 10_000, ended: true }, { open: ['capture', 10_000] }],
  [true, { captured: 400, ended: true }, { made: [['capture', 400]], open: ['void', 9_600] }],
  [false, { captured: 0, authorized: 12_000 }, { open: ['increment', 2000] }],
  [true, { captured: 0, authorized: 12_001 }, { open: ['increment', 2000] }],
])(
  'the acquirer is asked (%j) about an event with the sums %j of a payment with %j',
  async (isAsked, sums, before) => {
    const { shop, reference, asked } = await payment(before);
    await own.applyAcquirerEvent({ type: 'payment.changed', ...shop.account, payment: reference, ...sums });
    expect(asked).toHaveBeenCalledTimes(isAsked ? 1 : 0);
  },
);

test.each<[boolean, number, Before]>([
  [false, 10_000, {}],
  [true, 10_001, {}],
  [false, 12_000, { open: ['increment', 2000] }],
  [true, 12_001, { open: ['increment', 2000] }],
])(
  'the acquirer is asked (%j) about an authorization with the sum %j of a payment with %j',
  async (isAsked, authorized, before) => {
    const { shop, id, reference, asked } = await payment(before);
    const event = { type: 'operation.changed', ...shop.account, reference, authorized } as const;
    await own.applyAcquirerEvent({ ...event, operation: own.newId() });
    expect(asked).toHaveBeenCalledTimes(isAsked ? 1 : 0);
    expect(await live.transactionOf(id)).toMatchObject({ amount: 10_000 });
  },
);
