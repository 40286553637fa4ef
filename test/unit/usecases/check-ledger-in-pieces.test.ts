import { newId } from '../../../functions/core/domain/id.ts';
import type { SignedSeal } from '../../../functions/core/domain/ledger/seal.ts';
import { SealChain } from '../../../functions/core/domain/ledger/seal-chain.ts';
import { digestOf } from '../../../functions/core/domain/ledger/sealed-fields.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import type { Mismatch, Rest } from '../../../functions/core/usecases/ledger/check-ledger.ts';
import { signingKeyFrom } from '../../../lib/local/signing-key.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';
import { sqsMessages } from '../sqs-messages.ts';

const { messages, listen } = sqsMessages();

const own = onOwnTable(async () => {
  const variables = {
    AWS_ENDPOINT_URL_SQS: await listen(),
    MERCHANTS_URL: 'https://sqs.example/1/m',
    KEEP_PERSONAL_DATA: '2',
    LEDGER_KEY: signingKeyFrom(Buffer.alloc(32, 1).toString('base64')),
  };
  Object.assign(process.env, variables);
  return {
    ...(await import('../../../functions/core/store/ledger/balance.ts')),
    ...(await import('../../../functions/core/store/ledger/lines.ts')),
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
    ...(await import('../../../functions/core/store/transactions/transactions.ts')),
    ...(await import('../../../functions/core/usecases/ledger/check-ledger.ts')),
    ...(await import('../../../functions/core/usecases/ledger/pay-out.ts')),
    ...(await import('../../../functions/core/usecases/ledger/record-entry.ts')),
    ...(await import('../../../functions/core/usecases/ledger/seal-days.ts')),
    ...(await import('../../../functions/core/store/ledger/seals.ts')),
    ...(await import('../../../functions/core/vault/sign.ts')),
    ...(await import('../../../functions/core/presenters/line.ts')),
    job: (await import('../../../functions/jobs/check-ledger.ts')).handler,
  };
});

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const day = 24 * 60 * 60 * 1000;

/** Enough lines for three runs: a run of a check without time reads 1,000 lines. */
const threeRuns = 2100;
const twoRuns = 1100;

/**
 * Makes a merchant with dollars, and with `count` captures of earlier days. `wrong` minor units are missing from its
 * balance.
 */
async function withLines(count: number, wrong = 0) {
  const merchant = someMerchant({ test: false });
  await own.createMerchant(merchant, { id: newId(), name: null });
  const lines = Array.from({ length: count }, (_, n): Line => {
    const made = Date.now() - 3 * day + n;
    const money = { amount: { currency: 'EUR', amount: 100 }, balance: 96, fee: 4 };
    return { id: newId(made), merchantId: merchant.id, test: false, kind: 'capture', ...money };
  });
  const dollars = { kind: 'adjustment', currency: 'USD', net: 50, fee: 0, amount: 50 } as const;
  const kept = own.makeLine(merchant, dollars, Date.now() - 3 * day - 1000);
  await own.transact([own.putLine(kept), own.addToBalance([kept])]);
  for (let first = 0; first < count; first += 50) {
    const some = lines.slice(first, first + 50) as [Line, ...Line[]];
    await own.transact([...some.map((line) => own.putLine(line)), own.addToBalance(some)]);
  }
  const [last] = lines.slice(-1) as [Line];
  if (wrong) await own.transact([own.addToBalance([{ ...last, balance: -wrong }])]);
  own.proxy.reset();
  return merchant.id;
}

/** Checks the ledger in runs whose time ends at once. @returns the number of runs, and the reported differences */
async function inPieces(merchantId: string, now: number) {
  const told: Mismatch[] = [];
  let runs = 0;
  let rest: Rest | undefined;
  do {
    rest = await own.checkLedger(merchantId, now, (one) => told.push(one), { end: 0, rest });
    // Converts the rest to JSON and back, as a message of SQS does.
    rest = rest && JSON.parse(JSON.stringify(rest));
  } while (++runs < 20 && rest);
  return { runs, told };
}

const readOf = (merchantId: string) => {
  own.proxy.reset();
  return merchantId;
};

