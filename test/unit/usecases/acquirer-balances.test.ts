import fc from 'fast-check';
import type { CaseState, KnownCase } from '../../../functions/core/domain/ledger/books.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import type { Booking } from '../../stripe/stand-in/books.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/domain/money/rates-snapshot.ts')),
  ...(await import('../../../functions/core/domain/ledger/postings.ts')),
  ...(await import('../../../functions/core/store/reconciliation/cases.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/reconciliation/reconciliations.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/transactions/movement-writes.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-acquirer-payout.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-entry.ts')),
  ...(await import('../../../functions/core/usecases/reconciliation/compare-balance-transactions.ts')),
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/adopt-payment.ts')),
  ...(await import('../../../functions/core/usecases/reconciliation/reconcile.ts')),
  ...(await import('../../../functions/core/usecases/reconciliation/review-cases.ts')),
  ...(await import('../../../functions/core/usecases/reconciliation/close-case.ts')),
}));
const { own } = live;

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

type Shop = Awaited<ReturnType<typeof live.shop>>;

const hour = 60 * 60 * 1000;
const dayAt = (ahead: number) => new Date(Date.now() + ahead * 24 * hour).toISOString().slice(0, 10);

/**
 * Compares the books and the balances, as the nightly job does.
 *
 * @param hoursAhead the time of the job; it compares entries that are an hour old
 * @returns the open cases
 */
async function night({ merchant }: Shop, hoursAhead = 2): Promise<KnownCase[]> {
  const now = Date.now() + hoursAhead * hour;
  const accounts = await own.accountsOf(merchant);
  for (const account of accounts)
    expect(await own.reconcile(merchant, account, { now, end: Date.now() + hour })).toBe(true);
  await own.reviewCases(merchant, accounts, now);
  return casesOf(merchant.id, 'open');
}

const casesOf = async (merchantId: string, of: CaseState) =>
  (await own.listCases(merchantId)).filter(({ state }) => state === of);

/** Changes a sum of the merchant's balance in the table, as an error of Florin's would. */
async function tamper({ merchant }: Shop, sum: string, by: number): Promise<void> {
  const { pk, prefix } = own.sharesOf(merchant.id);
  const at = { pk, sk: `${prefix}0` };
  await own.transact([{ item: own.update(at, 'ADD #sum :by', { ':by': by }, { names: { '#sum': sum } }) }]);
}

/** Changes the time at which the account was connected, in milliseconds since 1970. */
async function connectAt({ merchant, account }: Shop, time: number): Promise<void> {
  const at = own.merchantAccountKey(merchant.id, account);
  await own.transact([{ item: own.update(at, 'SET connected = :time', { ':time': time }) }]);
}

/** Makes a shop whose account has euros and dollars, both of them available in three days. */
async function withFunds(): Promise<Shop> {
  const shop = await live.shop();
  const settings = live.stripe.settings(shop.account.account);
  Object.assign(settings, { alsoKeeps: ['usd'], payoutDelay: 3 });
  for (const currency of ['EUR', 'USD']) {
    const { reference } = await live.authorized(shop, 10_000, currency);
    live.stripe.capture(reference, 10_000, shop.account.account);
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
  }
  expect(await night(shop)).toEqual([]);
  return shop;
}

test.each([
  ['the merchant’s own currency', 'balance', 'EUR'],
  ['another currency that the account keeps', 'balance#USD', 'USD'],
  ['a currency that the account does not have', 'balance#SEK', 'SEK'],
])('a balance that differs in %s is a case until it agrees again', async (_, sum, currency) => {
  const shop = await withFunds();
  await tamper(shop, sum, 5);
  const known = await night(shop);
  expect(known).toMatchObject([{ kind: 'balance', currency, amount: -5, account: shop.account }]);
  expect(await night(shop)).toMatchObject([{ reference: known[0]?.reference }]);
  await tamper(shop, sum, -5);
  expect(await night(shop)).toEqual([]);
  expect(await casesOf(shop.merchant.id, 'gone')).toHaveLength(1);
});

