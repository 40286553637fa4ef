import fc from 'fast-check';
import { newId } from '#domain/id.ts';
import {
  type BookkeepingChange,
  bookkeepingOf,
  changeBookkeeping,
  defaultBookkeeping,
  type Program,
  programs,
} from '#domain/ledger/bookkeeping.ts';
import { entriesByDay, entryOf, type JournalEntry, type ShownMovement } from '#domain/ledger/journal.ts';
import { postingsOf } from '#domain/ledger/postings.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { bytesOf, type Grouping, journalFiles } from '#presenters/journals/journals.ts';
import { bookedAccounts, lineKinds } from '#schemas/ledger-names.ts';
import { readDatev, readQuickBooks, readWindows1252, readXero } from './journal-readers.ts';

const zone = 'Europe/Copenhagen';
const days = { first: '2026-10-01', last: '2026-10-31' };
const october = { from: Date.parse('2026-09-30T22:00:00Z'), to: Date.parse('2026-10-31T22:59:59Z') };
const now = Date.parse('2026-11-02T08:15:30.123Z');

/** A line of the ledger whose figures are consistent, in double entry. */
function movementOf(over: Partial<Line> & Pick<Line, 'kind' | 'balance' | 'fee'>, time: number, order = {}) {
  const gross = over.balance + over.fee;
  const sign = over.kind === 'refund' || over.kind === 'payout' ? -1 : 1;
  const line: Line = {
    id: newId(time),
    merchantId: 'm',
    test: true,
    amount: { currency: 'EUR', amount: sign * gross },
    ...over,
  };
  const movement: ShownMovement = {
    id: line.id,
    created: new Date(time).toISOString(),
    kind: line.kind,
    postings: postingsOf(line, 'EUR'),
    ...order,
  };
  return movement;
}

const write = (
  program: Program,
  movements: readonly ShownMovement[],
  { grouping = 'line', change = {} }: { grouping?: Grouping; change?: BookkeepingChange } = {},
) => {
  const entries = movements.flatMap((movement) => entryOf(movement, zone, days.first) ?? []);
  const options = { bookkeeping: bookkeepingOf(change), month: '2026-10', days, now };
  return journalFiles(program, entries, 'EUR', grouping, options);
};

const readers = { xero: readXero, quickbooks: readQuickBooks, datev: readDatev };

/** Reads all files of a program back, with the reader of its format. */
const read = (program: Program, files: ReturnType<typeof write>) =>
  files.flatMap((file) => readers[program](bytesOf(file)));

const capture = movementOf({ kind: 'capture', balance: 4900, fee: 100 }, Date.parse('2026-10-31T22:30:00Z'), {
  order: { reference: '0001', customer: 'Ann "A" Ørsted; Łódź', description: '=HYPERLINK("x")' },
});

test('a capture is a debit of the balance and of the fee, and a credit of the payments, on the merchant’s day', () => {
  const expected = [
    ['850', 4900],
    ['404', 100],
    ['200', -5000],
  ];
  const [xero] = read('xero', write('xero', [capture]));
  expect(xero).toMatchObject({ day: '2026-10-31', currency: 'EUR' });
  expect(xero?.lines.map(({ account, amount }) => [account, amount])).toEqual(expected);
  const [quickbooks] = read('quickbooks', write('quickbooks', [capture]));
  expect(quickbooks?.lines.map(({ account, amount }) => [account, amount])).toEqual([
    ['Florin balance', 4900],
    ['Bank charges', 100],
    ['Sales', -5000],
  ]);
  const datev = read('datev', write('datev', [capture]));
  expect(
    datev.map(({ day, lines }) => [day, ...lines.map(({ account, amount }) => [account, amount])]),
  ).toEqual([
    ['2026-10-31', ['4970', 100], ['1361', -100]],
    ['2026-10-31', ['1590', -5000], ['1361', 5000]],
  ]);
});

test('texts stay what they are, digits with their zeros, and no cell begins a formula', () => {
  const [xero] = read('xero', write('xero', [capture]));
  expect(xero?.lines[0]?.text).toBe('Capture 0001 Ann "A" Ørsted; Łódź =HYPERLINK("x")');
  const [file] = write('datev', [capture]);
  const text = file ? readWindows1252(bytesOf(file)) : '';
  // Windows-1252 has Ø and ó, and lacks Ł and ź.
  expect(text).toContain(`;"0001";;;"Capture 0001 Ann ""A"" Ørsted; ?ódz =`);
  const evil = movementOf({ kind: 'adjustment', balance: -5, fee: 0 }, october.from, {
    order: { reference: '-2+3', customer: '=1+1;=2,=3' },
  });
  // A spreadsheet of another region begins a cell at the other separator, also within quotes.
  for (const program of programs)
    for (const { text: written } of write(program, [evil]))
      expect(written).not.toMatch(program === 'datev' ? /[,\r\n]=/ : /[;\r\n]=/);
});