test('a ledger that takes too long for one run is checked in pieces, and no line is read twice', async () => {
  const whole = await withLines(threeRuns);
  expect(await own.checkLedger(readOf(whole), Date.now() + day, () => {})).toBeUndefined();
  const { read } = own.proxy.units();
  const pieces = await withLines(threeRuns);
  const { runs, told } = await inPieces(readOf(pieces), Date.now() + day);
  expect([runs, told]).toEqual([3, []]);
  // Each run reads the checkpoint, the balance and the number of lanes again.
  expect(own.proxy.units().read).toBeLessThan(read * 1.2);
});

test('the last piece finds a difference', async () => {
  const merchantId = await withLines(twoRuns, 7);
  const { runs, told } = await inPieces(merchantId, Date.now() + day);
  expect([runs, told]).toEqual([2, [{ difference: -7 }]]);
});

test('a payout with many lines is compared with them in pieces', async () => {
  const merchantId = await withLines(threeRuns);
  expect(await own.payOut(merchantId, 0, new Date().toISOString().slice(0, 10))).toBe(threeRuns * 96);
  const carried = { M: { in: { N: '30' }, out: { N: '10' } } };
  const spoil = (amount: number) => {
    own.proxy.indexed = (items) =>
      items.map((item) =>
        item.pk?.S?.toString().startsWith('payout#')
          ? { ...item, carried, amount: { N: String(amount) } }
          : item,
      );
  };
  const tomorrow = Date.now() + 1.5 * day;
  expect((await inPieces(merchantId, tomorrow)).told).toEqual([]);
  spoil(threeRuns * 96 + 30 - 10 + 5);
  const { runs, told } = await inPieces(merchantId, tomorrow);
  own.proxy.indexed = undefined;
  expect([runs, told]).toMatchObject([3, [{ difference: 5 }]]);
});

test('the job sends itself a message when its time is over', async () => {
  const merchantId = await withLines(twoRuns);
  const time = new Date(Date.now() + day).toISOString();
  const begun = Date.now();
  jest.spyOn(Date, 'now').mockReturnValueOnce(begun - day);
  const run = (body: object) =>
    own.job({ Records: [{ messageId: 'a', body: JSON.stringify(body) }] } as Parameters<typeof own.job>[0]);
  await run({ time, merchantId });
  expect(messages).toEqual([{ time, merchantId, rest: {} }]);
  const [next = {}] = messages.splice(0);
  expect(await run(next)).toEqual({ batchItemFailures: [] });
  expect(messages).toEqual([]);
});

test('after the seals the job erases the payers of old payments, and sends itself a message when its time is over', async () => {
  const merchant = someMerchant();
  await own.createMerchant(merchant, { id: newId(), name: null });
  const payment = somePayment(merchant, { id: newId(Date.now() - 90 * day), payer: { name: 'Zoe' } });
  await own.createTransaction(payment, {}, { merchant, alongside: [] });
  const time = new Date().toISOString();
  const run = (body: object) =>
    own.job({ Records: [{ messageId: 'a', body: JSON.stringify(body) }] } as Parameters<typeof own.job>[0]);
  jest.spyOn(Date, 'now').mockReturnValueOnce(Date.now() - day);
  await run({ time, merchantId: merchant.id, aged: true });
  expect(messages.splice(0)).toEqual([{ time, merchantId: merchant.id, aged: true }]);
  await run({ time, merchantId: merchant.id });
  expect(await own.getTransaction(payment.id)).toMatchObject({ erased: 'age' });
  expect(messages).toEqual([]);
});

test('the job counts each difference at the time of its run; a run that continues at a payout compares only payouts', async () => {
  const merchantId = await withLines(1, 7);
  const mismatches = async (days: number, rest?: Rest) => {
    jest.mocked(process.stdout.write).mockClear();
    const time = new Date(Date.now() + days * day).toISOString();
    const body = JSON.stringify({ time, merchantId, rest });
    await own.job({ Records: [{ messageId: 'a', body }] } as Parameters<typeof own.job>[0]);
    return jest.mocked(process.stdout.write).mock.calls.join().split('"LedgerMismatch":1').length - 1;
  };
  expect([await mismatches(-5), await mismatches(1, { payout: { payoutId: newId() } })]).toEqual([0, 0]);
  expect([await mismatches(1), messages]).toEqual([1, []]);
});

