import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { localTable } from '../dynamodb/engine.ts';
import { serveHere } from '../loopback.ts';
import { startAnswers } from './answers.ts';
import { type Counters, count, makeCounters } from './counters.ts';
import { type Draw, draw } from './draw.ts';
import { engineAt, textOf } from './engine.ts';
import { type Fault, faultOf } from './faults.ts';
import { latencyOf } from './latency.ts';
import { type Answer, cancelledAnswer, internalError, type Request, throttlingAnswer } from './protocol.ts';
import { goodDay, type Settings } from './settings.ts';

export interface Options {
  /** The endpoint of the engine: Dynoxide, DynamoDB Local, or any other. */
  engine: string;
  /** Decides the random numbers. */
  seed: string | number;
  settings?: Settings;
  /** Whether to count by partition key and item, which needs room for each. */
  counting?: boolean;
}

export interface Model {
  endpoint: string;
  /** Can be changed at any time. */
  settings: Settings;
  /** The counts since the last {@link Model.reset}. */
  counters: Counters;
  reset(): void;
  stop(): Promise<void>;
}

/** The operations on items. All others are administration, and pass unchanged. */
const ofItems = /^(?:(?:Batch|Transact)?(?:Get|Write)Items?|(?:Put|Update|Delete)Item|Query|Scan)$/;

export const isWrite = (operation: string): boolean => /Put|Update|Delete|Write/.test(operation);

/**
 * Starts a proxy before a DynamoDB engine, which adds behaviour of AWS that an engine on a laptop lacks: conflicts between
 * transactions, latency, limits of partition keys, lagging indexes and stale reads, and failures between service and client.
 * Each follows AWS's documentation. The seed and the number of earlier requests of the same kind decide what happens.
 *
 * The engine does everything else. Requests of several items without a transaction (`BatchGetItem`, `BatchWriteItem`, `Scan`)
 * have latency and faults only.
 */
export async function startModel({
  engine,
  seed,
  settings = goodDay,
  counting = false,
}: Options): Promise<Model> {
  const upstream = engineAt(engine);
  const server = await serveHere(serve);

  const model: Model = {
    endpoint: server.endpoint,
    settings,
    counters: makeCounters(),
    reset: () => {
      model.counters = makeCounters();
    },
    stop: async () => {
      await server.stop();
      upstream.stop();
    },
  };
  const answer = startAnswers({ engine: upstream, model, counting });
  const drawn = new Map<string, number>();
  return model;

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await textOf(incoming);
    const target = String(incoming.headers['x-amz-target'] ?? '');
    const request: Request = {
      operation: target.replace(/^.*\./, ''),
      body,
      headers: incoming.headers,
      input: {},
    };
    // The runner keeps the data of Lambda and SQS in a table of its own.
    const isOurs = ofItems.test(request.operation) && !body.includes(`"${localTable}"`);
    if (!isOurs) return send(outgoing, await answer.administration(request));
    request.input = JSON.parse(body);
    await serveItems(request, outgoing);
  }

  async function serveItems(request: Request, outgoing: ServerResponse): Promise<void> {
    const started = performance.now();
    const { operation } = request;
    const kind = operation.startsWith('Transact') ? 'transaction' : isWrite(operation) ? 'write' : 'read';
    const number = (drawn.get(kind) ?? 0) + 1;
    drawn.set(kind, number);
    const drawNow: Draw = (what) => draw(seed, kind, number, what);

    const fault = faultOf(model.settings.faults, operation, drawNow);
    if (fault) model.counters.faults.set(fault, (model.counters.faults.get(fault) ?? 0) + 1);
    const lasts = latencyOf(model.settings.latency[kind], drawNow);
    const until = async (part: number) => {
      const rest = started + part * lasts - performance.now();
      if (rest > 0.5) await sleep(rest);
    };
    const answered =
      beforeEffect(fault, request, drawNow) ?? (await answer.items(request, { draw: drawNow, fault, until }));
    const countIfContains = (text: string) =>
      answered.status === 400 && answered.body.includes(text) ? 1 : 0;
    count(model.counters.operations, operation, {
      attempts: 1,
      conflicts: countIfContains('TransactionConflict'),
      throttles: countIfContains('Throttling'),
    });
    await until(1);
    await deliver(fault, answered, outgoing);
  }

  /** The answer of a fault that takes the place of the effect; `deliver` then cuts the connection for `cut`. */
  function beforeEffect(fault: Fault | undefined, { input }: Request, drawNow: Draw): Answer | undefined {
    if (fault === 'failed' || fault === 'cut') return internalError();
    if (fault !== 'throttled') return undefined;
    const { TransactItems: items } = input;
    if (!items || drawNow('throttled as a whole') < 0.3) return throttlingAnswer();
    const whose = Math.floor(drawNow('throttled item') * items.length);
    return cancelledAnswer(items.map((_, n) => (n === whose ? 'ThrottlingError' : 'None')));
  }

  async function deliver(
    fault: Fault | undefined,
    answered: Answer,
    outgoing: ServerResponse,
  ): Promise<void> {
    if (fault === 'cut' || fault === 'cutAfter') outgoing.destroy();
    else if (fault === 'failedAfter') send(outgoing, internalError());
    else if (fault === 'silentAfter') await once(outgoing, 'close');
    else send(outgoing, answered);
  }
}

function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}
