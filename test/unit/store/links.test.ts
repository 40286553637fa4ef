import type { PaymentLink } from '../../../functions/core/domain/transactions/link.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/store/merchants/members.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/links.ts')),
}));

const someLink = (uses: number): PaymentLink => ({
  ...{ id: own.newId(), merchantId: own.newId(), test: true, recurring: false },
  ...{ amount: 100, currency: 'EUR', uses, paid: 0 },
});

const ended = { name: 'LinkEnded' };

async function makeLink(uses: number) {
  const link = someLink(uses);
  const caller = { kind: 'app', id: own.newId() } as const;
  await own.transact([{ item: own.put({ ...own.membershipKey(link.merchantId, caller) }) }]);
  await own.createLink(link, caller, []);
  return { link, caller };
}

const pay = (id: string, transactionId = own.newId(), till?: PaymentLink) =>
  own.transact(own.payLink(id, transactionId, till)).then(() => transactionId);

test('a link can be paid as often as it has uses, and each failed payment allows one more', async () => {
  const { link } = await makeLink(2);
  const [first, second] = [await pay(link.id), await pay(link.id)];
  await expect(pay(link.id)).rejects.toMatchObject(ended);
  const unpay = () => own.transact(own.unpayLink(link.id, first));
  await unpay();
  // A second run that learns of the same failure must not allow a third payment.
  await expect(unpay()).rejects.toMatchObject({ name: 'TransactionCanceledException' });
  expect(await own.getLink(link.id)).toMatchObject({ paid: 1 });
  const third = await pay(link.id);
  await expect(pay(link.id)).rejects.toMatchObject(ended);
  expect((await own.paymentsOf(link.id, 9)).sort()).toEqual([second, third].sort());
});

test('a link that was switched off is not paid, and keeps the time when it was switched off first', async () => {
  const { link, caller } = await makeLink(2);
  await own.switchOff(link, caller);
  const off = await own.getLink(link.id);
  await expect(pay(link.id)).rejects.toMatchObject(ended);
  expect(off?.disabled).toBeDefined();
  await waitUntil(
    async () => Date.now(),
    (now) => now > Date.parse(off?.disabled ?? ''),
  );
  await own.switchOff(link, caller);
  expect(await own.getLink(link.id)).toMatchObject({ disabled: off?.disabled, paid: 0 });
  await expect(own.switchOff(someLink(1), caller)).rejects.toMatchObject({ name: 'NoAccess' });
});

test('a link that does not exist is neither paid nor switched off', async () => {
  const { link, caller } = await makeLink(1);
  const unknown = { ...link, id: own.newId() };
  await expect(pay(unknown.id)).rejects.toMatchObject(ended);
  await expect(own.switchOff(unknown, caller)).rejects.toMatchObject({ name: 'NotFound' });
  expect(await own.getLink(unknown.id)).toBeUndefined();
});

test('the link of a till is stored by its first payment, and takes another one only after that one has failed', async () => {
  const till = someLink(1);
  const first = await pay(till.id, own.newId(), till);
  expect(await own.getLink(till.id)).toMatchObject({ ...till, paid: 1, paidBy: first });
  await expect(pay(till.id, own.newId(), till)).rejects.toMatchObject(ended);
  await own.transact(own.unpayLink(till.id, first));
  const second = await pay(till.id, own.newId(), till);
  expect(await own.getLink(till.id)).toMatchObject({ paid: 1, paidBy: second });
});

test('the link of a till whose payment has failed is not paid again once it was switched off', async () => {
  const till = someLink(1);
  const caller = { kind: 'app', id: own.newId() } as const;
  await own.transact([{ item: own.put({ ...own.membershipKey(till.merchantId, caller) }) }]);
  await own.transact(own.unpayLink(till.id, await pay(till.id, own.newId(), till)));
  await own.switchOff(till, caller);
  await expect(pay(till.id, own.newId(), till)).rejects.toMatchObject(ended);
  expect(await own.getLink(till.id)).toMatchObject({ paid: 0, disabled: expect.any(String) });
});

test('paymentsOf lists the newest payments of a link, up to the limit', async () => {
  const link = own.newId();
  const payments = [1, 2, 3].map((second) => own.newId(second * 1000));
  for (const id of payments) await own.transact(own.payLink(link, id).slice(1));
  const [first, second, third] = payments;
  expect(await own.paymentsOf(link, 2)).toEqual([third, second]);
  expect(await own.paymentsOf(link, 9)).toEqual([third, second, first]);
});