test('a day that is sealed in pieces, by two runs at the same time, has the seal of all its lines', async () => {
  const merchantId = await withLines(4100);
  const now = Date.now();
  const begun = await own.sealDays(merchantId, now, own.sign, { end: 0 });
  expect(begun).toMatchObject({ log: 'ledger', part: 1, ledger: { count: 4000 } });
  expect(await own.newestSeal(merchantId)).toBeUndefined();
  await Promise.all([1, 2].map(() => own.sealDays(merchantId, now, own.sign, { begun })));
  const chain = new SealChain();
  for await (const line of own.listLines(merchantId, { limit: 1000, after: '0'.repeat(24) }))
    chain.add(line.id, digestOf('ledger', own.present(line)));
  expect(await own.newestSeal(merchantId)).toMatchObject({ number: 1, ledger: chain.state });
});

describe('a seal that somebody else has stored', () => {
  /** The alarms of the job's run for a merchant, as the seals that they name. */
  async function alarmsOf(merchantId: string): Promise<unknown[]> {
    jest.mocked(process.stdout.write).mockClear();
    const body = JSON.stringify({ time: new Date().toISOString(), merchantId });
    const done = await own.job({ Records: [{ messageId: 'a', body }] } as Parameters<typeof own.job>[0]);
    expect([done, messages]).toEqual([{ batchItemFailures: [] }, []]);
    const lines = jest.mocked(process.stdout.write).mock.calls.map(([line]) => String(line));
    return lines.filter((line) => line.includes('"LedgerMismatch":1')).map((line) => JSON.parse(line).seal);
  }

  test('a forged seal of a day to come raises the alarm each night, stays, and stops no erasure', async () => {
    const merchantId = await withLines(2);
    expect(await alarmsOf(merchantId)).toEqual([]);
    const { pk, sk, ...real } = (await own.newestSeal(merchantId)) as SignedSeal & { pk: string; sk: string };
    expect([pk, sk]).toEqual([`seals#${merchantId}`, `seal#${real.day}`]);
    const merchant = { ...someMerchant({ test: false }), id: merchantId };
    const old = somePayment(merchant, { id: newId(Date.now() - 90 * day), payer: { name: 'Zoe' } });
    await own.createTransaction(old, {}, { merchant, alongside: [] });
    // With it the job would seal no day before the forged one.
    const forged = { ...real, day: new Date(Date.now() + 9 * day).toISOString().slice(0, 10) };
    await own.storeSeal(forged);
    for (let night = 0; night < 2; night++)
      expect(await alarmsOf(merchantId)).toEqual([`${forged.day} has a seal already`]);
    expect(await own.newestSeal(merchantId)).toMatchObject(forged);
    expect(await own.getTransaction(old.id)).toMatchObject({ erased: 'age' });
    expect(await alarmsOf(await withLines(2))).toEqual([]);
  });

  test('another seal of a past day than its entries give is an error, and is not replaced', async () => {
    const merchantId = await withLines(3);
    const money = { amount: { currency: 'EUR', amount: 100 }, balance: 96, fee: 4 };
    const id = newId(Date.now() - 2 * day);
    const late: Line = { id, merchantId, test: false, kind: 'capture', ...money };
    // While this run signs, the list gets a further entry of that day, and another run seals the day with it.
    const sign = async (text: string) => {
      await own.transact([own.putLine(late), own.addToBalance([late])]);
      await own.sealDays(merchantId, Date.now(), own.sign);
      return own.sign(text);
    };
    const sealing = own.sealDays(merchantId, Date.now(), sign);
    await expect(sealing).rejects.toThrow(own.SealConflict);
    await expect(sealing).rejects.toThrow(/^The stored seal of \S+ does not have the entries of the table$/);
    // The three captures, the dollars, and the late entry.
    expect((await own.newestSeal(merchantId))?.ledger.count).toBe(5);
  });

  test('a run accepts the same seal of another run', async () => {
    const merchantId = await withLines(3);
    const sign = async (text: string) => {
      await own.sealDays(merchantId, Date.now(), own.sign);
      return own.sign(text);
    };
    expect(await own.sealDays(merchantId, Date.now(), sign)).toBeUndefined();
    expect((await own.newestSeal(merchantId))?.number).toBe(1);
  });
});
