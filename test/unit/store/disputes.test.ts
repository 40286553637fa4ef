import type { Dispute } from '../../../functions/core/domain/disputes/dispute.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/store/disputes/acquirer-events.ts')),
  ...(await import('../../../functions/core/store/disputes/alerts.ts')),
  ...(await import('../../../functions/core/store/disputes/evidence.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/list.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

const someDispute = (): Dispute => ({
  ...{ id: own.newId(), merchantId: own.newId(), transactionId: own.newId(), amount: 100 },
  reason: { code: 83, title: 'Fraud' },
  due: '2026-03-28T12:00:00.000Z',
});

async function storeDispute() {
  const dispute = someDispute();
  await own.transact(own.putAlert('dispute', dispute));
  const now = async () => (await own.getAlert('dispute', dispute.id)) as Dispute;
  return { dispute, now };
}

const isTaken = { name: 'Conflict', message: 'Another request is submitting evidence for this dispute' };
const submitted = '2026-03-13T12:00:00.000Z';

test('if two requests claim the evidence of a dispute, one gets it', async () => {
  const { dispute, now } = await storeDispute();
  const claim = { fingerprint: 'one', busyUntil: 1 };
  await own.claimEvidence(dispute, claim);
  await expect(own.claimEvidence(dispute, { fingerprint: 'two', busyUntil: 2 })).rejects.toMatchObject(
    isTaken,
  );
  expect((await now()).evidence).toEqual(claim);
});

test('one request can take a claim over, and then the request that held it changes nothing', async () => {
  const { dispute, now } = await storeDispute();
  const claim = { fingerprint: 'one', busyUntil: 1 };
  await own.claimEvidence(dispute, claim);
  const first = await now();
  // A second claim with the same content counts as a later claim, too.
  for (const later of [
    { ...claim, busyUntil: 2 },
    { fingerprint: 'two', busyUntil: 2 },
  ]) {
    const last = await now();
    await own.claimEvidence(last, later);
    for (const { evidence = claim } of [first, last])
      for (const old of [
        own.claimEvidence({ ...dispute, evidence }, { fingerprint: 'three', busyUntil: 3 }),
        own.changeClaim(dispute, evidence, { ...evidence, submitted }),
        own.changeClaim(dispute, evidence, undefined),
      ])
        await expect(old).rejects.toMatchObject(isTaken);
    expect((await now()).evidence).toEqual(later);
  }
});

test('evidence that was submitted is claimed by nobody again, and a claim that failed is free', async () => {
  const { dispute, now } = await storeDispute();
  const claim = { fingerprint: 'one', busyUntil: 1 };
  await own.claimEvidence(dispute, claim);
  await own.changeClaim(dispute, claim, undefined);
  expect(await now()).not.toHaveProperty('evidence');
  await own.claimEvidence(dispute, claim);
  await own.changeClaim(dispute, claim, { ...claim, submitted });
  for (const late of [own.claimEvidence(await now(), claim), own.changeClaim(dispute, claim, undefined)])
    await expect(late).rejects.toMatchObject(isTaken);
  expect((await now()).evidence).toEqual({ ...claim, submitted });
});

test('evidence of a dispute that does not exist makes no dispute', async () => {
  const dispute = someDispute();
  await expect(own.claimEvidence(dispute, { fingerprint: 'one', busyUntil: 1 })).rejects.toMatchObject(
    isTaken,
  );
  expect(await own.getAlert('dispute', dispute.id)).toBeUndefined();
});

test('a dispute is opened, decided and settled once, even if its events are repeated', async () => {
  const dispute = someDispute();
  const reference = `dp_${dispute.id}`;
  const open = (amount: number) =>
    own.recordOpening(reference, { ...dispute, amount, held: amount, funds: amount }, []);
  expect([await open(100), await open(200)]).toEqual([true, false]);
  await own.recordOutcome(reference, 'lost');
  await own.recordOutcome(reference, 'won');
  expect(await own.disputeByReference(undefined, reference)).toMatchObject({
    opened: { id: dispute.id, amount: 100, held: 100, funds: 100 },
    outcome: 'lost',
  });
  const end = (outcome: 'won' | 'lost') => own.recordEnd(reference, dispute, outcome, []);
  expect([await end('lost'), await end('won')]).toEqual([true, false]);
  expect(await own.getAlert('dispute', dispute.id)).toMatchObject({ amount: 100, status: 'lost' });
  // The payment's own list shows it as well, and to its merchant alone.
  const { merchantId, transactionId } = dispute;
  const listed = async (merchant: string) =>
    own.firstOf(own.listAlerts('dispute', merchant, transactionId, { limit: 9 }), 9);
  expect(await listed(merchantId)).toMatchObject([{ id: dispute.id, amount: 100, status: 'lost' }]);
  expect(await listed(own.newId())).toEqual([]);
});

test('a fraud alert is stored once', async () => {
  const fraud = () => ({ id: own.newId(), merchantId: own.newId(), transactionId: own.newId() });
  const [first, second] = [fraud(), fraud()];
  expect(await own.recordFraud('stripe', 'issfr_once', first)).toBe(true);
  expect(await own.recordFraud('stripe', 'issfr_once', second)).toBe(false);
  expect(await own.getAlert('fraud', first.id)).toMatchObject(first);
  expect(await own.getAlert('fraud', second.id)).toBeUndefined();
});

test('a run that has read an older state of a dispute of real money cannot store its own state', async () => {
  const record = (before: object | undefined, name: string) =>
    own.recordLiveDispute('stripe', 'dp_live', before, { name } as never, []);
  const read = async () => own.disputeByReference('stripe', 'dp_live');
  await record(undefined, 'first');
  await expect(record(undefined, 'again')).rejects.toMatchObject({ name: 'StaleRead' });
  const first = await read();
  await record(first, 'second');
  await expect(record(first, 'late')).rejects.toMatchObject({ name: 'StaleRead' });
  await expect(record(undefined, 'new')).rejects.toMatchObject({ name: 'StaleRead' });
  expect(await read()).toMatchObject({ live: { name: 'second' }, version: 2 });
});

test('a dispute and a fraud alert of one acquirer are not those of another one with the same reference', async () => {
  const names = ['stripe', 'acme', 'other'];
  for (const name of names) await own.recordLiveDispute(name, '4711', undefined, { name } as never, []);
  const known = await Promise.all(names.map((name) => own.disputeByReference(name, '4711')));
  expect(known.map((facts) => facts?.live)).toEqual(names.map((name) => ({ name })));
  const fraud = () => ({ id: own.newId(), merchantId: own.newId(), transactionId: own.newId() });
  for (const name of names) expect(await own.recordFraud(name, '4711', fraud() as never)).toBe(true);
});

test('disputes and fraud alerts of Stripe, and of test money, have the keys of earlier releases', () => {
  for (const acquirer of ['stripe', undefined])
    for (const kind of ['dispute', 'fraud'] as const)
      expect(own.referenceKey(kind, acquirer, 'dp_1').pk).toBe(`reference#${kind}#dp_1`);
});
