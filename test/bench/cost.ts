/**
 * `npx tsx test/bench/cost.ts` prints the cost of a payment in AWS. It measures requests, read and write units, bytes of log and
 * milliseconds on the stack's own bundles. Prices, and values that it cannot measure, are assumptions, all listed
 * below.
 */
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { sizeOf } from '../../lib/local/model/units.ts';
import { startEngine } from '../api/support/engine.ts';
import { startFlorin } from '../api/support/florin.ts';
import { startProxy } from '../api/support/proxy.ts';
import { world } from '../api/support/world.ts';

/** US dollars, eu-west-1, list prices without free tiers and discounts. */
const prices = {
  apiRequest: 3.5e-6,
  lambdaRequest: 0.2e-6,
  /** arm64. */
  gigabyteSecond: 0.0000133334,
  /** On-demand. A transactional write takes two units a kilobyte, which the measured units include. */
  writeUnit: 0.705e-6,
  readUnit: 0.1415e-6,
  kmsRequest: 3e-6,
  logGigabyte: 0.57,
  storedGigabyteMonth: 0.283 + 0.2264, // with point-in-time recovery
  trace: 5e-6,
  sqsRequest: 0.4e-6,
  /** An alarm for each of its metrics. */
  month: { key: 1, secret: 0.4, alarm: 0.1, metric: 0.3, dashboard: 3 },
};
const pricesOf = 'early 2026';

const assumed = {
  memory: 0.5, // GB, as in lib/stack/function.ts
  /** Milliseconds that a call takes in AWS, within a region. */
  dynamodb: 4,
  kms: 10,
  /** Milliseconds to load a bundle when a function starts cold. AWS bills this time since August 2025. */
  coldStart: 250,
  /** The bytes of the lines START, END and REPORT, which Lambda writes. */
  logBytes: 400,
  /** The traced share by X-Ray's default, which traces the first request of each second and 5 % of the others. */
  traced: 0.05,
  /** The bytes that DynamoDB adds to the size of an item, in the table and in the index. */
  itemOverhead: 100,
  /**
   * The minutes that a data key is used, and the number of warm instances of a function at a million payments a day.
   */
  dataKey: 5,
  warm: 5,
  /** The number of metrics of a sandbox's alarms, as `test/stack/operate.test.ts` counts them. Most alarms have several metrics. */
  alarms: 87,
  metrics: 39, // a metric for each code of a decline and each currency that occurs
  /** Lambda asks each of ten queues by five requests at once, which wait for 20 seconds, also if all queues are empty. */
  polls: 10 * 5 * 3 * 60 * 24 * 30,
};

interface Measured {
  route: string;
  /** A job on the table's stream, which no request starts. Its invocations serve up to 100 changes. */
  isJob?: true;
  ms: number;
  read: number;
  write: number;
  /** The encrypted and decrypted tokens. In a cold function, each needs a call to KMS. */
  tokens: number;
  logBytes: number;
}

const rounds = 25;
const engine = await startEngine();
const proxy = await startProxy(engine.endpoint, assumed.dynamodb);
const florin = await startFlorin(['--memory'], {
  DYNAMODB_ENDPOINT: proxy.endpoint,
  FLORIN_TRIGGERS: 'off', // the simulation of disputes is not part of a payment
});

Object.assign(process.env, {
  TABLE_NAME: 'florin',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  DYNAMODB_ENDPOINT: proxy.endpoint,
});
// The store reads the name and the endpoint of the table when it is loaded.
const { indexChange } = await import('../../functions/core/usecases/console/index-payment.ts');

