import { newId } from '../../../functions/core/domain/id.ts';
import type { Key } from '../../../functions/core/store/table/keys.ts';
import type { Item } from '../../../functions/core/store/table/read.ts';
import type { Operation } from '../../../functions/core/store/transactions/operations.ts';
import { someCard } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/cards/accounts.ts')),
  ...(await import('../../../functions/core/store/cards/customer-cards.ts')),
  ...(await import('../../../functions/core/store/console/overviews.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/ending-authorizations.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
}));
afterEach(() => jest.restoreAllMocks());

const day = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-11-26T07:00:00.000Z');

/** The writes of items that expire, the keys of these items, and the times at which DynamoDB may delete them. */
const lifetimes: Record<
  string,
  { write(id: string): Promise<unknown>; key(id: string): Key; until: number }
> = {
  'a closed operation, for 30 days': {
    async write(id) {
      const operation = { id, merchantId: newId(), kind: 'capture', state: 'open', due: now } as Operation;
      await own.transact([own.openOperation(operation)]);
      await own.transact([own.closeOperation({ ...operation, state: 'declined' })]);
    },
    key: (id) => own.operationKey(id),
    until: now + 30 * day,
  },
  'the end of an authorization, for 30 days after it': {
    write: (id) => own.transact([own.listEnding(id, new Date(now + 7 * day).toISOString())]),
    key: (id) => own.endingKey(id),
    until: now + 37 * day,
  },
  'a hold on a simulated account, for 3 days': {
    write: (id) => own.holdOnAccount('account', id, 1, 1000),
    key: (id) => own.holdKey('account', id),
    until: now + 3 * day,
  },
  'a simulated account, for a year after its last hold': {
    write: (id) => own.holdOnAccount(id, newId(), 1, 1000),
    key: (id) => own.accountKey(id),
    until: now + 365 * day,
  },
  'a saved card, until a day after its last month': {
    write: (id) => own.transact(own.keepCard(cardOf(id), { reference: 'pm_1' }, consent)),
    key: (id) => own.customerCardKey(id),
    until: Date.parse('2027-02-01T23:59:59.000Z'),
  },
  'the use of a saved card, until a day after its last month': {
    async write(id) {
      await own.transact(own.keepCard(cardOf(id), { reference: 'pm_1' }, consent));
      await own.transact(own.tryCode({ ...cardOf(id), ...consent, credential: {} }, newId()));
      await own.transact(own.endCodeTry(id, newId(), undefined));
    },
    key: (id) => own.cardUseKey(id),
    until: Date.parse('2027-02-01T23:59:59.000Z'),
  },
  'the figures of a day, for 200 days': {
    write: (id) => own.keepFigures(id, { start: now - day, end: now }, {} as never),
    key: (id) => own.overviewKey(id, '2026-11-25T07:00:00.000Z/2026-11-26T07:00:00.000Z'),
    until: now + 200 * day,
  },
};

const consent = { customer: 'ann', agreed: '2026-11-24T12:00:00.000Z', replaces: [] };
const cardOf = (id: string) => ({
  id,
  merchantId: newId(),
  card: { ...someCard, expiry: '2027-01-31T23:59:59.999Z' },
});

test.each(Object.keys(lifetimes))('the table keeps %s', async (name) => {
  const { write, key, until } = lifetimes[name] as (typeof lifetimes)[string];
  const id = newId(now);
  jest.spyOn(Date, 'now').mockReturnValue(now);
  await write(id);
  const { expires } = (await own.get<Item & { expires?: number }>(key(id))) ?? {};
  expect(expires).toBe(until / 1000);
});
