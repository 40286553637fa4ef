import { aws } from '../api/support/aws.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';

const own = ownFlorin({ args: [], env: { FLORIN_VISIBILITY_SECONDS: '2' } });

test('an event that cannot be applied ends in the dead-letter queue; the others of its batch are applied', async () => {
  const { api, shop, authorized, move } = world(own.florin);
  const { report, waiting } = aws(own.florin.aws);
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  await move(key, id, 'captures', 1000);
  const fraud = (transactionId: string) => ({
    type: 'fraud.reported',
    reference: `fraud-${transactionId}`,
    transactionId,
  });
  const hopeless = [fraud('f'.repeat(24)), { type: 'unknown' }, { ...fraud(id), reference: '' }];
  await report(...hopeless, fraud(id));
  await waitUntil(
    () => waiting('AcquirerEventDeadLetters'),
    (count) => count === hopeless.length,
    120,
  );
  expect(await waiting('AcquirerEvents')).toBe(0);
  const query = { limit: 10, 'filter[merchantId]': merchant.id };
  expect((await api('GET', '/frauds', { key, query })).body).toHaveLength(1);
});

test('Florin is killed during a batch of events: each event is applied once', async () => {
  const { shop, authorized, move } = world(own.florin);
  const { key, merchant } = await shop();
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) {
    const id = await authorized(merchant, 1000);
    await move(key, id, 'captures', 1000);
    ids.push(id);
  }
  let opened = 0;
  const fourth = new Promise<void>((resolve) => {
    own.proxy.afterAnswer = (operation, body) => {
      if (operation !== 'TransactWriteItems' || !body.includes('SET opened')) return undefined;
      if (++opened === 4) resolve();
      return opened < 4 ? undefined : killed;
    };
  });
  const events = ids.map((transactionId) => ({
    type: 'dispute.opened',
    reference: `killed-${transactionId}`,
    transactionId,
    amount: 1000,
    reason: { code: 83, title: 'Fraud' },
    due: '2030-01-01T00:00:00.000Z',
  }));
  // Florin must not be killed before all events are sent, which takes one request each.
  const killed = Promise.all([aws(own.florin.aws).report(...events), fourth]).then(() => own.florin.kill());
  await killed;
  own.proxy.afterAnswer = undefined;
  await own.start();

  const { api } = world(own.florin);
  await aws(own.florin.aws).report(
    ...ids.map((id) => ({ type: 'dispute.resolved', reference: `killed-${id}`, outcome: 'lost' })),
  );
  const list = await waitUntil(
    async () =>
      (await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 100 } })).body,
    (transactions) => transactions.every(({ trail }: { trail: unknown[] }) => trail.length === 2),
    90,
  );
  for (const { disputedAmount, trail } of list)
    expect([disputedAmount, trail[1]]).toMatchObject([1000, { dispute: { lost: true }, balance: -3000 }]);
  const query = { limit: 100, 'filter[merchantId]': merchant.id };
  expect((await api('GET', '/disputes', { key, query })).body).toHaveLength(10);
  // Each capture adds 1000 - 14 - 25 to the balance. Each lost dispute subtracts 1000 and a fee of 2000.
  expect((await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance).toBe(
    10 * (961 - 3000),
  );
  await aws(own.florin.aws).emptied('AcquirerEvents', 60);
});
