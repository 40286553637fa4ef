import type { AcquirerBalanceTransaction } from '../../../functions/core/acquirer/acquirer.ts';
import { requireFound } from '../../../functions/core/domain/outcome.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import { failure } from '../../api/support/answer.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/usecases/ledger/before-connection.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-acquirer-payout.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-entry.ts')),
  ...(await import('../../../functions/core/usecases/reconciliation/compare-balance-transactions.ts')),
}));
const { own } = live;

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  own.proxy.instead = undefined;
  jest.restoreAllMocks();
});

let entries = 0;
const entry = (over: Partial<AcquirerBalanceTransaction> = {}): AcquirerBalanceTransaction => ({
  ...{
    reference: `txn_own_${++entries}`,
    type: 'stripe_fee',
    about: 'other',
    currency: 'EUR',
    net: -510,
    fee: 10,
  },
  ...{ created: new Date().toISOString(), ...over },
});

type Shop = Awaited<ReturnType<typeof live.shop>>;

/** The lines of a merchant, and its balance in its own currency. */
async function ledger({ merchant: { id } }: Shop) {
  const lines: Line[] = [];
  for await (const line of own.listLines(id, { limit: 10 })) lines.push(line);
  return { lines, balance: (await own.getMerchant(id))?.balance };
}

describe('an adjustment', () => {
  test('an adjustment is one line with the figures of the acquirer, however often it is recorded', async () => {
    const shop = await live.shop();
    const fees = [{ kind: 'processing' as const, amount: 10 }];
    const booked = entry({ description: 'Monthly fee', availableOn: '2099-01-01', fees, reserve: true });
    for (let n = 0; n < 2; n++) await own.recordAdjustment(shop.merchant, 'stripe', booked);
    const { lines, balance } = await ledger(shop);
    expect(lines).toMatchObject([
      {
        ...{ kind: 'adjustment', amount: { currency: 'EUR', amount: -500 }, balance: -510, fee: 10, fees },
        ...{ description: 'stripe_fee: Monthly fee', availableOn: '2099-01-01', reserve: true, test: false },
        acquirer: { reference: booked.reference },
      },
    ]);
    expect(lines[0]).not.toHaveProperty('kept');
    expect(balance).toBe(-510);
  });

  test('an adjustment in another currency leaves the merchant’s balance as it is', async () => {
    const shop = await live.shop();
    await own.recordAdjustment(shop.merchant, 'stripe', entry({ currency: 'USD' }));
    const { lines, balance } = await ledger(shop);
    const kept = { currency: 'USD', net: -510, fee: 10 };
    expect(lines).toMatchObject([{ amount: { currency: 'USD', amount: -500 }, balance: 0, fee: 0, kept }]);
    for (const name of ['fees', 'availableOn', 'reserve']) expect(lines[0]).not.toHaveProperty(name);
    expect([balance, (await own.getMerchant(shop.merchant.id))?.balances.USD?.balance]).toEqual([0, -510]);
  });

  test.each([
    ['no', undefined, 'stripe_fee'],
    ['a', 'x'.repeat(488), `stripe_fee: ${'x'.repeat(488)}`],
    ['a longer', 'x'.repeat(489), `stripe_fee: ${'x'.repeat(488)}`],
    // DynamoDB refuses half of a surrogate pair, and the line would never be written.
    ['an emoji across the end of the', `${'x'.repeat(487)}😀😀`, `stripe_fee: ${'x'.repeat(487)}😀`],
  ])('an adjustment with %s text shows its type and at most 500 characters', async (_, description, text) => {
    const shop = await live.shop();
    await own.recordAdjustment(shop.merchant, 'stripe', entry({ description }));
    expect((await ledger(shop)).lines).toMatchObject([{ description: text }]);
  });
});

/** The balance transactions of a payout: the payout itself, which had a fee, and its return. */
const payout = (name: string) => [
  entry({ about: 'payout back', source: name, net: 510, fee: -10 }),
  entry({ about: 'payout', source: name }),
];

describe('the line of a payout', () => {
  test('the line of a payout is written once from the books, and once more if its money comes back', async () => {
    const shop = await live.shop();
    const booked = payout('po_books');
    for (const each of [...booked, ...booked]) await own.recordPayoutLine(shop.merchant, 'stripe', each);
    const { lines, balance } = await ledger(shop);
    expect(lines.map(({ kind, amount, acquirer }) => [kind, amount.amount, acquirer?.reference])).toEqual([
      ['payout', 500, 'po_books'],
      ['payout', -500, 'po_books failed'],
    ]);
    expect([balance, ...lines.map((line) => line.balance)]).toEqual([0, -510, 510]);
    expect(booked.map(own.storedReferenceOf)).toEqual(['po_books failed', 'po_books']);
  });

  test('the line of a payout is written by the nightly comparison, also if its money comes back', async () => {
    const shop = await live.shop();
    const booked = payout('po_night');
    expect(await own.compareBalanceTransactions(shop.merchant, shop.account, booked)).toEqual([]);
    expect((await ledger(shop)).lines.map(({ acquirer }) => acquirer?.reference).sort()).toEqual([
      'po_night',
      'po_night failed',
    ]);
  });

  test.each([
    ['about no payout', { source: 'po_other' }],
    ['whose payout has no name', { about: 'payout' as const }],
    ['whose returned payout has no name', { about: 'payout back' as const }],
  ])('the line of a payout is not written for a balance transaction %s', async (_, over) => {
    const shop = await live.shop();
    const other = entry(over);
    await own.recordPayoutLine(shop.merchant, 'stripe', other);
    expect((await ledger(shop)).lines).toEqual([]);
    expect(own.storedReferenceOf(other)).toBe(other.reference);
  });
});

