import type { Dispute } from '../../../functions/core/domain/disputes/dispute.ts';
import { publishedThresholds } from '../../../functions/core/domain/disputes/ratios.ts';
import { type Id, newId } from '../../../functions/core/domain/id.ts';
import type { Line, Transaction } from '../../../functions/core/domain/transactions/transaction.ts';
import type { StoredMerchant } from '../../../functions/core/store/merchants/merchants.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { someCard, somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/disputes/alerts.ts')),
  ...(await import('../../../functions/core/store/disputes/ratios.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/disputes/watch-ratios.ts')),
  ...(await import('../../../functions/core/usecases/webhooks/events-of-change.ts')),
}));
beforeEach(() => own.proxy.reset());

const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`);

/** A merchant that was created on 2026-09-20. */
async function shop(): Promise<StoredMerchant> {
  const merchant = { ...someMerchant(), id: newId(noon('2026-09-20')), key: newId() } as StoredMerchant;
  await own.createMerchant(merchant, { id: newId(), name: null });
  return merchant;
}

type Scheme = typeof someCard.scheme;
type Method = NonNullable<Transaction['method']>;

/** A payment that is captured at noon of a day. */
async function paid(merchant: StoredMerchant, date: string, by: Scheme | Method = 'visa'): Promise<Id> {
  const id = newId(noon(date));
  const means =
    typeof by === 'string' ? { card: { ...someCard, scheme: by } } : { card: undefined, method: by };
  const payment = somePayment(merchant, { id, ...means });
  const line: Line = {
    ...{ id: newId(noon(date)), merchantId: merchant.id, test: true, transactionId: id, kind: 'capture' },
    ...{ amount: { currency: 'EUR', amount: 1000 }, balance: 1000, fee: 0 },
  };
  await own.transact([{ item: own.put({ ...payment, ...own.transactionKey(id) }) }, own.putLine(line)]);
  return id;
}

const disputed = (
  { id: merchantId }: StoredMerchant,
  transactionId: Id,
  date: string,
  over: Partial<Dispute> = {},
) =>
  own.transact(
    own.putAlert('dispute', {
      ...{ id: newId(noon(date)), merchantId, transactionId, amount: 1000, currency: 'EUR', status: 'open' },
      ...{ reason: { code: 83, title: 'Fraud' }, due: '2090-01-01T00:00:00.000Z' },
      ...over,
    }),
  );

const reported = ({ id: merchantId }: StoredMerchant, transactionId: Id, date: string) =>
  own.transact(own.putAlert('fraud', { id: newId(noon(date)), merchantId, transactionId }));

const night = (merchant: StoredMerchant, date: string, thresholds = publishedThresholds) =>
  own.watchRatios(merchant.id, new Date(`${date}T05:50:00Z`), thresholds);

const measured = async ({ id }: StoredMerchant) =>
  Object.fromEntries(
    (await own.listRatioMonths(id)).map(({ month, payments, ratios = [] }) => [
      month,
      { payments, ratios: ratios.map(({ program, incidents, payments: of }) => [program, incidents, of]) },
    ]),
  );

/** The warnings of a merchant, with the events that they cause. */
async function warnings({ id }: StoredMerchant, month: string) {
  const found = ['vamp', 'ecm', 'hecm', 'efm'].map((program) => own.get(own.ratioKey(id, month, program)));
  const items = (await Promise.all(found)).filter((item) => item !== undefined);
  const events = items.flatMap((now) => own.eventsOfChange({ id: 'a', at: Date.now(), now }));
  return Promise.all(events.map(async ({ type, data }) => [type, (await data()).data.ratio]));
}

const low = 'vamp=5000/4,ecm=5000/2,hecm=9000/9,efm=9000/90000';

test('disputes and fraud alerts count by scheme, against the payments of the right month', async () => {
  const at = await shop();
  const visa = await paid(at, '2026-10-03');
  for (const date of ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-16']) await paid(at, date);
  const cards = [await paid(at, '2026-10-30', 'mastercard'), await paid(at, '2026-11-03', 'mastercard')];
  await disputed(at, visa, '2026-11-02');
  await reported(at, visa, '2026-11-02');
  await disputed(at, visa, '2026-11-03', { status: 'inquiry' });
  await disputed(at, await paid(at, '2026-11-03', 'amex'), '2026-11-04');
  for (const id of cards) await disputed(at, id, '2026-11-04', { reason: { code: 1, title: 'Duplicate' } });
  // Neither the alerts nor the captures of a day count before it has ended.
  await reported(at, visa, '2026-11-16');
  await night(at, '2026-11-16');
  expect(await measured(at)).toEqual({
    '2026-10': { payments: { visa: 2, mastercard: 1 }, ratios: [] },
    '2026-11': {
      payments: { visa: 2, mastercard: 1 },
      ratios: [
        ['vamp', 2, 2],
        ['ecm', 2, 1],
        ['hecm', 2, 1],
      ],
    },
  });
});

test('payments by another method than a card count in no program, however many are disputed', async () => {
  const at = await shop();
  const rules = { partialCapture: true, refundDays: 30, partialRefund: true };
  const named = { type: 'visa', name: 'Visa', ...rules };
  for (const day of ['2026-11-02', '2026-11-03']) await disputed(at, await paid(at, day, named), day);
  await disputed(at, await paid(at, '2026-11-03'), '2026-11-03');
  await night(at, '2026-11-06');
  expect((await measured(at))['2026-11']).toEqual({
    payments: { visa: 1, mastercard: 0 },
    ratios: [['vamp', 1, 1]],
  });
});

test('an inquiry that becomes a dispute counts from then on, also in the month that has ended', async () => {
  const at = await shop();
  const id = newId(noon('2026-10-20'));
  const payment = await paid(at, '2026-10-20');
  await disputed(at, payment, '2026-10-20', { id, status: 'inquiry' });
  await night(at, '2026-11-01');
  expect(await measured(at)).toEqual({});
  await disputed(at, payment, '2026-10-20', { id });
  await night(at, '2026-11-05');
  expect((await measured(at))['2026-10']?.ratios).toEqual([['vamp', 1, 1]]);
});

test('each capture is read once, and each month and program warns once', async () => {
  const at = await shop();
  const ids = [];
  for (let n = 1; n <= 4; n++) ids.push(await paid(at, `2026-11-0${n}`));
  for (const id of ids) await disputed(at, id, '2026-11-05');
  await night(at, '2026-11-06', low);
  const [first, ...others] = await warnings(at, '2026-11');
  expect([first, others]).toEqual([
    ['ratio.warned', expect.objectContaining({ program: 'vamp', level: 'reached', basisPoints: 10_000 })],
    [],
  ]);
  const stored = await own.get(own.ratioKey(at.id, '2026-11', 'vamp'));
  own.proxy.reset();
  await paid(at, '2026-11-06');
  for (const date of ['2026-11-07', '2026-11-07']) await night(at, date, low);
  expect(await own.get(own.ratioKey(at.id, '2026-11', 'vamp'))).toEqual(stored);
  expect((await measured(at))['2026-11']).toMatchObject({ payments: { visa: 5 } });
  // The captures of one new day, once; the payments of the disputes, in each run.
  const reads = own.proxy.calls.filter(({ operation }) => operation === 'BatchGetItem');
  expect(reads).toHaveLength(3);
});

test('a warning comes at half of a threshold, and none below', async () => {
  const at = await shop();
  const first = await paid(at, '2026-11-01');
  await disputed(at, first, '2026-11-02');
  await night(at, '2026-11-03', low);
  expect(await warnings(at, '2026-11')).toEqual([]);
  await reported(at, first, '2026-11-03');
  await night(at, '2026-11-04', low);
  expect(await warnings(at, '2026-11')).toEqual([
    ['ratio.warned', expect.objectContaining({ incidents: 2, level: 'half' })],
  ]);
});

test('runs at the same time count no capture twice', async () => {
  const at = await shop();
  for (let n = 1; n <= 3; n++) await disputed(at, await paid(at, `2026-11-0${n}`), `2026-11-0${n}`);
  await Promise.allSettled([1, 2, 3].map(() => night(at, '2026-11-05')));
  await night(at, '2026-11-05');
  expect((await measured(at))['2026-11']?.payments).toEqual({ visa: 3, mastercard: 0 });
});

test('the amount of disputes because of fraud is in US dollars', async () => {
  const at = await shop();
  const id = await paid(at, '2026-11-01', 'mastercard');
  await disputed(at, id, '2026-11-02', { amount: 70, currency: 'USD' });
  await disputed(at, id, '2026-11-02', { amount: 100, currency: 'EUR' });
  await night(at, '2026-11-03');
  const [month] = await own.listRatioMonths(at.id);
  const efm = month?.ratios?.find(({ program }) => program === 'efm');
  expect(efm?.incidents).toBe(2);
  // One euro buys more than one dollar and less than two.
  expect(efm?.amount).toBeGreaterThan(170);
  expect(efm?.amount).toBeLessThan(270);
});

test('a merchant that was removed is left out', async () => {
  await expect(own.watchRatios(newId(), new Date(), low)).resolves.toBeUndefined();
});