test('an exchanged payment is booked with its value in the currency of the balance', () => {
  const amount = { currency: 'USD', amount: 1000 };
  const refund = movementOf({ kind: 'refund', balance: -910, fee: 0, amount }, october.from);
  const [entry] = read('xero', write('xero', [refund]));
  expect(entry?.lines.map((line) => [line.account, line.amount])).toEqual([
    ['850', -910],
    ['200', 910],
  ]);
  expect(write('xero', [refund])[0]?.text).toContain('USD 10.00');
});

test('an exchanged refund from another pocket is booked from the account of reserves', () => {
  const pocket = { name: 'prefunding', net: -910, fee: 0 };
  const amount = { currency: 'USD', amount: 1000 };
  const refund = movementOf({ kind: 'refund', balance: 0, fee: 0, pocket, amount }, october.from);
  const [entry] = read('xero', write('xero', [refund]));
  expect(entry?.lines.map((line) => [line.account, line.amount])).toEqual([
    ['620', -910],
    ['200', 910],
  ]);
});

test('money that the acquirer keeps in another currency has a file of its own', () => {
  const kept = { currency: 'JPY', net: 900, fee: 100 };
  const amount = { currency: 'JPY', amount: 1000 };
  const movement = movementOf({ kind: 'capture', balance: 0, fee: 0, kept, amount }, october.from);
  expect(write('datev', [capture, movement]).map(({ name }) => name)).toEqual([
    'EXTF_Buchungsstapel-2026-10-EUR.csv',
    'EXTF_Buchungsstapel-2026-10-JPY.csv',
  ]);
  const entries = read('datev', write('datev', [movement]).slice(1));
  expect(entries.map(({ currency, lines }) => [currency, lines[0]?.amount])).toEqual([
    ['JPY', 10000],
    ['JPY', -100000],
  ]);
});

test('a line from a closed month is booked on the first day of the month that it belongs to', () => {
  const late = { ...capture, bookedAt: '2026-08-15T12:00:00.000Z' };
  const [entry] = read('quickbooks', write('quickbooks', [late]));
  expect(entry?.day).toBe('2026-10-01');
});

test('a month without lines has a file with the header alone', () => {
  for (const program of programs) {
    const files = write(program, []);
    expect(files).toHaveLength(1);
    expect(read(program, files)).toEqual([]);
  }
});

test('the header of DATEV has the consultant, the client, the business year and the days', () => {
  const change = { datev: { consultant: 29098, client: 55003, digits: 5, yearBegins: 11 } };
  const [file] = write('datev', [], { change });
  expect(file?.text.split('\r\n')[0]).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261102081530123;;"FL";"Florin";"";29098;55003;20251101;5;20261001;20261031;"Florin 2026-10";"";1;0;0;"EUR";;"";;;"";;;"";""',
  );
});

test.each(programs)(
  'a kind of fee that is younger than the export has the account of other fees: %s',
  (program) => {
    const [balance, fee, ...rest] = capture.postings;
    const postings = [balance, { ...fee, account: 'fees:new' }, ...rest] as ShownMovement['postings'];
    const accounts = { 'fees:other': '4999' };
    const [entry] = read(
      program,
      write(program, [{ ...capture, postings }], { change: { [program]: { accounts } } }),
    );
    expect(entry?.lines).toContainEqual(expect.objectContaining({ account: '4999', amount: 100 }));
  },
);

test('an entry that is out of balance, of an unknown account or without a place in the program is refused', () => {
  const of = (postings: ShownMovement['postings']) => () =>
    entryOf({ ...capture, postings }, zone, days.first);
  const payable = { account: 'merchant:payable', currency: 'EUR', amount: 100 } as const;
  expect(of([payable])).toThrow('differ by 100 in EUR');
  expect(of([payable, { account: 'disputes', currency: 'USD', amount: -100 }])).toThrow('differ');
  expect(of([payable, { account: 'new' as never, currency: 'EUR', amount: -100 }])).toThrow('new');
  const accounts = { 'fees:processing': '1361' };
  expect(() => write('datev', [capture], { change: { datev: { accounts } } })).toThrow(
    'fees:processing has the account of merchant:payable',
  );
  const dinar = { currency: 'BHD', net: 900, fee: 100 };
  const amount = { currency: 'BHD', amount: 1000 };
  const movement = movementOf({ kind: 'capture', balance: 0, fee: 0, kept: dinar, amount }, october.from);
  expect(() => write('datev', [movement])).toThrow('BHD');
  const large = movementOf({ kind: 'capture', balance: 10 ** 12, fee: 0 }, october.from);
  expect(() => write('datev', [large])).toThrow('ten digits');
});

