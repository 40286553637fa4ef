import { failure } from '../api/support/answer.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { runScript } from './support/run-script.ts';

const own = ownFlorin();

const load = (...args: string[]) =>
  runScript(
    'lib/operator/load/main.ts',
    ['--base', own.florin.baseUrl, '--pos', own.florin.posUrl, '--merchants', '2', ...args],
    {},
  );

test('a load test of whole payments counts and times each kind of request', async () => {
  const { code, out } = await load('--rate', '4', '--minutes', '0.05', '--mix', 'lives', '--json');
  expect(code).toBe(0);
  const { rows, ...report } = JSON.parse(out);
  expect(report).toMatchObject({ mix: 'lives', wanted: 4, started: 12, skipped: 0 });
  const counts = Object.fromEntries(
    rows.map(({ name, succeeded, failed }: { name: string; succeeded: number; failed: number }) => [
      name,
      [succeeded, failed],
    ]),
  );
  expect(counts).toEqual({
    'POST /vault': [24, 0],
    'POST /payments': [24, 0],
    'POST /payments/challenges/…': [12, 0],
    'POST /transactions/{id}/captures': [12, 0],
    'POST /transactions/{id}/refunds': [12, 0],
    'POST /transactions/{id}/voids': [12, 0],
    'GET /transactions/{id}': [12, 0],
    'lives as a whole': [12, 0],
  });
  for (const { p50, p99, max } of rows) expect(0 < p50 && p50 <= p99 && p99 <= max * 1.01).toBe(true);
});

test('requests that fail are counted by reason, and the command says that it failed', async () => {
  own.proxy.instead = async (operation, body) =>
    operation === 'TransactWriteItems' && body.includes('capturedAmount')
      ? failure('AccessDenied')
      : undefined;
  const { code, out } = await load('--rate', '2', '--minutes', '0.02');
  own.proxy.instead = undefined;
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringContaining('POST /payments failed 2 times: 500'),
  });
});

test('a merchant that cannot be made ends the test before it begins', async () => {
  const { code, err } = await load('--key', 'unknown');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('POST /merchants: 401') });
});

test('a load test of another machine needs a confirmation', async () => {
  const { code, text } = await runScript(
    'lib/operator/load/main.ts',
    [
      '--base',
      'https://api.example.com',
      '--pos',
      'https://pos.example.com',
      '--rate',
      '200',
      '--minutes',
      '5',
    ],
    {},
  );
  expect(code).toBe(1);
  expect(text).toMatch(/this sends about 300000 requests to api.example.com and pos.example.com/);
});

test.each([
  [['--rate', '0'], '--rate must be a number above 0, at most 2000; got "0"'],
  [['--rate', '5000'], '--rate must be a number above 0, at most 2000; got "5000"'],
  [['--mix', 'toString'], '--mix must be one of payments, lives, reads; got "toString"'],
  [['--base', 'localhost'], '--base and --pos must be addresses'],
])('the arguments %j are refused', async (args, message) => {
  const { code, err } = await runScript('lib/operator/load/main.ts', args, {});
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
});
