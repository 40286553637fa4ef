import { aws } from '../api/support/aws.ts';
import { byMethod } from '../api/support/by-method.ts';
import { makeClock } from '../api/support/clock.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { merchantWithEndpointIn, receivers } from '../api/support/webhook-receivers.ts';

const clock = makeClock();
const own = ownFlorin({ env: clock.env });
const receiver = receivers();

beforeAll(() => {
  own.proxy.ahead = clock.ahead;
});

async function scene() {
  const server = await receiver();
  const { key, merchant } = await merchantWithEndpointIn(own.here)(server.url);
  const methods = ['mobilepay', 'bancontact'];
  await own.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { methods } });
  await server.events(1);
  const later = async (count: number) => (await server.events(count + 1)).slice(1);
  return { key, merchant, later, ...byMethod(own.here) };
}

test('the events of a payment by a method name it, and come in the order of its movements', async () => {
  const { key, merchant, later, paidBy } = await scene();
  const held = await paidBy(merchant, 'mobilepay');
  await own.here.move(key, held, 'captures', 10000);
  await own.here.move(key, held, 'refunds', 2500);
  const events = await later(3);
  const bySequence = events.sort((a, b) => a.sequence - b.sequence);
  expect(bySequence).toMatchObject(
    ['transaction.created', 'transaction.captured', 'transaction.refunded'].map((type) => ({
      type,
      test: true,
      data: { transaction: { id: held, card: null, method: { type: 'mobilepay', name: 'MobilePay' } } },
    })),
  );
});

test('a method that captures immediately sends both events of the payment', async () => {
  const { merchant, later, paidBy } = await scene();
  const taken = await paidBy(merchant, 'bancontact');
  const events = await later(2);
  expect(events.map(({ type }) => type).sort()).toEqual(['transaction.captured', 'transaction.created']);
  for (const { data } of events)
    expect(data.transaction).toMatchObject({ id: taken, method: { type: 'bancontact' } });
});

test('a customer who never comes back: the shop hears of a declined payment after the time of the method', async () => {
  const { key, merchant, later, begin, answer, returned } = await scene();
  const away = await begin(merchant, 'mobilepay');
  const list = async () =>
    (await own.here.api('GET', `/merchants/${merchant.id}/transactions?limit=5`, { key })).body;
  const finish = () => aws(own.florin.aws).invoke('FinishOperations', {});
  await clock.moveTo(clock.now() + 9 * 60_000);
  await finish();
  expect(await list()).toEqual([]);
  await clock.moveTo(clock.now() + 2 * 60_000);
  await finish();
  const events = await later(1);
  expect(events).toMatchObject([
    { type: 'transaction.declined', data: { transaction: { method: { type: 'mobilepay' }, card: null } } },
  ]);
  // The customer approves too late.
  await answer(away, 'approve');
  expect((await returned(away)).body.code).toBe('PAYMENT_REJECTED');
  expect(await list()).toMatchObject([{ successful: false }]);
  expect(await later(1)).toHaveLength(1);
});
