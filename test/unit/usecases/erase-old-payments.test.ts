import type { Dispute } from '../../../functions/core/domain/disputes/dispute.ts';
import { type Id, newId } from '../../../functions/core/domain/id.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import { failure } from '../../api/support/answer.ts';
import { valuesIn } from '../../api/support/stored-items.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { someCard, somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/cards/customer-cards.ts')),
  ...(await import('../../../functions/core/store/disputes/alerts.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
  ...(await import('../../../functions/core/store/transactions/links.ts')),
  ...(await import('../../../functions/core/store/transactions/transactions.ts')),
  ...(await import('../../../functions/core/usecases/customers/erase-customer.ts')),
  ...(await import('../../../functions/core/usecases/customers/erase-old-payments.ts')),
  ...(await import('../../../functions/core/usecases/payments/charge-again.ts')),
}));
afterEach(() => {
  own.proxy.instead = undefined;
});

const day = 24 * 60 * 60 * 1000;
const app = newId();

async function shop(): Promise<Merchant> {
  const merchant = someMerchant();
  await own.createMerchant(merchant, { id: app, name: null });
  return merchant;
}

interface Paid {
  days: number;
  name?: string;
  linkId?: Id;
}

/** Stores a payment of some days ago, with a payer whose name nobody else has. */
async function paid(merchant: Merchant, { days, name = `Zoe ${newId()}`, linkId }: Paid) {
  const payer = { name, email: `${name.replace(' ', '.')}@example.com` };
  const custom = { orderNo: 'A-17', note: `for ${name}` };
  const order = { reference: 'A-17', customer: name, description: `Cake for ${name}` };
  const id = newId(Date.now() - days * day);
  const payment = somePayment(merchant, { id, payer, order, linkId });
  await own.createTransaction(payment, { custom, text: order.description }, { merchant, alongside: [] });
  return { id, name, email: payer.email };
}

const dispute = (
  { id: merchantId }: Merchant,
  transactionId: Id,
  id: Id,
  status: NonNullable<Dispute['status']>,
) =>
  own.transact(
    own.putAlert('dispute', {
      ...{ id, merchantId, transactionId, amount: 1000, currency: 'EUR', status },
      ...{ reason: { code: 83, title: 'Fraud' }, due: '2090-01-01T00:00:00.000Z' },
    }),
  );

/** One night with a retention of two months. @returns the requests to the table */
async function night({ id }: Merchant, over: object = {}, months = 2): Promise<[boolean, string[]]> {
  own.proxy.reset();
  const isLeft = await own.eraseOldPayments(id, months, Date.now(), over);
  return [isLeft, own.proxy.calls.map(({ operation }) => operation)];
}

/** Counts the items of the table with a name. */
async function itemsOf(...names: string[]): Promise<number> {
  const { Items } = await callEngine(own.engine)('Scan', { TableName: own.table });
  return (Items as object[]).filter((item) => names.some((name) => valuesIn(item).join().includes(name)))
    .length;
}

const isErased = async ({ id }: { id: Id }) => (await own.getTransaction(id))?.erased === 'age';

test('a night erases the payers of payments that are older than the setting, and the next night reads none of them again', async () => {
  const [merchant, other] = [await shop(), await shop()];
  const old = [await paid(merchant, { days: 400 }), await paid(merchant, { days: 70 })];
  const [fresh, foreign] = [await paid(merchant, { days: 50 }), await paid(other, { days: 400 })];
  expect((await night(merchant))[0]).toBe(false);
  expect(await itemsOf(...old.map(({ name }) => name))).toBe(0);
  expect(await own.getTransaction(old[0]?.id ?? '')).toMatchObject({
    ...{ amount: 1000, pendingAmount: 1000, custom: { orderNo: 'A-17' }, text: 'erased' },
    ...{ order: { reference: 'A-17', description: 'erased' } },
  });
  expect([await isErased(fresh), await isErased(foreign)]).toEqual([false, false]);
  // The second night reads the progress, the merchant's lanes, and two empty lists.
  const [, calls] = await night(merchant);
  expect(calls.filter((operation) => !/^(GetItem|Query)$/.test(operation))).toEqual([]);
  expect(calls.length).toBeLessThanOrEqual(4);
});

test('without the setting a night makes no request', async () => {
  const merchant = await shop();
  const old = await paid(merchant, { days: 4000 });
  expect(await night(merchant, {}, 0)).toEqual([false, []]);
  expect(await isErased(old)).toBe(false);
});

