import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { reportRefusal, validationError } from '../../../lib/local/model/validation.ts';
import { type Answer, failure } from './answer.ts';
import { startConflicts } from './conflicts.ts';

/** A request to the engine, with times in milliseconds. */
export interface Call extends Units {
  operation: string;
  started: number;
  ended: number;
}

/** Consumed capacity, of the table and its indexes together. */
export interface Units {
  read: number;
  write: number;
}

export interface EngineProxy {
  endpoint: string;
  /** Answers a request of this process, without HTTP between the process and the proxy. */
  exchange(request: ProxyRequest): Promise<Answer>;
  /** The requests since the last {@link EngineProxy.reset}. */
  calls: Call[];
  /** The additional time of each answer, in milliseconds. See {@link startProxy}. */
  latency: number;
  /** The local runner's requests in place of Lambda and SQS wait for this promise, which pauses all jobs. */
  jobs: Promise<void>;
  /** Answers the runner's requests in place of Lambda and SQS. {@link EngineProxy.instead} answers all others. */
  jobsInstead?: (operation: string, requestBody: string) => Answer | undefined;
  /**
   * Runs between the effect of a request and its answer: after the engine has answered, before Florin gets the answer.
   */
  afterAnswer?: (operation: string, requestBody: string) => unknown;
  /** Answers in place of the engine. If its result is undefined, the request then goes to the engine. */
  instead?: (operation: string, requestBody: string) => Answer | undefined | Promise<Answer | undefined>;
  /** Milliseconds that Florin's clock is ahead of the engine's. The proxy adds them to the times in the stream. */
  ahead?: () => number;
  /** Changes the engine's answers to queries of the index, because the index in AWS lags behind the table. */
  indexed?: (items: StoredItem[]) => StoredItem[];
  /**
   * How long a transaction keeps its items, in milliseconds. Any other write of one of these items during this time is
   * in conflict, as in AWS. Without this time, the local engine is too fast for two writes to overlap.
   */
  held: number;
  reset(): void;
  /** Counts the round trips that followed each other, without overlap in time. */
  sequential(): number;
  units(): Units;
  /** Throws if Florin has sent a request that only the local engine accepts. */
  stop(): Promise<void>;
}

/** A request to the engine. */
export type ProxyRequest = { headers: IncomingMessage['headers']; body: string };

const agent = new Agent({ keepAlive: true });

/**
 * Starts a proxy between Florin and its DynamoDB engine, which counts the requests. With a `latency`, simultaneous
 * requests always overlap. Without it, a local engine may answer the first before Florin has signed the second.
 */
export async function startProxy(engine: string, latency = 0): Promise<EngineProxy> {
  const server = createServer((incoming, outgoing) => {
    handleIncoming(incoming).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      () => outgoing.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const conflicts = startConflicts();
  let refused: string | undefined;

  const proxy: EngineProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    exchange: handle,
    latency,
    jobs: Promise.resolve(),
    held: 0,
    reset: () => {
      proxy.calls = [];
    },
    sequential: () => longestChain(proxy.calls),
    units: () => sum(proxy.calls),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      if (refused) throw new Error(refused);
    },
  };
  return proxy;

  async function handleIncoming(incoming: IncomingMessage) {
    return handle({ headers: incoming.headers, body: await textOf(incoming) });
  }

  async function handle({ headers, body: asked }: ProxyRequest): Promise<Answer> {
    const started = performance.now();
    const operation = String(headers['x-amz-target'] ?? '').replace(/^.*\./, '');
    if (ofTheRunner(headers, asked)) {
      await proxy.jobs;
      const answer = proxy.jobsInstead?.(operation, asked) ?? (await forward(engine, headers, asked));
      return proxy.ahead ? { ...answer, body: postpone(answer.body, proxy.ahead()), headers: {} } : answer;
    }
    const invalid = ofItems.test(operation) ? validationError(JSON.parse(asked)) : undefined;
    if (invalid) {
      refused = reportRefusal(invalid, asked);
      return failure('ValidationException', { message: invalid });
    }
    const answer =
      (await proxy.instead?.(operation, asked)) ??
      (await conflicts.between(operation, asked, proxy.held, () =>
        forward(engine, headers, requestCapacity(operation, asked)),
      ));
    if (proxy.indexed && asked.includes('"IndexName"')) {
      const page = JSON.parse(answer.body);
      answer.body = JSON.stringify({ ...page, Items: proxy.indexed(page.Items) });
      delete answer.headers['x-amz-crc32'];
    }
    await proxy.afterAnswer?.(operation, asked);
    await sleep(proxy.latency);
    proxy.calls.push({ operation, started, ended: performance.now(), ...unitsOf(operation, answer.body) });
    return answer;
  }
}