describe('an event of a payout', () => {
  async function reportPayout(booked: (name: string) => AcquirerBalanceTransaction[]) {
    const shop = await live.shop();
    const name = `po_${shop.merchant.id}`;
    const asked = jest
      .spyOn(own.acquirerOf(shop.account), 'findBalanceTransactions')
      .mockImplementation(async () => booked(name));
    return { shop, name, asked };
  }

  test.each([
    [false, -510],
    [true, 510],
  ])(
    'an event of a payout writes the line of the payout, or of its return (%p), with the figures of the books, once',
    async (isBack, balance) => {
      const { shop, name, asked } = await reportPayout(payout);
      for (let n = 0; n < 2; n++) await own.recordAcquirerPayout(shop.account, name, isBack);
      const acquirer = { reference: isBack ? `${name} failed` : name };
      expect(await ledger(shop)).toMatchObject({ lines: [{ kind: 'payout', balance, acquirer }], balance });
      expect(asked.mock.calls).toEqual([[shop.account.account, name]]);
    },
  );

  test.each([
    ['are empty', () => []],
    ['have only the payout, and not its return', (name: string) => payout(name).slice(1)],
  ])('an event of a payout fails and is repeated while the books %s', async (_, booked) => {
    const { shop, name } = await reportPayout(booked);
    await expect(own.recordAcquirerPayout(shop.account, name, true)).rejects.toThrow(
      `The books do not show ${name} failed yet`,
    );
    expect((await ledger(shop)).lines).toEqual([]);
  });

  test('an event whose line Florin cannot store is repeated', async () => {
    const { shop, name } = await reportPayout(payout);
    own.proxy.instead = (operation) =>
      operation === 'TransactWriteItems' ? failure('ValidationException') : undefined;
    await expect(own.recordAcquirerPayout(shop.account, name)).rejects.toMatchObject({
      name: 'ValidationException',
    });
    own.proxy.instead = undefined;
    await own.recordAcquirerPayout(shop.account, name);
    expect((await ledger(shop)).lines).toHaveLength(1);
  });

  test('from before the connection is ignored, while its return afterwards has a line', async () => {
    const [back, out] = ['2099-01-01T00:00:00.000Z', '2000-01-01T00:00:00.000Z'];
    const { shop, name } = await reportPayout((payouts) =>
      payout(payouts).map((each) => ({ ...each, created: each.about === 'payout' ? out : back })),
    );
    for (const isBack of [false, true]) await own.recordAcquirerPayout(shop.account, name, isBack);
    expect(await ledger(shop)).toMatchObject({ lines: [{ kind: 'payout', balance: 510 }], balance: 510 });
  });

  test.each([
    [-1000, 0],
    [-999, 1],
    [0, 1],
  ])(
    '%d ms from the connection has %d lines because the acquirer’s times are whole seconds',
    async (ms, lines) => {
      const { shop, name } = await reportPayout((payouts) =>
        payout(payouts).map((each) => ({ ...each, created })),
      );
      const [known] = await own.accountsOf(shop.merchant);
      const created = new Date((known?.connected ?? 0) + ms).toISOString();
      await own.recordAcquirerPayout(shop.account, name);
      expect((await ledger(shop)).lines).toHaveLength(lines);
    },
  );

  test('an event at an account of another system is ignored', async () => {
    const { asked } = await reportPayout(payout);
    await own.recordAcquirerPayout({ acquirer: 'stripe', account: 'acct_foreign' }, 'po_foreign');
    expect(asked).not.toHaveBeenCalled();
    expect(logged.mock.calls.flat().join()).toContain('"ignored":"po_foreign"');
  });
});

test('each account of a merchant has the time of its own connection, to whose second its balance transactions reach back', async () => {
  const { merchant, account } = await live.shop();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5000);
  await own.setAcquirer(merchant, { ...account, account: `${account.account}_2` }, true, {});
  clock.mockRestore();
  const found = requireFound(await own.findMerchant(merchant.id));
  const accounts = await own.accountsOf(found);
  expect(new Set(accounts.map(({ connected }) => connected)).size).toBe(2);
  for (const each of accounts) expect(await own.connectionTime(found, each)).toBe(each.connected);
  expect(await own.connectionTime(found, { ...account, account: 'acct_other' })).toBe(0);
  const made = entry({ created: '2026-11-24T12:00:00.000Z' });
  const begun = Date.parse(made.created) + 1000;
  expect([begun, begun - 1].map((at) => own.isFromBeforeConnection(made, at))).toEqual([true, false]);
});