test('differences in two currencies are two cases', async () => {
  const shop = await withFunds();
  await tamper(shop, 'balance', 5);
  await tamper(shop, 'balance#USD', 5);
  const both = await night(shop);
  expect(both).toMatchObject([
    { currency: 'EUR', amount: -5 },
    { currency: 'USD', amount: -5 },
  ]);
  await tamper(shop, 'balance', 1);
  const changed = await night(shop);
  expect(changed).toMatchObject([{ currency: 'EUR', amount: -6 }, both[1]]);
});

test('a balance that differs in another way at each reading makes no case, as money is moving', async () => {
  const shop = await withFunds();
  const adapter = own.acquirerOf(shop.account);
  const { EUR, ...others } = await adapter.balanceOf(shop.account.account);
  if (!EUR) throw new Error('No euros');
  let reads = 0;
  jest
    .spyOn(adapter, 'balanceOf')
    .mockImplementation(async () => ({ ...others, EUR: { ...EUR, total: EUR.total + ++reads } }));
  expect(await night(shop)).toEqual([]);
  expect(reads).toBe(3);
});

test('an account whose opening balance could not be read is not compared', async () => {
  const shop = await live.shop();
  live.stripe.book({ type: 'charge', amount: 700, source: 'ch_before' }, shop.account.account);
  await connectAt(shop, Date.now() + hour);
  jest.spyOn(own.acquirerOf(shop.account), 'balanceOf').mockRejectedValueOnce(new Error('No right'));
  expect(await night(shop)).toEqual([]);
  expect((await own.readWalk(shop.account, 'nights')).opening).toBeUndefined();
  expect(await night(shop)).toEqual([]);
});

test('a case of a balance transaction explains its part of the difference, open or settled by a note', async () => {
  const shop = await withFunds();
  live.stripe.book({ type: 'charge', amount: 700, source: 'ch_of_others' }, shop.account.account);
  const [known, ...others] = await night(shop);
  expect([known, others]).toMatchObject([{ kind: 'entry', amount: 700 }, []]);
  const explained = { as: 'explained', by: 'Ada', note: 'Another shop' } as const;
  await own.closeCase(shop.merchant, `entry:${known?.reference}`, explained);
  expect(await night(shop)).toEqual([]);
});

test.each([
  ['EUR', {}],
  ['USD', { balance: 0, fee: 0, kept: { currency: 'USD', net: 600, fee: 100 } }],
])(
  'a case of a balance transaction in %s is settled by a line with the same figures',
  async (currency, over) => {
    const shop = await withFunds();
    const booking = {
      type: 'charge',
      amount: 700,
      fee: 100,
      currency: currency.toLowerCase(),
      source: 'ch_of_others',
    };
    const reference = live.stripe.book(booking, shop.account.account);
    const [known] = await night(shop);
    expect(known).toMatchObject({ kind: 'entry', reference, amount: 600, fee: 100, currency });
    await own.closeCase(shop.merchant, `entry:${reference}`, { as: 'adjusted', by: 'Ada', note: 'Ours' });
    const [line] = await own.getLines([(await own.lineOfBalanceTransaction('stripe', reference)) ?? '']);
    const figures = { amount: { currency, amount: 700 }, balance: 600, fee: 100, acquirer: { reference } };
    expect(line).toMatchObject({ kind: 'adjustment', ...figures, ...over });
    expect(line && own.imbalanceOf(own.postingsOf(line, 'EUR'))).toEqual({});
    expect(await night(shop)).toEqual([]);
  },
);

test.each(['EUR', 'USD'])(
  'a case of an entry in %s is gone once the entry has its line',
  async (currency) => {
    const shop = await withFunds();
    const figures = { amount: 700, fee: 100, source: 'ch_of_others' };
    const reference = live.stripe.book(
      { ...figures, type: 'charge', currency: currency.toLowerCase() },
      shop.account.account,
    );
    expect(await night(shop)).toMatchObject([{ kind: 'entry', reference }]);
    const entry = { kind: 'adjustment', reference, currency, amount: 700, net: 600, fee: 100 } as const;
    await own.recordEntry(shop.merchant, 'stripe', { ...entry, availableOn: dayAt(3) });
    expect(await night(shop)).toEqual([]);
    expect(await casesOf(shop.merchant.id, 'gone')).toMatchObject([{ kind: 'entry', reference }]);
  },
);