test('files end between entries, before the most rows that the program imports', () => {
  const many = Array.from({ length: 500 }, () => capture);
  for (const [program, most] of [
    ['xero', 300],
    ['quickbooks', 1000],
  ] as const) {
    const files = write(program, many);
    expect(files.length).toBeGreaterThan(1);
    expect(files[1]?.name).toBe(`${program}-2026-10-EUR-2.csv`);
    for (const file of files) {
      expect(file.text.trimEnd().split('\r\n').length - 1).toBeLessThanOrEqual(most);
      for (const { lines } of readers[program](bytesOf(file))) expect(lines.length % 3).toBe(0);
    }
  }
});

test('a change of accounts keeps all others, and an empty text restores the default', () => {
  const first = changeBookkeeping({}, { xero: { accounts: { disputes: '471' }, taxRate: 'No VAT' } });
  const second = changeBookkeeping(first, {
    xero: { accounts: { 'fees:network': '405' } },
    datev: { client: 7 },
  });
  expect(bookkeepingOf(second).xero).toMatchObject({
    taxRate: 'No VAT',
    accounts: { disputes: '471', 'fees:network': '405', 'merchant:payable': '850' },
  });
  const third = changeBookkeeping(second, { xero: { accounts: { disputes: '' }, taxRate: '' } });
  expect(bookkeepingOf(third)).toEqual({
    ...defaultBookkeeping,
    xero: {
      ...defaultBookkeeping.xero,
      accounts: { ...defaultBookkeeping.xero.accounts, 'fees:network': '405' },
    },
    datev: { ...defaultBookkeeping.datev, client: 7 },
  });
});

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 90 }),
  fc.constantFrom('007', '=1', "'", '"', ';', '€'),
);
const movements = fc.array(
  fc
    .record({
      time: fc.integer({ min: october.from, max: october.to }),
      kind: fc.constantFrom(...lineKinds),
      balance: fc.integer({ min: -1e9, max: 1e9 }),
      fee: fc.integer({ min: -1e6, max: 1e6 }),
      order: fc.record({ reference: words, customer: words, description: words }),
    })
    .map(({ time, kind, balance, fee, order }) => movementOf({ kind, balance, fee }, time, { order })),
  { maxLength: 20 },
);

test('each file can be read back: every account and day has the sum of the ledger, and each entry balances', () => {
  const run = fc.property(movements, fc.constantFrom('line', 'day'), (some, grouping) => {
    const entries = some.flatMap((movement) => entryOf(movement, zone, days.first) ?? []);
    for (const program of programs) {
      const found = read(program, write(program, some, { grouping: grouping as Grouping }));
      for (const { lines } of found) expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      expect(sumsOf(found, (account) => account)).toEqual(
        sumsOf(entries, (account) => defaultBookkeeping[program].accounts[account as 'disputes']),
      );
    }
  });
  fc.assert(run, { numRuns: 150 });
});

/** Sums that are not 0, by day and account of the program. */
function sumsOf(
  entries: readonly { day: string; lines: readonly { account: string; amount: number }[] }[],
  nameOf: (account: string) => string,
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { day, lines } of entries)
    for (const { account, amount } of lines) {
      const name = `${day} ${nameOf(account)}`;
      sums[name] = (sums[name] ?? 0) + amount;
    }
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, sum]) => sum !== 0)
      .sort(),
  );
}

test('a day’s entry has the sum of its lines for each account', () => {
  const entry = (day: string, amount: number): JournalEntry => ({
    day,
    currency: 'EUR',
    lines: [
      { account: 'merchant:payable', amount },
      { account: 'acquirer:receivable', amount: -amount },
    ],
  });
  const summed = entriesByDay([entry('2026-10-02', 5), entry('2026-10-01', 2), entry('2026-10-02', -5)]);
  expect(summed.map(({ day, lines }) => [day, lines.map(({ amount }) => amount)])).toEqual([
    ['2026-10-01', [2, -2]],
    ['2026-10-02', []],
  ]);
});

test('each account of the ledger but the exchange has an account in each program', () => {
  for (const program of programs)
    expect(Object.keys(defaultBookkeeping[program].accounts).sort()).toEqual([...bookedAccounts].sort());
});
