import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { freePort } from '../examples/free-port.ts';
import { awsCli, awsRefusal, type Printed, type Rule } from './aws-cli.ts';
import { type Running, useTool } from './tool.ts';

/*
 * `florin logs tail` and the requests to a Florin. Abuses: a path or a line of the log steers the terminal, forges lines or
 * fills the memory; it shows fields, cards or tokens that nobody asked for; the command shows its own requests without end;
 * AWS is busy, refuses, hangs or answers nonsense; a flag adds to the query of the logs.
 */
const { api, shop } = world();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';
const awsPort = new URL(process.env.FLORIN_AWS_URL ?? '').port;

const tool = useTool();
const aws = awsCli(join(tool.folder, 'aws-cli'));

const running: Running[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

function start(args: readonly string[], env: Record<string, string>): Running {
  const started = tool.start(['logs', 'tail', ...args], env);
  running.push(started);
  return started;
}

const linesOf = (out: string) =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('`florin logs tail` of the Florin on this machine', () => {
  test('requests of all callers are followed with their ids, and the command’s own are not', async () => {
    const { key, merchant } = await shop();
    const env = { FLORIN_URL: baseUrl, FLORIN_KEY: key, AWS_PORT: awsPort };
    const tail = start(['--json', '--merchant', merchant.id], env);
    await waitUntil(
      async () => tail.printed.err,
      (err) => err.includes('until Ctrl-C'),
    );
    const path = `/merchants/${merchant.id}/lines`;
    const { requestId } = await requestIdOf(`${path}?limit=1`, key);
    await requestIdOf('/nowhere', key);
    await waitUntil(
      async () => tail.printed.out,
      (out) => out.includes('/nowhere'),
    );
    const lines = linesOf(tail.printed.out);
    expect(lines.find((line) => line.requestId === requestId)).toEqual({
      ...{ time: expect.any(String), requestId, appId: expect.any(String) },
      ...{
        route: 'GET /merchants/{merchantId}/lines',
        method: 'GET',
        path,
        function: 'GetMerchantsMerchantIdLines',
      },
      ...{ status: 200, ms: expect.any(Number) },
    });
    await new Promise((done) => setTimeout(done, 5000));
    const webhooks = linesOf(tail.printed.out).filter(
      (line) => line.path === `/merchants/${merchant.id}/webhooks`,
    );
    expect(webhooks).toEqual([]);
    tail.child.kill('SIGINT');
    expect(await tail.ended).toBe(0);
    expect(tail.printed.out + tail.printed.err).not.toContain(key);
  });

  test('flags select failures or a status; an escape sequence in a path is printed percent-encoded', async () => {
    const { key } = await shop();
    await requestIdOf('/apps/4571736000000075/%1b[2J', key);
    const env = { FLORIN_URL: baseUrl, AWS_PORT: awsPort };
    const once = async (...flags: string[]) => {
      const { code, out, err } = await tool.run(
        ['logs', 'tail', '--only', 'requests', '--once', ...flags],
        env,
      );
      expect([code, err]).toEqual([0, '']);
      return out;
    };
    const failed = await once('--failed');
    expect(failed).toMatch(/ 404 \d+ ms GET \/apps\/…\/%1b\[2J [\w-]+ - -\n/);
    expect(failed).not.toMatch(/ 20\d \d+ ms|4571736/);
    expect(await once('--status', '2xx')).not.toMatch(/ [345]\d\d \d+ ms/);
    expect(await once('--status', '404', '--json')).toMatch(/^({.*"status":404.*}\n)+$/);
    expect(await once('--from', '2999-01-01')).toBe('');
  });

  test('without the runner of npm start, deliveries are followed, and the command says what is left out', async () => {
    const { key, merchant } = await shop();
    const env = { FLORIN_URL: baseUrl, FLORIN_KEY: key, AWS_PORT: String(await freePort()) };
    const both = await tool.run(['logs', 'tail', '--once', '--merchant', merchant.id], env);
    expect([both.code, both.err]).toEqual([
      0,
      expect.stringMatching(/No Florin answers.*Left out: the requests/),
    ]);
    const alone = await tool.run(['logs', 'tail', '--once', '--only', 'requests'], env);
    expect([alone.code, alone.err]).toEqual([3, expect.stringContaining('No Florin answers')]);
  });

  test('the command says that another program answers at the port', async () => {
    const server = createServer((_, response) => response.end('<html>'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const env = { FLORIN_URL: baseUrl, AWS_PORT: String((server.address() as AddressInfo).port) };
    const { code, err } = await tool.run(['logs', 'tail', '--once', '--only', 'requests'], env);
    server.closeAllConnections();
    server.close();
    expect([code, err]).toEqual([1, expect.stringContaining('has no log of requests')]);
  });
});

async function requestIdOf(path: string, key: string) {
  const answer = await api('GET', path, { key });
  return { requestId: answer.headers['x-request-id'] };
}

/** Rows of CloudWatch Logs Insights. */
const rows = (...all: { time: string; message: string }[]): Printed => ({
  out: {
    status: 'Complete',
    results: all.map(({ time, message }) => [
      { field: '@timestamp', value: time },
      { field: '@message', value: message },
      { field: '@ptr', value: 'pointer' },
    ]),
  },
});
/** A function's log line about a request, which also counts a metric. */
const request = (over: object = {}, time = '2026-11-25 18:41:39.123') => ({
  time,
  message: JSON.stringify({
    ...{ level: 'info', requestId: 'one', appId: 'a1', route: 'GET /me', status: 200, ms: 7 },
    ...{ _aws: { Timestamp: 1, CloudWatchMetrics: [] }, Payments: 1 },
    ...{ function: 'florin-production-GetMe-1', ...over },
  }),
});
const stage = (results: Printed, ...others: Rule[]): Rule[] => [
  ...others,
  ['cloudformation describe-stacks --stack-name florin-production ', { out: `${baseUrl}/` }],
  ["cloudformation list-stack-resources .*'AWS::Logs::LogGroup'", { out: ['AppsLog-1', 'JobsLog-2'] }],
  ['logs start-query --log-group-names AppsLog-1 JobsLog-2 ', { out: { queryId: 'q1' } }],
  ['logs get-query-results --query-id q1 ', results],
];
const once = (...flags: string[]) =>
  tool.run(['logs', 'tail', '--stage', 'production', '--once', ...flags], aws.env);

describe('`florin logs tail` of a deployed stage', () => {
  test('requests are read by one query over all log groups, oldest first', async () => {
    aws.answer(
      ...stage(rows(request({ requestId: 'two', status: 503 }, '2026-11-25 18:41:40.000'), request())),
    );
    const { code, out, err } = await once();
    expect([code, out]).toEqual([
      0,
      '2026-11-25T18:41:39.123Z 200 7 ms GET /me one florin-production-GetMe-1 a1\n' +
        '2026-11-25T18:41:40.000Z 503 7 ms GET /me two florin-production-GetMe-1 a1\n',
    ]);
    expect(err).toContain(`Deliveries need the key of a merchant: florin login --url ${baseUrl}`);
    const { json } = await once('--json', '--failed', '--only', 'requests', '--from', '2026-11-25T18:00');
    expect(json).toEqual({
      ...{ time: '2026-11-25T18:41:40.000Z', requestId: 'two', appId: 'a1', route: 'GET /me' },
      ...{ function: 'florin-production-GetMe-1', status: 503, ms: 7 },
    });
    const query = aws.calls().findLast((line) => line.startsWith('logs start-query'));
    expect(query).toContain(' | filter @message not like /"status":[123]\\d\\d/ | sort ');
    await once('--only', 'requests', '--status', '5xx');
    expect(aws.calls().findLast((line) => line.startsWith('logs start-query'))).toContain(
      ' | filter @message like /"status":5\\d\\d/ | sort ',
    );
    expect(query).toContain(`--start-time ${Date.parse('2026-11-25T18:00Z') / 1000} `);
  });

  test('a malformed line shows only its known fields, shortened, on one line', async () => {
    const strange = {
      route: `GET /\u001b[2J\nflorin: paid ${'x'.repeat(100_000)}`,
      ...{ status: '200; rm', ms: '-1e9', requestId: '', card: '4571736000000075', email: 'jo@example.com' },
    };
    const others = ['no JSON', 'null', '[7]', '{'].map((message) => ({ ...request(), message }));
    aws.answer(...stage(rows(request(strange), ...others, request({}, 'no time'))));
    const { code, out } = await once('--only', 'requests');
    expect([code, out.split('\n').length]).toEqual([0, 2]);
    expect(out).toMatch(/ no answer - ms GET \/\\u\{1b\}\[2J\\u\{a\}florin: paid x+ - /);
    expect(out.length).toBeLessThan(400);
    const json = await once('--only', 'requests', '--json');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must be absent
    expect(json.out + out).not.toMatch(/\u001b|4571736|jo@example/);
  });

  test('if a query finds more requests than it returns, the command says so', async () => {
    aws.answer(...stage(rows(...Array.from({ length: 1000 }, (_, i) => request({ requestId: `${i}` })))));
    const { code, out, err } = await once('--only', 'requests');
    expect([code, out.split('\n').length, err]).toEqual([
      0,
      1001,
      expect.stringContaining('more than 1000 requests'),
    ]);
  });

  test('new requests are followed, each once, also after AWS was busy; Ctrl-C ends it immediately', async () => {
    aws.answer(...stage(rows(request())));
    const tail = start(['--stage', 'production', '--only', 'requests', '--json', '--every', '2'], aws.env);
    const shows = (text: string) =>
      waitUntil(
        async () => tail.printed.out + tail.printed.err,
        (all) => all.includes(text),
        40,
      );
    await shows('Following the requests to florin-production, until Ctrl-C.');
    const busy = awsRefusal('ThrottlingException', 'StartQuery', 'Rate exceeded');
    aws.answer(['logs start-query ', busy], ...stage(rows()));
    await shows('Rate exceeded; trying again');
    aws.answer(...stage(rows(request({ requestId: 'two' }), request())));
    await shows('"two"');
    expect(linesOf(tail.printed.out).map(({ requestId }) => requestId)).toEqual(['one', 'two']);
    aws.answer(['logs ', { hangs: true }]);
    const asked = aws.calls().length;
    await waitUntil(
      async () => aws.calls().length,
      (calls) => calls > asked,
    );
    const stopped = Date.now();
    tail.child.kill('SIGINT');
    expect(await tail.ended).toBe(0);
    expect(Date.now() - stopped).toBeLessThan(5000);
  });

  test('credentials that expire while it follows end it with one plain line', async () => {
    aws.answer(...stage(rows(request())));
    const tail = start(['--stage', 'production', '--only', 'requests', '--every', '2'], aws.env);
    await waitUntil(
      async () => tail.printed.err,
      (err) => err.includes('Following'),
    );
    aws.answer([
      '',
      awsRefusal(
        'ExpiredTokenException',
        'StartQuery',
        'The security token included in the request is expired',
      ),
    ]);
    expect(await tail.ended).toBe(1);
    expect(tail.printed.err).toMatch(/\nflorin: aws logs start-query: An error occurred .* is expired\n$/);
  });

  test.each<[what: string, rules: Rule[], says: RegExp]>([
    [
      'a stage that is not there',
      [
        [
          '',
          awsRefusal(
            'ValidationError',
            'ListStackResources',
            'Stack with id florin-production does not exist',
          ),
        ],
      ],
      /^florin: There is no stack florin-production in .*\n$/,
    ],
    [
      'a right that is missing',
      stage(rows(), [
        'logs start-query ',
        awsRefusal('AccessDeniedException', 'StartQuery', 'not authorized to perform: logs:StartQuery'),
      ]),
      /^florin: .*logs:StartQuery\n$/,
    ],
    [
      'a query that fails',
      stage({ out: { status: 'Failed', results: [] } }),
      /^florin: .*the status Failed\n$/,
    ],
    ['an answer that is no JSON', stage({ out: '<html>' }), /^florin: .*is no JSON\n$/],
    [
      'a stack without logs',
      [['cloudformation list-stack-resources', { out: [] }]],
      /^florin: The stack florin-production has no log groups\n$/,
    ],
  ])('%s: exit code 1 and one plain line', async (_what, rules, says) => {
    aws.answer(...rules);
    const { code, out, err } = await once('--only', 'requests');
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(says)]);
  });

  test('with the key of the stage’s address, deliveries are followed, too', async () => {
    const { key, merchant } = await shop();
    aws.answer(...stage(rows(request())));
    const env = { ...aws.env, FLORIN_URL: baseUrl, FLORIN_KEY: key };
    const tail = start(['--stage', 'production', '--merchant', merchant.id], env);
    await waitUntil(
      async () => tail.printed.err,
      (err) =>
        err.includes(`the deliveries of merchant ${merchant.id} and the requests to florin-production`),
    );
    tail.child.kill('SIGTERM');
    expect(await tail.ended).toBe(0);
  });
});

test.each([
  [['--only', 'secrets'], '`--only` must be'],
  [['--status', '600'], '`--status` must be'],
  [['--every', '1'], '`--every` must be'],
  [['--status', '200 | limit 0'], '`--status` must be'],
  [['--from', 'yesterday'], '`--from` must be'],
  [['--from', '2026-13-45'], '`--from` must be'],
  [['--stage', "x' or '1'=='1"], 'name of a stage'],
  [['--only', 'requests'], 'florin logs tail --stage'],
])('wrong usage exits with an error before any request: %j', async (args, says) => {
  const env = { ...aws.env, FLORIN_URL: 'https://florin.invalid', FLORIN_KEY: 'key' };
  aws.answer(['', { err: 'asked', code: 9 }]);
  const { code, out, err } = await tool.run(['logs', 'tail', ...args], env);
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(says)]);
});