test.each([
  ['EUR', 'adjusted'],
  ['EUR', 'explained'],
  ['SEK', 'adjusted'],
] as const)(
  'a payment in %s whose capture could not be adopted is released once the capture’s case is %s',
  async (currency, as) => {
    const shop = await withFunds();
    const { id, reference } = await live.authorized(shop, 10_001, currency);
    const before = await live.transactionOf(id);
    const released = own.voidPending(before, { amount: 4000 }, own.bundledRates, Date.now());
    await own.applyToTransaction(before, released, []);
    // Stripe learns of a void only with the last capture or void, so somebody can still capture the whole amount.
    live.stripe.capture(reference, 10_001, shop.account.account);
    const [known, ...others] = await night(shop);
    expect([known, others]).toMatchObject([{ kind: 'entry' }, []]);
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 6001 });
    await own.closeCase(shop.merchant, `entry:${known?.reference}`, { as, by: 'Ada', note: 'Ours' });
    expect(await night(shop)).toEqual([]);
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 0, voidedAmount: 10_001 });
  },
);

test('a payout from before the connection has no line, even if its event comes afterwards', async () => {
  const shop = await live.shop();
  const { account } = shop.account;
  live.stripe.book({ type: 'charge', amount: 700, source: 'ch_before' }, account);
  const payout = live.stripe.payOutAll(account);
  await connectAt(shop, Date.now() + hour / 2);
  await own.recordAcquirerPayout(shop.account, payout);
  expect(await own.lineOfBalanceTransaction('stripe', payout)).toBeUndefined();
  expect(await night(shop)).toEqual([]);
});

const prefunding = 'refund_and_dispute_prefunding';

/** Moves money into another pocket, or back: a hold and a release change two pockets, each by a balance transaction of its own. */
const moves: Record<string, (amount: number) => Booking[]> = {
  hold: (amount) => [
    { type: 'reserve_hold', amount: -amount },
    { type: 'reserve_hold', amount, balance_type: 'risk_reserved' },
  ],
  release: (amount) => [
    { type: 'reserve_release', amount },
    { type: 'reserve_release', amount: -amount, balance_type: 'risk_reserved' },
  ],
  topup: (amount) => [{ type: 'topup', amount, balance_type: prefunding }],
  'payout of prefunded money': (amount) => [{ type: 'payout', amount: -amount, balance_type: prefunding }],
  'other pocket': (amount) => [
    { type: 'a_type_of_later', amount, fee: 7, balance_type: 'a_pocket_of_later' },
  ],
  'reserve for connected accounts': (amount) => [{ type: 'reserve_transaction', amount: -amount }],
  'card issuing': (amount) => [{ type: 'topup', amount, balance_type: 'issuing' }],
  'monthly fee': (amount) => [{ type: 'stripe_fee', amount: -amount }],
};

