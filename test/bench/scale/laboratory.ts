import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jobs } from '../../../lib/jobs.ts';
import type { Counted } from '../../../lib/local/model/counters.ts';
import { type Model, startModel } from '../../../lib/local/model/model.ts';
import { goodDay, type Latency } from '../../../lib/local/model/settings.ts';
import { type Engine, startEngine } from '../../api/support/engine.ts';
import { type EngineProxy, startProxy } from '../../api/support/proxy.ts';
import { testKey } from '../../stripe/orders.ts';
import { type StandIn, startStandIn } from '../../stripe/stand-in/start.ts';

/** The use of one invocation of a job. */
export interface Used {
  /** Requests to DynamoDB, by operation. */
  calls: Map<string, number>;
  read: number;
  write: number;
  /** Requests to SQS, and the messages in them. */
  requests: number;
  messages: Sent[];
  /** Requests to the acquirer. */
  acquirer: number;
  /** Requests that follow each other. */
  chain: number;
  /** CPU milliseconds. */
  cpu: number;
  /** Units by partition key. */
  partitions: Map<string, Counted>;
  answer: unknown;
}

export interface Sent {
  queue: string;
  body: Record<string, unknown>;
}

export interface Laboratory {
  engine: Engine;
  stripe: StandIn;
  /** The URL of a merchant's server that takes every event. */
  receiver: string;
  run(job: string, event: unknown): Promise<Used>;
  stop(): Promise<void>;
}

/** The time of each answer in milliseconds, so that simultaneous requests overlap with certainty. */
const latency = 5;

const none: Latency = { median: 0, spread: 0, tail: { chance: 0, times: 1 } };
const withoutLimits = {
  ...goodDay,
  latency: { transaction: none, write: none, read: none },
  partition: { write: 1e9, read: 1e9, burstSeconds: 1 },
  indexLag: 0,
  staleness: 0,
};

/** The vault's key, so that Florin and the jobs share it. */
export const sealKey = Buffer.alloc(32, 7).toString('base64');

/**
 * Starts the engine, in front of it the model of DynamoDB, and in front of that a counter of requests. The jobs run in
 * another process, and their queues only record the messages.
 */
export async function startLaboratory(): Promise<Laboratory> {
  const engine = await startEngine();
  const model = await startModel({
    engine: engine.endpoint,
    seed: 1,
    settings: withoutLimits,
    counting: true,
  });
  const proxy = await startProxy(model.endpoint, latency);
  const stripe = await startStandIn({ apiKey: testKey });
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const messages = keepMessages(proxy);
  let worker: ChildProcess | undefined;

  return {
    engine,
    stripe,
    receiver: `http://127.0.0.1:${portOf(receiver)}/`,
    async run(job, event) {
      worker ??= startWorker(proxy, stripe);
      reset(model, proxy, messages);
      const asked = stripe.seen.length;
      const { entry } = jobs.find(({ name }) => name === job) ?? {};
      worker.send({ entry, event });
      const [{ cpu, answer }] = await once(worker, 'message');
      return { ...usedOf(proxy, model, messages), acquirer: stripe.seen.length - asked, cpu, answer };
    },
    async stop() {
      worker?.kill();
      receiver.closeAllConnections();
      receiver.close();
      await stripe.close();
      await proxy.stop();
      await model.stop();
      await engine.stop();
    },
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Answers the requests to SQS in place of the engine. @returns the messages */
function keepMessages(proxy: EngineProxy): Sent[] {
  const messages: Sent[] = [];
  proxy.instead = (operation, text) => {
    if (operation !== 'SendMessageBatch') return undefined;
    const { QueueUrl, Entries } = JSON.parse(text);
    for (const { MessageBody } of Entries)
      messages.push({ queue: QueueUrl.replace(/.*\//, ''), body: JSON.parse(MessageBody) });
    return { status: 200, headers: {}, body: '{}' };
  };
  return messages;
}

function reset(model: Model, proxy: EngineProxy, messages: Sent[]): void {
  model.reset();
  proxy.reset();
  messages.length = 0;
}

function usedOf(proxy: EngineProxy, model: Model, messages: readonly Sent[]) {
  const calls = new Map<string, number>();
  for (const { operation } of proxy.calls) calls.set(operation, (calls.get(operation) ?? 0) + 1);
  const requests = calls.get('SendMessageBatch') ?? 0;
  calls.delete('SendMessageBatch');
  return {
    ...{ calls, requests, messages: [...messages], ...proxy.units() },
    chain: proxy.sequential(),
    partitions: model.counters.partitions,
  };
}

function startWorker(proxy: EngineProxy, stripe: StandIn): ChildProcess {
  const queue = (name: string) => `https://sqs.example/1/${name}`;
  return fork('test/bench/scale/worker.ts', {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...tableAt(proxy.endpoint),
      AWS_ENDPOINT_URL_SQS: proxy.endpoint,
      RETRIES_URL: queue('retries'),
      MERCHANTS_URL: queue('merchants'),
      DELIVERIES_URL: queue('deliveries'),
      SLOW_DELIVERIES_URL: queue('slow'),
      RESENDS_URL: queue('resends'),
      ACQUIRER_EVENTS_URL: queue('acquirer'),
      ...{ SEAL_KEY: sealKey, WEBHOOK_REACH: 'any', MAIL_FROM: 'florin@example.com' },
      ...{ CONSOLE_URL: 'http://console.example', UNVOUCHED_MERCHANT_POSTS: '10', UNVOUCHED_POSTS: '10' },
      ...{ UNVOUCHED_TEST_MAILS: '10', UNVOUCHED_LIVE_MAILS: '10', RECONCILIATION_SECONDS: '240' },
      ...{ PAYOUT_MINIMUM: '0', PAY_TEST_MERCHANTS: 'yes' },
      ...{
        STRIPE_URL: stripe.url,
        STRIPE_CREDENTIALS: JSON.stringify({ apiKey: testKey, webhookSecrets: [] }),
      },
    },
  });
}

/** The variables that the store reads when it is loaded. */
export const tableAt = (endpoint: string) => ({
  TABLE_NAME: 'florin',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  DYNAMODB_ENDPOINT: endpoint,
});
