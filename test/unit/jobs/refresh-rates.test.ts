import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundledRates } from '../../../functions/core/domain/money/rates-snapshot.ts';
import { onOwnTable } from '../own-table.ts';

/** The bank's answer. */
let answer: { status: number; xml: string };
const bank = createServer((_, response) => response.writeHead(answer.status).end(answer.xml));
afterAll(() => bank.close());

const own = onOwnTable(async () => {
  await once(bank.listen(0, '127.0.0.1'), 'listening');
  process.env.RATES_URL = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/`;
  return {
    ...(await import('../../../functions/core/store/ledger/rates.ts')),
    refresh: (await import('../../../functions/jobs/refresh-rates.ts')).handler,
  };
});

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const finished = () => logged.mock.calls.join('').split('"JobsFinished":1').length - 1;

/** Makes the bank's file of a day. @param dollar the rate of the dollar, as a multiple of the known rate */
function file(date: string, dollar = 1, rest = ''): string {
  const cubes = Object.entries(bundledRates.perEuro).map(([currency, rate]) => {
    const today = currency === 'USD' ? (Number(rate) * dollar).toFixed(4) : rate;
    return `<Cube currency='${currency}' rate='${today}'/>`;
  });
  return `<Envelope><Cube><Cube time='${date}'>${cubes.join('')}</Cube></Cube>${rest}</Envelope>`;
}

/**
 * Runs the job with this answer of the bank.
 *
 * @returns the job’s answer or error, and the new rate of the dollar as a multiple of the known rate
 */
async function runRefresh(status: number, xml: string) {
  answer = { status, xml };
  const result = await own.refresh({}).catch((error: Error) => error.message);
  const { USD } = (await own.readRates()).perEuro;
  return [result, Number(USD) / Number(bundledRates.perEuro.USD)];
}

test('the rates of a later day replace the known ones, and no other rates do', async () => {
  const [first, second] = ['2026-03-16', '2026-03-17'];
  const changed = (date: string, updated: boolean, times: number) => [
    { date, updated },
    expect.closeTo(times, 3),
  ];
  expect(await runRefresh(200, file(bundledRates.date, 1.05))).toEqual(changed(bundledRates.date, false, 1));
  expect(await runRefresh(200, file(first, 1.1))).toEqual(changed(first, true, 1.1));
  expect(await runRefresh(200, file(first, 1.2))).toEqual(changed(first, false, 1.1));
  expect(await runRefresh(200, file(second, 1.3))).toEqual(changed(second, true, 1.3));
  expect(await runRefresh(200, file(first, 1.4))).toEqual(changed(second, false, 1.3));
  expect(finished()).toBe(5);
});

// The alarm goes off if the job does not finish.
test.each([
  ['a failure of the bank', 503, file('2026-03-18'), 'The server of the reference rates answered 503'],
  ['a file that the bank does not have', 404, file('2026-03-18'), 'answered 404'],
  ['a file that is not the bank’s', 200, '<html>Moved</html>', 'is implausible'],
  ['a rate far from the known one', 200, file('2026-03-18', 3), 'is implausible'],
  ['a day in the future', 200, file('2999-01-01'), 'is implausible'],
  ['a file that is too long', 200, file('2026-03-18', 1, ' '.repeat(100_000)), 'is implausible'],
])('%s changes nothing, and is an error', async (_, status, xml, message) => {
  const { perEuro } = await own.readRates();
  const [error] = await runRefresh(status, xml);
  expect(error).toContain(message);
  expect([(await own.readRates()).perEuro, finished()]).toEqual([perEuro, 0]);
});
