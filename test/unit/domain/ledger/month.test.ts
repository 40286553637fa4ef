import fc from 'fast-check';
import { printRows } from '#basics/csv.ts';
import {
  addEffect,
  balanceName,
  bookLine,
  isMonth,
  lastFullMonth,
  type Month,
  monthAt,
  monthOf,
  monthsBetween,
  openAccounts,
  type ShownLine,
} from '#domain/ledger/month.ts';
import { closedRows, closingRows, monthColumns, monthRow, openingRows } from '#presenters/month-csv.ts';
import { lineKinds } from '#schemas/ledger-names.ts';

const october = monthOf('2026-10', 'UTC');

test('a month begins at midnight in its time zone and ends before the next one', () => {
  expect(october).toEqual({
    name: '2026-10',
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
  });
  expect(monthOf('2026-12', 'UTC').to).toBe('2027-01-01T00:00:00.000Z');
  expect(monthAt(Date.parse(october.from), 'UTC')).toBe('2026-10');
  expect(monthAt(Date.parse(october.to) - 1, 'UTC')).toBe('2026-10');
  expect(monthAt(Date.parse(october.to), 'UTC')).toBe('2026-11');
});

test.each([
  ['Pacific/Auckland', '2026-09-30T11:00:00.000Z', '2026-10-31T11:00:00.000Z'],
  ['America/St_Johns', '2026-10-01T02:30:00.000Z', '2026-11-01T02:30:00.000Z'],
  ['Europe/Berlin', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
])('October 2026 in %s is from %s to %s', (zone, from, to) => {
  expect(monthOf('2026-10', zone)).toEqual({ name: '2026-10', from, to });
  expect(monthAt(Date.parse(from) - 60_000, zone)).toBe('2026-09');
  expect(monthAt(Date.parse(to) - 60_000, zone)).toBe('2026-10');
  expect(lastFullMonth(Date.parse(to), zone)).toBe('2026-10');
});

test.each(['', '2026', '2026-13', '2026-00', '2026-1', '0026-01', '2026-10-01', '2026-10 ', '２026-10'])(
  '%p is not a month',
  (name) => {
    expect(isMonth(name)).toBe(false);
  },
);

test.each([
  ['2026-03-01T00:00:00.000Z', '2026-02'],
  ['2026-03-31T23:59:59.999Z', '2026-02'],
  ['2026-01-31T12:00:00.000Z', '2025-12'],
])('the last full month before %s is %s', (time, name) => {
  expect(lastFullMonth(Date.parse(time), 'UTC')).toBe(name);
});

test('months are listed from the latest on, across years', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
});

const money = fc.integer({ min: -1e12, max: 1e12 });
const currency = fc.constantFrom('EUR', 'JPY', 'BHD');
const line: fc.Arbitrary<ShownLine> = fc
  .record({
    time: fc.date({
      min: new Date('2026-09-01T00:00:00Z'),
      max: new Date('2026-11-30T00:00:00Z'),
      noInvalidDate: true,
    }),
    kind: fc.constantFrom(...lineKinds),
    amount: fc.record({ currency, amount: money }),
    balance: money,
    fee: money,
    kept: fc.option(fc.record({ currency: fc.constantFrom('JPY', 'BHD'), balance: money, fee: money })),
    pocket: fc.option(
      fc.record({ name: fc.constantFrom('risk_reserved', 'issuing'), balance: money, fee: money }),
    ),
  })
  .map(({ time, kind, kept, pocket, ...rest }) => ({
    id: '0'.repeat(24),
    created: '2026-12-01T00:00:00.000Z',
    bookedAt: time.toISOString(),
    [kind]: true,
    ...rest,
    ...(kept && { kept, balance: 0, fee: 0 }),
    ...(pocket && { pocket, balance: 0, fee: 0 }),
    ...(pocket && kept && { kept: { ...kept, balance: 0, fee: 0 } }),
  }));

/** The statement of a month, of all lines of a merchant. */
function statementOf(lines: readonly ShownLine[], { from, to }: Month) {
  const opening = new Map<string, number>();
  for (const one of lines) if (one.bookedAt < from) addEffect(opening, one, 'EUR');
  const accounts = openAccounts(opening, 'EUR');
  const within = lines.filter(({ bookedAt }) => bookedAt >= from && bookedAt < to);
  const rows = within.map((one) => monthRow(one, 'EUR', bookLine(accounts, one, 'EUR').closing));
  return { accounts, rows: [...openingRows(october, accounts), ...rows, ...closingRows(october, accounts)] };
}