/** Moves the times of stream records forward by `ahead` milliseconds. */
function postpone(body: string, ahead: number): string {
  return body.replace(
    /"ApproximateCreationDateTime":\s*([\d.]+)/g,
    (_, seconds) => `"ApproximateCreationDateTime":${Number(seconds) + Math.floor(ahead / 1000)}`,
  );
}

/** True for requests of the local runner in place of Lambda and SQS, which poll the stream or store messages. */
const ofTheRunner = (headers: ProxyRequest['headers'], body: string): boolean =>
  String(headers['x-amz-target']).startsWith('DynamoDBStreams_') || body.includes('"florin-local"');

/** An item in DynamoDB's protocol, each value with its type: `{ pk: { S: 'tx#1' } }`. */
export type StoredItem = Record<string, Record<string, unknown>>;

/** Forwards a client's request to the engine. */
async function forward(engine: string, headers: ProxyRequest['headers'], body: string): Promise<Answer> {
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(engine, { method: 'POST', agent, headers: { ...headers, ...length } }).end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const text = await textOf(incoming);
  const { 'content-type': type = 'application/x-amz-json-1.0', 'x-amz-crc32': crc } = incoming.headers;
  return {
    status: incoming.statusCode ?? 500,
    headers: { 'content-type': type, ...(crc ? { 'x-amz-crc32': String(crc) } : {}) },
    body: text,
  };
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const ofItems =
  /^(Get|Put|Update|Delete|BatchGet|BatchWrite|TransactGet|TransactWrite)Items?$|^(Query|Scan)$/;

/** Adds the request for consumed capacity if it is missing, so that the proxy counts every operation. */
function requestCapacity(operation: string, body: string): string {
  if (!ofItems.test(operation) || body.includes('"ReturnConsumedCapacity"')) return body;
  return JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: 'INDEXES' });
}

interface Consumed {
  CapacityUnits?: number;
  ReadCapacityUnits?: number;
  WriteCapacityUnits?: number;
}

/**
 * Reads the units of an answer. Only transactions name read and write units. Other operations only read or only write.
 */
function unitsOf(operation: string, body: string): Units {
  if (!body.includes('"ConsumedCapacity"')) return { read: 0, write: 0 };
  const consumed: Consumed[] = [JSON.parse(body).ConsumedCapacity].flat();
  return sum(
    consumed.map(({ CapacityUnits = 0, ReadCapacityUnits, WriteCapacityUnits }) => {
      if (ReadCapacityUnits !== undefined || WriteCapacityUnits !== undefined)
        return { read: ReadCapacityUnits ?? 0, write: WriteCapacityUnits ?? 0 };
      return /Get|Query|Scan/.test(operation)
        ? { read: CapacityUnits, write: 0 }
        : { read: 0, write: CapacityUnits };
    }),
  );
}

export const sum = (units: readonly Units[]): Units => ({
  read: units.reduce((total, { read }) => total + read, 0),
  write: units.reduce((total, { write }) => total + write, 0),
});

/** Returns the largest number of requests of which no two overlapped in time. */
function longestChain(calls: readonly Call[]): number {
  let length = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { started, ended } of [...calls].sort((a, b) => a.ended - b.ended)) {
    if (started < end) continue;
    length++;
    end = ended;
  }
  return length;
}
