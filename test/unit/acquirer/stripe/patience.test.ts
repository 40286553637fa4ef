import { acquirer as stripe } from '../../../../functions/core/acquirer/stripe/stripe.ts';
import { endBy } from '../../../../functions/core/aws/deadline.ts';
import { authorize, card, connect, movement, order } from '../../../stripe/orders.ts';
import { type StandIn, startStandIn } from '../../../stripe/stand-in/start.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn({ settings: { increments: true } });
  connect(standIn.url);
});
afterAll(async () => {
  endBy(Number.POSITIVE_INFINITY);
  await standIn.close();
});

/** The requests whose answer the adapter awaits for more than six seconds. */
async function patient(work: () => Promise<unknown>): Promise<string[]> {
  const before = standIn.seen.length;
  const times = jest.spyOn(AbortSignal, 'timeout');
  endBy(Date.now() + 25_000);
  await work();
  const longest = times.mock.calls.map(([time]) => time);
  times.mockRestore();
  const sent = standIn.seen.slice(before).map(({ path }) => path.replace(/^\/v1\/|\/(pi|dp|du)_\w+/g, ''));
  expect(longest).toHaveLength(sent.length);
  expect(Math.max(...longest)).toBeLessThanOrEqual(21_000);
  return sent.filter((_, i) => (longest[i] ?? 0) > 6_000);
}

test('a request may take all the time of the function if a bank answers it or it uploads a file, and otherwise six seconds', async () => {
  const [payment, other] = [order({ increments: true }), order()];
  let reference = '';
  const held = async () => {
    const outcome = await authorize(payment, card());
    if (outcome.state !== 'approved') throw new Error(JSON.stringify(outcome));
    return outcome.payment;
  };
  expect(await patient(async () => ({ reference } = await held()))).toEqual(['payment_intents/confirm']);
  const paid = { reference, manyCaptures: true, increments: true } as const;
  const moved = (kind: 'increment' | 'capture' | 'refund', amount: number, total?: number) => () =>
    stripe.move(movement(kind, paid, amount, { total }));
  expect(await patient(moved('increment', 100, 1100))).toEqual(['payment_intents/increment_authorization']);
  expect(await patient(moved('capture', 1100))).toEqual([]);
  expect(await patient(moved('refund', 100))).toEqual([]);
  expect(await patient(() => stripe.findAuthorization({ ...other, reference }))).toEqual([]);
  const dispute = standIn.dispute(reference);
  const files = [{ kind: 'receipt', name: 'a.png', type: 'image/png', bytes: Buffer.from('png') }] as const;
  const evidence = { texts: { explanation: 'Sent' }, files: [...files] };
  expect(await patient(() => stripe.sendEvidence(undefined, dispute, evidence, 'key'))).toEqual([
    'files',
    'disputes',
  ]);
});