test('in each currency and pocket, opening balance + sums by kind − fees = closing balance, with which the next month opens', () => {
  const run = fc.property(fc.array(line), (lines) => {
    const { accounts } = statementOf(lines, october);
    const next = statementOf(lines, monthOf('2026-11', 'UTC')).accounts;
    for (const account of accounts.values()) {
      const { opening, kinds, fees, closing } = account;
      expect(opening + Object.values(kinds).reduce((a, b) => a + b) - fees).toBe(closing);
      expect(next.get(balanceName(account))?.opening ?? 0).toBe(closing);
    }
    for (const { pocket, kept } of lines) {
      const name = balanceName({ currency: kept?.currency ?? 'EUR', pocket: pocket?.name });
      const sum = lines
        .filter((one) => one.pocket?.name === pocket?.name && one.kept?.currency === kept?.currency)
        .filter(({ bookedAt }) => bookedAt < october.to)
        .reduce((all, one) => all + (one.pocket ?? one.kept ?? one).balance, 0);
      expect(accounts.get(name)?.closing ?? 0).toBe(sum);
    }
  });
  fc.assert(run);
});

/** A decimal number in thousandths, as the smallest unit of all currencies of the test. */
const thousandths = (text: string): number => {
  const [, sign, whole, rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return Number(`${sign}${whole}${rest.padEnd(3, '0')}`) + 0;
};

test('the file of a month adds up to the smallest unit in each currency and pocket, as printed', () => {
  const run = fc.property(fc.array(line), (lines) => {
    const table = printRows(statementOf(lines, october).rows)
      .trimEnd()
      .split('\r\n')
      .map((row) => {
        const cells = row.split(',');
        expect(cells).toHaveLength(monthColumns.length);
        return Object.fromEntries(monthColumns.map((name, n) => [name, cells[n] ?? '']));
      });
    const balances = new Map<string, number>();
    for (const { kind, balance_currency, pocket, gross, fee, net, balance = '' } of table) {
      const name = `${balance_currency} ${pocket}`;
      const before = balances.get(name);
      if (kind === 'opening_balance') expect(before).toBeUndefined();
      else if (kind === 'closing_balance') expect(thousandths(balance)).toBe(before);
      else {
        expect(thousandths(gross ?? '') - thousandths(fee ?? '')).toBe(thousandths(net ?? ''));
        expect((before ?? Number.NaN) + thousandths(net ?? '')).toBe(thousandths(balance));
      }
      balances.set(name, thousandths(balance));
    }
  });
  fc.assert(run);
});

test('each column of a line, and of a balance, has its own value in its own currency', () => {
  const refund: ShownLine = {
    ...{ id: 'i', created: '2026-10-02T03:04:05.000Z', refund: true, transactionId: 't', payoutId: 'p' },
    ...{ bookedAt: '2026-10-01T22:00:00.000Z', available: '2026-10-09' },
    ...{
      amount: { currency: 'JPY', amount: 1500 },
      balance: -980,
      fee: 20,
      description: 'd',
      reference: 'r',
      order: { reference: 'or', customer: 'oc', description: 'od' },
    },
    ...{ exchange: { rate: 0.0065 }, arrival: '2026-10-05', trace: 'tr', disputeId: 'di', late: true },
    fees: [
      { kind: 'processing', amount: 4 },
      { kind: 'network', amount: 10 },
      { kind: 'application', amount: 5 },
      { kind: 'tax', amount: 1 },
    ],
  };
  const { fees: _, ...whole } = refund;
  const kept = { ...whole, balance: 0, fee: 0, kept: { currency: 'BHD', balance: -4100, fee: 100 } };
  const held = { ...kept, pocket: { name: 'risk_reserved', balance: 7000, fee: 0 } };
  const accounts = openAccounts(new Map(Object.entries({ EUR: 100, BHD: 0, USD: -5 })), 'EUR');
  expect(accounts.has('BHD')).toBe(false);
  const lines = [refund, kept, held].map((one) =>
    monthRow(one, 'EUR', bookLine(accounts, one, 'EUR').closing),
  );
  expect(accounts.get('EUR')).toMatchObject({ kinds: { refund: -960, adjustment: 0 }, fees: 20, count: 1 });
  const rows = [monthColumns, ...openingRows(october, accounts), ...lines, ...closingRows(october, accounts)];
  expect(printRows(rows).trimEnd().split('\r\n')).toEqual([
    'created,kind,payment,currency,amount,balance_currency,gross,fee,net,balance,description,reference,payout,id,order_reference,order_customer,order_description,fee_acquirer,fee_network,fee_platform,fee_tax,fx_rate,payout_arrival,late,movement_reason,movement_reference,booked_at,available_on,dispute,payout_trace,account,pocket',
    '2026-10-01T00:00:00.000Z,opening_balance,,,,EUR,,,,1.00,,,,,,,,,,,,,,,,,2026-10-01T00:00:00.000Z,,,,,',
    '2026-10-01T00:00:00.000Z,opening_balance,,,,USD,,,,-0.05,,,,,,,,,,,,,,,,,2026-10-01T00:00:00.000Z,,,,,',
    '2026-10-01T00:00:00.000Z,opening_balance,,,,BHD,,,,0.000,,,,,,,,,,,,,,,,,2026-10-01T00:00:00.000Z,,,,,',
    '2026-10-01T00:00:00.000Z,opening_balance,,,,BHD,,,,0.000,,,,,,,,,,,,,,,,,2026-10-01T00:00:00.000Z,,,,,risk_reserved',
    '2026-10-02T03:04:05.000Z,refund,t,JPY,1500,EUR,-9.60,0.20,-9.80,-8.80,d,r,p,i,or,oc,od,0.04,0.10,0.05,0.01,0.0065,2026-10-05,late,,,2026-10-01T22:00:00.000Z,2026-10-09,di,tr,acquirer:receivable,',
    '2026-10-02T03:04:05.000Z,refund,t,JPY,1500,BHD,-4.000,0.100,-4.100,-4.100,d,r,p,i,or,oc,od,0.100,0.000,0.000,0.000,0.0065,2026-10-05,late,,,2026-10-01T22:00:00.000Z,2026-10-09,di,tr,acquirer:receivable,',
    '2026-10-02T03:04:05.000Z,refund,t,JPY,1500,BHD,7.000,0.000,7.000,7.000,d,r,p,i,or,oc,od,0.000,0.000,0.000,0.000,0.0065,2026-10-05,late,,,2026-10-01T22:00:00.000Z,2026-10-09,di,tr,acquirer:receivable,risk_reserved',
    '2026-11-01T00:00:00.000Z,closing_balance,,,,EUR,,,,-8.80,,,,,,,,,,,,,,,,,2026-11-01T00:00:00.000Z,,,,,',
    '2026-11-01T00:00:00.000Z,closing_balance,,,,USD,,,,-0.05,,,,,,,,,,,,,,,,,2026-11-01T00:00:00.000Z,,,,,',
    '2026-11-01T00:00:00.000Z,closing_balance,,,,BHD,,,,-4.100,,,,,,,,,,,,,,,,,2026-11-01T00:00:00.000Z,,,,,',
    '2026-11-01T00:00:00.000Z,closing_balance,,,,BHD,,,,7.000,,,,,,,,,,,,,,,,,2026-11-01T00:00:00.000Z,,,,,risk_reserved',
  ]);
  const funds = [{ currency: 'BHD', pending: 1500, reserved: -20, disputed: 0 }];
  const seal = { day: '2026-11-01', hash: 'ab12' };
  const found = [
    { currency: 'EUR', net: 7 },
    { currency: 'EUR', pocket: 'risk_reserved', net: -5, month: '2026-11' },
  ];
  const after = closedRows({ closedAt: '2026-11-02T08:00:00.000Z', funds, seal }, found);
  expect(after.map((row) => printRows([row]).trimEnd().replace(/,+/g, ' ').trim())).toEqual([
    '2026-11-02T08:00:00.000Z pending BHD 1.500',
    '2026-11-02T08:00:00.000Z reserved BHD -0.020',
    '2026-11-02T08:00:00.000Z disputed BHD 0.000',
    'found_later EUR 0.07',
    'found_later EUR -0.05 2026-11 risk_reserved',
    '2026-11-01 seal ab12',
  ]);
  // A line of a kind that this console does not know yet.
  const later = { ...refund, refund: undefined } as unknown as ShownLine;
  expect(monthRow(later, 'EUR', 0)[1]).toBe('adjustment');
  const accountOf = (over: Partial<ShownLine>) => monthRow({ ...later, ...over }, 'EUR', 0).at(-2);
  expect([
    accountOf({ dispute: true }),
    accountOf({ payout: true }),
    accountOf({ reserve: true }),
    accountOf({ balance: -20 }),
    accountOf({ balance: -20, fees: [{ kind: 'service', amount: 20 }] }),
    accountOf({ balance: 0, fee: 0, fees: undefined }),
  ]).toEqual([
    ...['disputes', 'payouts:transit', 'acquirer:reserves', 'fees:processing', 'fees:service'],
    'acquirer:adjustments',
  ]);
});