try {
  const { api, pos, shop, payment } = world(florin);
  const { key, merchant } = await shop();
  const measured: Measured[][] = [];
  for (let round = 0; round < rounds; round++) measured.push(await pay());
  const usual = measured.slice(5); // the first ones load the functions
  const rows = (usual[0] ?? []).map(({ route, isJob }, step) => ({
    route,
    isJob,
    ms: median(usual.map((one) => one[step]?.ms ?? 0)),
    read: median(usual.map((one) => one[step]?.read ?? 0)),
    write: median(usual.map((one) => one[step]?.write ?? 0)),
    tokens: usual[0]?.[step]?.tokens ?? 0,
    logBytes: median(usual.map((one) => one[step]?.logBytes ?? 0)),
  }));
  print(rows, await storedOf(rounds));

  /** A customer's payment, captured by the merchant. */
  async function pay(): Promise<Measured[]> {
    const order = { ...(await payment(merchant)), hints: [] as string[] };
    const steps: Measured[] = [];
    const step = async (
      route: string,
      tokens: number,
      work: () => Promise<{ status: number; body: unknown }>,
    ) => {
      proxy.reset();
      const before = florin.log().length;
      const { status, body } = await work();
      if (status >= 300) throw new Error(`${route}: ${status} ${JSON.stringify(body)}`);
      const lines = florin
        .log()
        .slice(before)
        .split('\n')
        .filter((line) => line.startsWith('{"level"'));
      const ms = lines.map((line) => JSON.parse(line).ms ?? 0).reduce((sum, one) => sum + one, 0);
      const logBytes = lines.join('\n').length;
      steps.push({ route, ms, ...proxy.units(), tokens, logBytes });
      return body as Record<string, never>;
    };
    const sealed = (type: string, value: string) => () => pos('/vault', { type, value });
    await step('POST /vault (card number)', 1, sealed('pcn', '4100000000000000'));
    await step('POST /vault (security code)', 1, sealed('pcsc', '123'));
    await step('POST /payments (asks for a challenge)', 2, () => pos('/payments', order));
    const { hints } = await step('POST /payments/challenges/<challenge>', 3, () =>
      pos('/payments/challenges/tds-frictionless', order),
    );
    const { authorizationId } = await step('POST /payments (authorizes)', 3, () =>
      pos('/payments', { ...order, hints }),
    );
    steps.push(await index(String(authorizationId)));
    await step('POST /transactions/<id>/captures', 0, () =>
      api('POST', `/transactions/${authorizationId}/captures`, { key, body: { amount: 10000 } }),
    );
    return steps;
  }

  /** Makes a new payment findable, as PublishEvents does. */
  async function index(id: string): Promise<Measured> {
    const Key = { pk: { S: `tx#${id}` }, sk: { S: '#transaction' } };
    const { Item } = await callEngine(engine.endpoint)('GetItem', { TableName: 'florin', Key });
    proxy.reset();
    const started = performance.now();
    await indexChange(unmarshall(Item) as never, undefined);
    const ms = performance.now() - started;
    return { route: 'PublishEvents (search)', isJob: true, ms, ...proxy.units(), tokens: 0, logBytes: 0 };
  }
} finally {
  await florin.stop();
  await proxy.stop();
  await engine.stop();
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The bytes that DynamoDB stores for each payment, in items that do not expire. */
async function storedOf(payments: number): Promise<number> {
  const call = callEngine(engine.endpoint);
  let bytes = 0;
  const { Items } = await call('Scan', { TableName: 'florin' });
  for (const item of Items) {
    if (item.expires || /^(app|key|merchant|pos|rates)/.test(item.pk.S)) continue;
    bytes += (sizeOf(item) + assumed.itemOverhead) * (item.listPk ? 2 : 1);
  }
  return bytes / payments;
}

/** The calls to KMS in a day of constant load. Each function makes data keys, and decrypts those of the others. */
function dataKeysADay(tokens: number): number {
  return ((24 * 60) / assumed.dataKey) * assumed.warm * tokens * 2;
}

function print(rows: Measured[], storedBytes: number): void {
  const total = rows.reduce((sum, row) => ({
    route: '**One payment**',
    ms: sum.ms + row.ms,
    read: sum.read + row.read,
    write: sum.write + row.write,
    tokens: sum.tokens + row.tokens,
    logBytes: sum.logBytes + row.logBytes,
  }));
  const requests = rows.filter(({ isJob }) => !isJob).length;
  console.log(
    '| request | Lambda ms | read units | write units | tokens | log bytes |\n|---|--:|--:|--:|--:|--:|',
  );
  for (const { route, ms, read, write, tokens, logBytes } of [...rows, total]) {
    console.log(`| ${route} | ${ms.toFixed(0)} | ${read} | ${write} | ${tokens} | ${logBytes} |`);
  }

  const parts: Record<string, number> = {
    'API Gateway': requests * prices.apiRequest,
    'Lambda, requests': requests * prices.lambdaRequest,
    'Lambda, time': (total.ms / 1000) * assumed.memory * prices.gigabyteSecond,
    'DynamoDB, writes': total.write * prices.writeUnit,
    'DynamoDB, reads': total.read * prices.readUnit,
    'DynamoDB, a year of storage': (storedBytes / 1e9) * prices.storedGigabyteMonth * 12,
    KMS: (dataKeysADay(total.tokens) / 1e6) * prices.kmsRequest,
    Logs: ((total.logBytes + requests * assumed.logBytes) / 1e9) * prices.logGigabyte,
    Traces: requests * assumed.traced * prices.trace,
  };
  const each = Object.values(parts).reduce((sum, part) => sum + part, 0);
  console.log('\n| part | USD for a million payments |\n|---|--:|');
  for (const [part, price] of Object.entries(parts)) console.log(`| ${part} | ${(price * 1e6).toFixed(2)} |`);
  console.log(`| **Sum** | **${(each * 1e6).toFixed(2)}** |`);

  const { key, secret, alarm, metric, dashboard } = prices.month;
  const watching = assumed.alarms * alarm + assumed.metrics * metric + dashboard;
  const fixed = 2 * key + secret + watching + assumed.polls * prices.sqsRequest;
  console.log(
    '\n| payments a day | fixed, USD a month | by use, USD a month | USD a payment |\n|--:|--:|--:|--:|',
  );
  for (const perDay of [1, 1000, 1_000_000]) {
    // Nearly every request of a small shop starts a cold function, and hardly any request of a large shop does.
    const cold = perDay < 100 ? 1 : perDay < 100_000 ? 0.2 : 0.001;
    const milliseconds = requests * cold * assumed.coldStart + total.tokens * cold * assumed.kms;
    const start =
      (milliseconds * assumed.memory * prices.gigabyteSecond) / 1000 +
      total.tokens * cold * prices.kmsRequest;
    const use = perDay * 30 * (each + start);
    const all = [
      fixed.toFixed(2),
      use.toFixed(use < 1 ? 4 : 2),
      ((fixed + use) / (perDay * 30)).toPrecision(2),
    ];
    console.log(`| ${perDay.toLocaleString('en')} | ${all.join(' | ')} |`);
  }
  console.log(`\nStored: ${storedBytes.toFixed(0)} bytes a payment.`);
  console.log(`Prices: eu-west-1, ${pricesOf}. Assumptions: ${JSON.stringify(assumed)}`);
}