const booked = fc
  .array(
    fc.tuple(
      fc.constantFrom(...Object.keys(moves)),
      fc.integer({ min: 1, max: 5000 }),
      fc.constantFrom('eur', 'usd'),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((steps) =>
    steps.flatMap(([move, amount, currency]) =>
      (moves[move]?.(amount) ?? []).map((each) => ({ ...each, currency })),
    ),
  )
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

test('the closing balance of each pocket equals the acquirer’s, in whatever order its entries come', async () => {
  await fc.assert(
    fc.asyncProperty(booked, async (bookings) => {
      const shop = await live.shop();
      const { account } = shop.account;
      for (const booking of bookings) {
        const source = booking.type === 'payout' ? `po_${own.newId()}` : null;
        live.stripe.book({ ...booking, source }, account);
      }
      expect(await night(shop)).toEqual([]);
      const lines: Line[] = [];
      for await (const line of own.listLines(shop.merchant.id, { limit: 100 })) lines.push(line);
      for (const line of lines) expect(line.description ?? '').toContain(line.pocket?.name ?? '');
      const merchant = await own.getMerchant(shop.merchant.id);
      const postings = lines.flatMap((line) => own.postingsOf(line, 'EUR'));
      expect(own.imbalanceOf(postings)).toEqual({});
      const { entries } = live.stripe.books(account);
      for (const currency of ['EUR', 'USD']) {
        const inPocket = (pocket: string) =>
          entries
            .filter((each) => each.balance_type === pocket && each.currency === currency.toLowerCase())
            .reduce((sum, { net }) => sum + net, 0);
        const inLines = (pocket: string) =>
          lines
            .filter((line) => line.pocket?.name === pocket && line.amount.currency === currency)
            .reduce((sum, line) => sum + (line.pocket?.net ?? 0), 0);
        const pockets = ['risk_reserved', prefunding, 'issuing', 'a_pocket_of_later'];
        expect(pockets.map(inLines)).toEqual(pockets.map(inPocket));
        const connected = entries
          .filter((each) => each.type === 'reserve_transaction' && each.currency === currency.toLowerCase())
          .reduce((sum, { net }) => sum - net, 0);
        const reserved = pockets.reduce((sum, pocket) => sum + inPocket(pocket), connected);
        const funds = currency === 'EUR' ? merchant : merchant?.balances[currency];
        expect([funds?.balance ?? 0, funds?.reserved ?? 0]).toEqual([inPocket('payments'), reserved]);
        const posted = postings
          .filter((each) => each.account === 'acquirer:reserves' && each.currency === currency)
          .reduce((sum, { amount }) => sum + amount, 0);
        expect(posted).toBe(reserved);
      }
    }),
    { numRuns: 15 },
  );
});

/** Books money in two pockets whose totals the acquirer tells, and in one whose total it does not tell. */
async function withPockets(): Promise<Shop> {
  const shop = await withFunds();
  for (const currency of ['eur', 'usd']) {
    const booking = { amount: 700, currency };
    live.stripe.book({ ...booking, type: 'topup', balance_type: prefunding }, shop.account.account);
    live.stripe.book(
      { ...booking, type: 'reserve_hold', balance_type: 'risk_reserved' },
      shop.account.account,
    );
    live.stripe.book({ ...booking, type: 'reserve_transaction', amount: -300 }, shop.account.account);
  }
  expect(await night(shop)).toEqual([]);
  return shop;
}

test.each([
  [prefunding, 'EUR', ''],
  [prefunding, 'USD', '#USD'],
  ['connect_reserved', 'EUR', ''],
])(
  'a total of %s that differs in %s is a case of its own, which only a note settles',
  async (name, currency, end) => {
    const shop = await withPockets();
    await tamper(shop, `pocket:${name}${end}`, 5);
    const [known, ...others] = await night(shop);
    const pocket = { name, net: -5, fee: 0 };
    expect([known, others]).toMatchObject([{ kind: 'pocket', currency, amount: 0, pocket }, []]);
    expect(await night(shop)).toMatchObject([{ reference: known?.reference }]);
    const [of, asked] = [`pocket:${known?.reference}`, { by: 'Ada', note: 'Known' }];
    await expect(own.closeCase(shop.merchant, of, { as: 'adjusted', ...asked })).rejects.toThrow(
      'cannot be adjusted',
    );
    await own.closeCase(shop.merchant, of, { as: 'explained', ...asked });
    expect(await night(shop)).toEqual([]);
    await tamper(shop, `pocket:${name}${end}`, -5);
    expect(await night(shop)).toMatchObject([{ kind: 'pocket', pocket: { ...pocket, net: 5 } }]);
  },
);

test('money that a pocket had before the connection makes no case', async () => {
  const shop = await live.shop();
  live.stripe.book({ type: 'topup', amount: 900, balance_type: prefunding }, shop.account.account);
  await connectAt(shop, Date.now() + hour);
  expect(await night(shop)).toEqual([]);
  live.ahead = 2 * hour;
  live.stripe.book({ type: 'topup', amount: 50, balance_type: prefunding }, shop.account.account);
  live.ahead = 0;
  expect(await night(shop, 4)).toEqual([]);
  expect(await own.getMerchant(shop.merchant.id)).toMatchObject({ reserved: 50 });
  expect((await own.readWalk(shop.account, 'nights')).openingPockets).toEqual({ [`EUR ${prefunding}`]: 900 });
});

test('a total is not compared if the acquirer does not tell it, or an earlier version has read the opening balance', async () => {
  const shop = await withPockets();
  await tamper(shop, 'pocket:risk_reserved', 5);
  expect(await night(shop)).toEqual([]);
  await tamper(shop, `pocket:${prefunding}`, 5);
  const { openingPockets, ...earlier } = await own.readWalk(shop.account, 'nights');
  await own.saveWalk(shop.account, 'nights', earlier);
  expect(await night(shop)).toEqual([]);
});

test('a refund from prefunded money leaves the balance as it is', async () => {
  const shop = await withFunds();
  const { account } = shop.account;
  live.stripe.book({ type: 'topup', amount: 3000, balance_type: prefunding }, account);
  live.stripe.settings(account).refundsFrom = prefunding;
  const { id, reference } = await live.authorized(shop, 10_000);
  live.stripe.capture(reference, 10_000, account);
  live.stripe.refund(reference, 2000, account);
  expect(await night(shop)).toEqual([]);
  expect(await live.transactionOf(id)).toMatchObject({ refundedAmount: 2000 });
  expect(await own.getMerchant(shop.merchant.id)).toMatchObject({ balance: 2 * 9825, reserved: 1000 });
  const lines: Line[] = [];
  for await (const line of own.listLines(shop.merchant.id, { limit: 100 })) lines.push(line);
  expect(lines.find(({ kind }) => kind === 'refund')).toMatchObject({
    ...{ description: `Moved in ${prefunding}`, amount: { amount: 2000 }, balance: 0, fee: 0 },
    pocket: { name: prefunding, net: -2000, fee: 0 },
  });
});

test('a case of a balance transaction in another pocket explains nothing of the balance, and is settled by a line there', async () => {
  const shop = await withFunds();
  const booking = { type: 'refund', amount: -700, source: 're_of_others', balance_type: prefunding };
  const reference = live.stripe.book(booking, shop.account.account);
  expect(await night(shop)).toMatchObject([{ kind: 'entry', amount: 0, pocket: { net: -700 } }]);
  await own.closeCase(shop.merchant, `entry:${reference}`, { as: 'adjusted', by: 'Ada', note: 'Ours' });
  const [line] = await own.getLines([(await own.lineOfBalanceTransaction('stripe', reference)) ?? '']);
  expect(line).toMatchObject({ amount: { amount: -700 }, balance: 0, pocket: { net: -700 } });
  expect(await night(shop)).toEqual([]);
  expect(await own.getMerchant(shop.merchant.id)).toMatchObject({ balance: 9825, reserved: -700 });
});

test('a line that counts money of another pocket in the balance is a case', async () => {
  const shop = await withFunds();
  const { pocket, ...wrong } = { net: 0, fee: 0, pocket: { name: prefunding, net: 500, fee: 0 } };
  const entry = { reference: 'txn_pocket', type: 'topup', about: 'other', currency: 'EUR' } as const;
  const created = new Date().toISOString();
  await own.recordEntry(shop.merchant, 'stripe', {
    ...entry,
    ...wrong,
    kind: 'adjustment',
    net: 500,
    amount: 500,
  });
  const compare = (more: object) =>
    own.compareBalanceTransactions(shop.merchant, shop.account, [{ ...entry, ...wrong, created, ...more }]);
  expect(await compare({ pocket })).toMatchObject([{ kind: 'sum', amount: -500 }]);
  expect(await compare({ net: 500 })).toEqual([]);
  expect(await compare({ net: 500, pocket })).toMatchObject([{ kind: 'sum', amount: 0 }]);
});

describe('the pending part of a balance', () => {
  test('a pending part that differs is the same case every night, until it agrees again', async () => {
    const shop = await withFunds();
    await tamper(shop, `pending#${dayAt(2)}`, 5);
    const known = await night(shop);
    expect(known).toHaveLength(1);
    expect((await night(shop)).map(({ reference }) => reference)).toEqual([known[0]?.reference]);
    await tamper(shop, `pending#${dayAt(2)}`, -5);
    expect(await night(shop)).toEqual([]);
    // The case of the earlier difference has ended, so it explains no part of the new difference.
    await tamper(shop, `pending#${dayAt(2)}`, 7);
    expect(await night(shop)).toMatchObject([{ kind: 'pending', amount: -7 }]);
  });

  test('a pending part that agrees again ends its case, even if the whole balance now differs by the same amount', async () => {
    const shop = await withFunds();
    await tamper(shop, `pending#${dayAt(2)}`, 5);
    const [pending] = await night(shop);
    await tamper(shop, `pending#${dayAt(2)}`, -5);
    await tamper(shop, 'balance', 5);
    expect([pending, await night(shop)]).toMatchObject([
      { kind: 'pending' },
      [{ kind: 'balance', amount: -5 }],
    ]);
  });

  test.each([
    ['EUR', ''],
    ['USD', '#USD'],
  ])(
    'a pending part that differs from the acquirer’s in %s is a case, which only a note closes',
    async (currency, end) => {
      const shop = await withFunds();
      await tamper(shop, `pending#${dayAt(2)}${end}`, 5);
      const [known] = await night(shop);
      expect(known).toMatchObject({ kind: 'pending', currency, amount: -5 });
      const name = `pending:${known?.reference}`;
      const asked = { by: 'Ada', note: 'Known' };
      await expect(own.closeCase(shop.merchant, name, { as: 'adjusted', ...asked })).rejects.toThrow(
        'cannot be adjusted',
      );
      expect(await own.closeCase(shop.merchant, name, { as: 'explained', ...asked })).toMatchObject({
        state: 'explained',
      });
      expect(await night(shop)).toEqual([]);
    },
  );

  test.each([
    ['sooner', { [dayAt(1)]: 5 }],
    ['later', { [dayAt(0)]: 5, [dayAt(3)]: -5 }],
  ])('the pending part of a balance may end a day %s at the acquirer', async (_, changes) => {
    const shop = await withFunds();
    for (const [day, by] of Object.entries(changes)) await tamper(shop, `pending#${day}`, by);
    expect(await night(shop)).toEqual([]);
  });

  test('the pending part of a balance is compared two months after the connection of an account that had money', async () => {
    const shop = await withFunds();
    const walk = await own.readWalk(shop.account, 'nights');
    await own.saveWalk(shop.account, 'nights', { ...walk, opening: { EUR: 500 } });
    await tamper(shop, 'balance', -500);
    await tamper(shop, `pending#${dayAt(2)}`, 5);
    expect(await night(shop)).toEqual([]);
    await connectAt(shop, Date.now() - 61 * 24 * hour);
    expect(await night(shop)).toMatchObject([{ kind: 'pending', amount: -5 }]);
  });

  test('the pending part of a balance is not compared if the acquirer does not tell it', async () => {
    const shop = await withFunds();
    await tamper(shop, `pending#${dayAt(2)}`, 5);
    const adapter = own.acquirerOf(shop.account);
    const told = await adapter.balanceOf(shop.account.account);
    const totals = Object.entries(told).map(([currency, { total }]) => [currency, { total }]);
    jest.spyOn(adapter, 'balanceOf').mockResolvedValue(Object.fromEntries(totals));
    expect(await night(shop)).toEqual([]);
    jest.mocked(adapter.balanceOf).mockResolvedValue({});
    expect(await night(shop)).toMatchObject([
      { kind: 'balance', currency: 'EUR', amount: -9825 },
      { kind: 'balance', currency: 'USD', amount: -9825 },
    ]);
  });

  test('the pending part of a balance is not compared for two months after a case in the same currency', async () => {
    const shop = await withFunds();
    await tamper(shop, `pending#${dayAt(2)}`, 5);
    const entry = { reference: 'txn_x', account: shop.account, why: '', amount: 0 };
    const keep = (currency: string, days: number) =>
      own.keepCase(shop.merchant.id, { ...entry, kind: 'entry', currency }, Date.now() - days * 24 * hour);
    await keep('EUR', 59);
    expect(await night(shop)).toMatchObject([{ kind: 'entry' }]);
    await keep('USD', 59);
    expect(await night(shop)).toMatchObject([{ kind: 'entry' }, { kind: 'pending', currency: 'EUR' }]);
    await keep('EUR', 61);
    expect(await night(shop)).toMatchObject([{ kind: 'entry' }, { kind: 'pending', currency: 'EUR' }]);
  });

  test('the pending part of a balance is not compared while it may contain money from before the connection', async () => {
    const shop = await live.shop();
    const { account } = shop.account;
    Object.assign(live.stripe.settings(account), { payoutDelay: 3 });
    live.stripe.book({ type: 'charge', amount: 700, source: 'ch_before' }, account);
    await connectAt(shop, Date.now() + hour);
    expect(await night(shop)).toEqual([]);
  });
});

describe('balance transactions that are younger than an hour', () => {
  test('balance transactions of the last hour do not count in the opening balance, which is read until two results agree', async () => {
    const shop = await live.shop();
    const { account } = shop.account;
    await connectAt(shop, Date.now() - 3 * hour);
    const charge = (amount: number) =>
      live.stripe.book({ type: 'charge', amount, source: 'ch_new' }, account);
    charge(700);
    const adapter = own.acquirerOf(shop.account);
    const { balanceOf } = adapter;
    const read = jest.spyOn(adapter, 'balanceOf');
    // Money comes between the first two readings of the balance and those of the balance transactions.
    for (const amount of [300, 200])
      read.mockImplementationOnce(async (...asked) => {
        const balance = await balanceOf(...asked);
        charge(amount);
        return balance;
      });
    expect(await night(shop, 0)).toEqual([]);
    expect((await own.readWalk(shop.account, 'nights')).opening).toEqual({ EUR: 0 });
  });

  /** Connects the account this many hours ago, and compares its books before the test books more. */
  async function shopSince(hours: number): Promise<Shop> {
    const shop = await live.shop();
    Object.assign(live.stripe.settings(shop.account.account), { payoutDelay: 3 });
    await connectAt(shop, Date.now() - hours * hour);
    expect(await night(shop, 0)).toEqual([]);
    return shop;
  }

  test('balance transactions of the last hour do not count as pending if they are payouts because a payout reduces the available balance immediately', async () => {
    const shop = await shopSince(3);
    const adapter = own.acquirerOf(shop.account);
    const { listBalanceTransactions } = adapter;
    live.stripe.payOut(500, shop.account.account);
    // Stripe writes the day of arrival into a payout's balance transaction.
    jest.spyOn(adapter, 'listBalanceTransactions').mockImplementation(async (...asked) => {
      const { entries, next } = await listBalanceTransactions(...asked);
      return { entries: entries.map((entry) => ({ ...entry, availableOn: dayAt(3) })), next };
    });
    expect(await night(shop, 0)).toEqual([]);
  });

  test('cause no difference, with and without a line', async () => {
    const shop = await shopSince(3);
    const { reference } = await live.authorized(shop);
    live.stripe.capture(reference, 10_000, shop.account.account);
    live.stripe.book({ type: 'charge', amount: 700, source: 'ch_new' }, shop.account.account);
    expect(await night(shop, 0)).toEqual([]);
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
    expect(await night(shop, 0)).toEqual([]);
    await tamper(shop, 'balance', 5);
    expect(await night(shop, 0)).toMatchObject([{ kind: 'balance', amount: -5 }]);
  });
});

test('a balance transaction that an event has made a case within the last hour makes no second case', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3 * hour);
  const shop = await live.shop();
  clock.mockRestore();
  expect(await night(shop, 0)).toEqual([]);
  const reference = live.stripe.book({ type: 'charge', amount: 700, source: 'ch_new' }, shop.account.account);
  const figures = { reference, net: 700, fee: 0, currency: 'EUR' };
  await own.keepUnadopted(shop.merchant.id, shop.account, 'pi_other', { figures, why: 'None of ours' });
  expect(await night(shop, 0)).toMatchObject([{ kind: 'entry', reference }]);
  await own.closeCase(shop.merchant, `entry:${reference}`, { as: 'explained', by: 'Ada', note: 'Known' });
  expect(await night(shop, 0)).toEqual([]);
});

test('a line that keeps another sum in another currency than its balance transaction is a case', async () => {
  const shop = await withFunds();
  const adapter = own.acquirerOf(shop.account);
  const { entries } = await adapter.listBalanceTransactions(shop.account.account, { since: 0 });
  const wrong = entries.map((entry) => ({ ...entry, net: entry.net + 7 }));
  expect(await own.compareBalanceTransactions(shop.merchant, shop.account, wrong)).toMatchObject([
    { kind: 'sum', currency: 'USD', amount: 7 },
    { kind: 'sum', currency: 'EUR', amount: 7 },
  ]);
  expect(await own.compareBalanceTransactions(shop.merchant, shop.account, entries)).toEqual([]);
});
