import type { BooksCase } from '../../../functions/core/domain/ledger/books.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/store/reconciliation/cases.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/reconciliation/close-case.ts')),
}));
const { own } = live;

const note = { by: 'Ann', note: 'The bank has said so' };
let count = 0;

/** A case of a merchant, by default a balance transaction without a line, of 500 after a fee of 30. */
async function madeCase(over: Partial<BooksCase> = {}) {
  const { merchant, account } = await live.shop();
  const found: BooksCase = {
    ...{ kind: 'entry', reference: `txn_${++count}`, account, why: 'Nobody knows it', type: 'charge' },
    ...{ amount: 500, fee: 30, currency: 'EUR' },
    ...over,
  };
  await own.keepCase(merchant.id, found);
  const balance = async () => {
    const { shares } = await own.readAccount(merchant.id);
    return shares.reduce((sum, share) => sum + Number(share.balance), 0);
  };
  return { merchant, found, name: `${found.kind}:${found.reference}`, balance };
}

test('an adjusted case has one line, of the sum of its balance transaction, which nothing else books', async () => {
  const { merchant, found, name, balance } = await madeCase();
  const { state, settled } = await own.closeCase(
    merchant,
    name,
    { as: 'adjusted', ...note },
    1_700_000_000_000,
  );
  expect([state, settled]).toEqual([
    'adjusted',
    { ...note, at: '2023-11-14T22:13:20.000Z', lineId: expect.any(String) },
  ]);
  expect(await own.getLine(settled?.lineId ?? '')).toMatchObject({
    kind: 'adjustment',
    amount: { currency: 'EUR', amount: 530 },
    balance: 500,
    fee: 30,
    description: 'Correction: charge',
    acquirer: { reference: found.reference },
  });
  expect(await balance()).toBe(500);
  expect(await own.lineOfBalanceTransaction('stripe', found.reference)).toBe(settled?.lineId);
  expect(await own.getCase(merchant.id, name)).toMatchObject({ state: 'adjusted', settled: { by: 'Ann' } });
});

test('an explained case has the operator’s note, and no line', async () => {
  const { merchant, found, name, balance } = await madeCase();
  const { settled } = await own.closeCase(merchant, name, { as: 'explained', ...note });
  expect(settled).not.toHaveProperty('lineId');
  expect([await balance(), await own.lineOfBalanceTransaction('stripe', found.reference)]).toEqual([
    0,
    undefined,
  ]);
});

test.each(['explained', 'adjusted', 'gone'] as const)(
  'a case that is %s is not closed again',
  async (state) => {
    const { merchant, found, name, balance } = await madeCase();
    if (state === 'gone') await own.transact([own.endCase(merchant.id, found, 'gone')]);
    else await own.closeCase(merchant, name, { as: state, ...note });
    const before = await balance();
    for (const as of ['explained', 'adjusted'] as const)
      await expect(own.closeCase(merchant, name, { as, ...note })).rejects.toMatchObject({
        name: 'Conflict',
      });
    expect(await balance()).toBe(before);
  },
);

test('two operators who adjust a case at the same time write one line', async () => {
  const { merchant, name, balance } = await madeCase();
  const both = [1, 2].map(() => own.closeCase(merchant, name, { as: 'adjusted', ...note }));
  const ends = (await Promise.allSettled(both)).map(({ status }) => status);
  expect([ends.sort(), await balance()]).toEqual([['fulfilled', 'rejected'], 500]);
});

test('a balance transaction that got its line in the meantime is not booked again', async () => {
  const { merchant, found, name, balance } = await madeCase();
  await own.transact([own.nameBalanceTransaction('stripe', found.reference, own.newId())]);
  await expect(own.closeCase(merchant, name, { as: 'adjusted', ...note })).rejects.toThrow(
    'has a line by now',
  );
  expect([await balance(), (await own.getCase(merchant.id, name))?.state]).toEqual([0, 'open']);
});

test.each([
  ['line', 'EUR', -500, -500],
  ['sum', 'EUR', -500, -500],
  ['balance', 'EUR', 70, 70],
  // Money in another currency of the account does not belong to the balance.
  ['entry', 'USD', 500, 0],
] as const)(
  'adjusting a case of kind %s in %s of %i changes the balance by %i',
  async (kind, currency, amount, change) => {
    const { merchant, found, name, balance } = await madeCase({ kind, currency, amount });
    const { settled } = await own.closeCase(merchant, name, { as: 'adjusted', ...note });
    expect(await balance()).toBe(change);
    // Only a missing entry has a fee that the ledger lacks.
    const gross = kind === 'entry' ? amount + 30 : amount;
    expect(await own.getLine(settled?.lineId ?? '')).toMatchObject({ amount: { currency, amount: gross } });
    expect((await own.lineOfBalanceTransaction('stripe', found.reference)) !== undefined).toBe(
      kind === 'entry',
    );
  },
);

test('a case of missing figures can be explained, and not adjusted', async () => {
  const { merchant, name, balance } = await madeCase({ kind: 'figures', amount: 0 });
  await expect(own.closeCase(merchant, name, { as: 'adjusted', ...note })).rejects.toThrow(
    'cannot be adjusted',
  );
  expect((await own.closeCase(merchant, name, { as: 'explained', ...note })).state).toBe('explained');
  expect(await balance()).toBe(0);
});

test('a case of another merchant is not found', async () => {
  const { name } = await madeCase();
  const { merchant } = await live.shop();
  await expect(own.closeCase(merchant, name, { as: 'explained', ...note })).rejects.toMatchObject({
    name: 'NotFound',
  });
});