test('a run for a future time erases no payment early', async () => {
  const merchant = await shop();
  const fresh = await paid(merchant, { days: 50 });
  await own.eraseOldPayments(merchant.id, 2, Date.now() + 400 * day);
  expect(await isErased(fresh)).toBe(false);
});

test('a payment with an open dispute waits, and a night after the end of the dispute erases the payment', async () => {
  const merchant = await shop();
  const [waiting, later] = [await paid(merchant, { days: 100 }), await paid(merchant, { days: 90 })];
  const disputeId = newId();
  await dispute(merchant, waiting.id, disputeId, 'open');
  await night(merchant);
  await night(merchant);
  expect([await isErased(waiting), await isErased(later)]).toEqual([false, true]);
  await dispute(merchant, waiting.id, disputeId, 'lost');
  await night(merchant, { continued: true });
  expect(await isErased(waiting)).toBe(false);
  await night(merchant);
  expect([await isErased(waiting), await itemsOf(waiting.name)]).toEqual([true, 0]);
  expect((await night(merchant))[1]).not.toContain('PutItem');
});

test('a run that was killed at any write continues, and leaves no name', async () => {
  const merchant = await shop();
  const old = await paid(merchant, { days: 100 });
  let writes = 0;
  for (let kill = 1, done = false; !done; kill++) {
    writes = 0;
    own.proxy.instead = (operation) =>
      /^(Put|Update|Delete|Transact)/.test(operation) && ++writes >= kill
        ? failure('AccessDeniedException')
        : undefined;
    done = await night(merchant).then(
      () => true,
      () => false,
    );
  }
  expect(writes).toBeGreaterThan(0);
  expect([await isErased(old), await itemsOf(old.name)]).toEqual([true, 0]);
});

test('a run without time stops after it has stored its progress, and the next run continues', async () => {
  const merchant = await shop();
  const old = await Promise.all(Array.from({ length: 101 }, () => paid(merchant, { days: 100 })));
  expect((await night(merchant, { end: 0 }))[0]).toBe(true);
  let reads = 0;
  const clock = jest.spyOn(Date, 'now');
  const end = Date.now() + 60_000;
  own.proxy.instead = (operation, body) => {
    // The time is over as soon as the progress of the first chunk is stored.
    if (operation === 'PutItem' && body.includes('retention#')) clock.mockReturnValue(end + ++reads);
    return undefined;
  };
  expect((await night(merchant, { end }))[0]).toBe(true);
  clock.mockRestore();
  const done = () => Promise.all(old.map(isErased)).then((all) => all.filter(Boolean).length);
  expect(await done()).toBe(100);
  own.proxy.instead = undefined;
  expect((await night(merchant, { continued: true }))[0]).toBe(false);
  expect(await done()).toBe(101);
});

test('a link that has ended loses its customer, and one that can be paid keeps its customer', async () => {
  const merchant = await shop();
  const [ended, open] = [newId(), newId()];
  for (const [id, uses] of [
    [ended, 1],
    [open, 2],
  ] as const) {
    const email = `${id}@example.com`;
    const terms = { amount: 1000, currency: 'EUR', text: `Invoice of ${email}`, email, customer: id };
    const link = { ...terms, id, merchantId: merchant.id, test: true, uses, paid: 0, recurring: false };
    await own.createLink(link, { kind: 'app', id: app }, []);
    await paid(merchant, { days: 100, linkId: id });
  }
  await night(merchant);
  expect(await own.getLink(ended)).toMatchObject({ text: 'erased', amount: 1000 });
  expect(await own.getLink(ended)).not.toHaveProperty('email');
  expect(await own.getLink(ended)).not.toHaveProperty('customer');
  expect(await own.getLink(open)).toMatchObject({ email: `${open}@example.com`, customer: open });
});

test('a saved card and a subscription survive the age of their payment, also when another customer is erased', async () => {
  const merchant = await shop();
  const { id } = await paid(merchant, { days: 100 });
  const consent = { customer: 'kunde-1', agreed: new Date().toISOString(), replaces: [] };
  const card = { id, merchantId: merchant.id, card: someCard };
  await own.transact(own.keepCard(card, { own: id }, consent));
  await night(merchant);
  expect(await isErased({ id })).toBe(true);
  await own.eraseCustomer(merchant.id, { email: 'somebody@example.com' }, undefined);
  expect(await own.getCustomerCard(id)).toMatchObject({ customer: 'kunde-1' });
  expect((await own.getChargeable(id))?.credential).toBeDefined();
});
