import type { Card } from '../../../functions/core/domain/cards/card.ts';
import type { Item } from '../../../functions/core/store/table/read.ts';
import { onOwnTable } from '../own-table.ts';

const store = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/cards/customer-card.ts')),
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/store/cards/accounts.ts')),
  ...(await import('../../../functions/core/store/cards/customer-cards.ts')),
  ...(await import('../../../functions/core/store/merchants/members.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));
afterEach(() => jest.restoreAllMocks());

const card = {
  ...{ bin: '424242', last4: '4242', expiry: '2030-12-31T23:59:59.999Z', scheme: 'visa' },
  code: { present: true },
} as Card;

async function saveCard(customer: string, merchantId = store.newId(), replaces: string[] = []) {
  const id = store.newId();
  const consent = { customer, agreed: '2026-11-24T12:00:00.000Z', replaces };
  await store.transact(store.keepCard({ id, merchantId, card }, { reference: 'pm_1' }, consent));
  const found = await store.getCustomerCard(id);
  if (!found) throw new Error('No card');
  return found;
}

const idsOf = async (merchantId: string, customer: string) =>
  (await store.listCustomerCards(merchantId, customer, { limit: 10 })).map(({ id }) => id);

test('a card is saved only with the consent of the customer and a credential of the acquirer', () => {
  const owner = { id: store.newId(), merchantId: store.newId(), card };
  const consent = { customer: 'ann', agreed: '2026-11-24T12:00:00.000Z', replaces: [] };
  expect(store.keepCard(owner, { reference: 'pm_1' }, undefined)).toEqual([]);
  expect(store.keepCard(owner, undefined, consent)).toEqual([]);
});

test('a customer’s cards are only those of this customer with this merchant, without the replaced ones', async () => {
  const first = await saveCard('ann');
  const { merchantId } = first;
  const second = await saveCard('ann', merchantId);
  const others = [await saveCard('bob', merchantId), await saveCard('ann')];
  expect(await idsOf(merchantId, 'ann')).toEqual([second.id, first.id]);
  const third = await saveCard('ann', merchantId, [first.id]);
  expect(await idsOf(merchantId, 'ann')).toEqual([third.id, second.id]);
  for (const other of others) expect(await idsOf(other.merchantId, other.customer)).toEqual([other.id]);
});

test('a new card is saved even if it replaces more cards than a database transaction can delete', async () => {
  const merchantId = store.newId();
  // Payments at the same time do not see each other's cards, so a customer can have more than the most.
  await Promise.all(Array.from({ length: 55 }, () => saveCard('guest', merchantId)));
  const cards = () => store.listCustomerCards(merchantId, 'guest', { limit: 100 });
  for (const left of [36, 17, 1, 1]) {
    const { id } = await saveCard('guest', merchantId, store.replacedBy(card, await cards()));
    const now = await cards();
    expect([now.length, now[0]?.id]).toEqual([left, id]);
  }
});

test('a duplicate of a payment, which sees the card that the first one has saved, saves it again', async () => {
  const { id, merchantId } = await saveCard('ann');
  const replaces = store.replacedBy(card, await store.listCustomerCards(merchantId, 'ann', { limit: 10 }));
  expect(replaces).toEqual([id]);
  const consent = { customer: 'ann', agreed: '2026-11-24T12:00:00.000Z', replaces };
  // DynamoDB refuses two writes of one item in a transaction.
  await store.transact(store.keepCard({ id, merchantId, card }, { reference: 'pm_1' }, consent));
  expect(await idsOf(merchantId, 'ann')).toEqual([id]);
});

test('nobody pays with the card of another customer or merchant, or after it has expired', async () => {
  const mine = await saveCard('ann');
  const refused = /card\.saved: Must be a saved card of the customer of this link/;
  expect(store.requireCard(mine, { merchantId: mine.merchantId, customer: 'ann' })).toBe(mine);
  for (const [card, holder] of [
    [mine, { merchantId: mine.merchantId, customer: 'bob' }],
    [mine, { merchantId: store.newId(), customer: 'ann' }],
    [mine, { merchantId: mine.merchantId }],
    [mine, { customer: 'ann' }],
    [mine, {}],
    [undefined, {}],
    [undefined, { merchantId: mine.merchantId, customer: 'ann' }],
  ] as const)
    expect(() => store.requireCard(card, holder)).toThrow(refused);
  // The month ends last at UTC-12.
  const end = Date.parse(card.expiry) + 12 * 60 * 60_000;
  const now = jest.spyOn(Date, 'now').mockReturnValue(end);
  expect(store.requireCard(mine, mine)).toBe(mine);
  now.mockReturnValue(end + 1);
  expect(() => store.requireCard(mine, mine)).toThrow(refused);
});

test('only its customer, or a member of its merchant, deletes a card', async () => {
  const mine = await saveCard('ann');
  const { merchantId, id } = mine;
  const app = { kind: 'app' as const, id: store.newId() };
  for (const holder of [
    { merchantId, customer: 'bob' },
    { merchantId: store.newId(), customer: 'ann' },
  ])
    await expect(store.removeCard(mine, holder)).rejects.toMatchObject({ name: 'NotFound' });
  await expect(store.removeCard(undefined, mine)).rejects.toMatchObject({ name: 'NotFound' });
  await expect(store.removeCard(mine, mine, app)).rejects.toMatchObject({ name: 'NoAccess' });
  expect(await store.getCustomerCard(id)).toBeDefined();
  await store.transact([{ item: store.put({ ...store.membershipKey(merchantId, app), id: app.id }) }]);
  await store.removeCard(mine, mine, app);
  expect(await store.getCustomerCard(id)).toBeUndefined();
  await expect(store.removeCard(mine, mine)).rejects.toMatchObject({ name: 'NotFound' });
});

test('five payments try the security code of a card, and only a wrong code uses up a try', async () => {
  const mine = await saveCard('ann');
  const { merchantId, id } = mine;
  const attempt = (payment: string) => store.transact(store.tryCode(mine, payment));
  const end = (payment: string, ...decline: Parameters<typeof store.endCodeTry>[2][]) =>
    store.transact(store.endCodeTry(id, payment, ...(decline as [never])));
  const payments = Array.from({ length: 6 }, () => store.newId()) as [string, ...string[]];
  const [paid, rejected, ...wrong] = payments as [string, string, ...string[]];
  await attempt(paid);
  await end(paid, undefined);
  await attempt(rejected);
  await end(rejected, 'PAYMENT_INSUFFICIENT_FUNDS');
  for (const payment of [...wrong, store.newId()]) {
    await attempt(payment);
    expect(store.endCodeTry(id, payment, 'PAYMENT_CARD_SECURITY_CODE_INVALID')).toEqual([]);
  }
  const [known] = await store.listCustomerCards(merchantId, 'ann', { limit: 10 });
  expect([known?.used, known?.tries?.size]).toEqual([paid, 5]);
  await expect(attempt(store.newId())).rejects.toMatchObject({ name: 'Refused' });
  // A copy of an admitted request does not count as a further guess.
  await attempt(wrong[0] ?? '');
  await end(wrong[0] ?? '', undefined);
  await attempt(store.newId());
});

test('a deleted card takes no tries, and a payment that ends later does not bring its record back for ever', async () => {
  const mine = await saveCard('ann');
  await store.transact(store.tryCode(mine, store.newId()));
  await store.transact(store.forgetCard(mine.id));
  expect(await store.get(store.cardUseKey(mine.id))).toBeUndefined();
  await expect(store.transact(store.tryCode(mine, store.newId()))).rejects.toMatchObject({ name: 'Refused' });
  await store.transact(store.endCodeTry(mine.id, store.newId(), undefined));
  expect(await idsOf(mine.merchantId, 'ann')).toEqual([]);
  const { expires = 0 } = (await store.get<{ expires?: number } & Item>(store.cardUseKey(mine.id))) ?? {};
  expect(expires * 1000 - Date.now()).toBeLessThanOrEqual(24 * 60 * 60_000);
  expect(expires * 1000 - Date.now()).toBeGreaterThan(23 * 60 * 60_000);
});

test('a simulated account holds an amount once for each payment, and never more than its balance', async () => {
  const account = store.newId();
  const [first, second, third] = [store.newId(), store.newId(), store.newId()];
  const hold = (id: string, amount: number) => store.holdOnAccount(account, id, amount, 100);
  expect(await hold(first, 101)).toBe(false);
  expect([await hold(first, 60), await hold(first, 60), await hold(second, 41)]).toEqual([true, true, false]);
  expect([await hold(second, 40), await hold(third, 1)]).toEqual([true, false]);
  for (let times = 0; times < 2; times++) await store.releaseOnAccount(account, first, 60);
  expect([await hold(third, 61), await hold(third, 60)]).toEqual([false, true]);
});
