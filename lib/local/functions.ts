import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import type { Assembly } from '../build/assembly-cache.ts';
import type { Environments } from './cold-starts.ts';
import { withEnvironment } from './environment.ts';
import { GatewayError } from './gateway/gateway-response.ts';
import { accountId, physicalId, type Resource, region, resolve, type Template } from './template.ts';

/** Calls the function with this logical id, and returns its result. */
export type Invoke = (functionId: string, event: unknown) => Promise<unknown>;

/** The assembly holds the functions' code. */
interface Options extends Assembly {
  template: Template;
  /** Variables that every function gets in addition to those of the template. */
  environment: Record<string, string>;
  /** Values that replace settings of the template. They cannot replace names of resources. */
  settings?: Record<string, string | undefined>;
  /** Whether each function has an access key of its own, so that the local services know its role. */
  roles?: boolean;
  /** The time limit of functions that a client waits for, in seconds. */
  requestSeconds?: number;
  /** The most functions that run at the same time, as the account's limit in AWS; without a limit if absent. */
  concurrency?: number;
  /** Makes calls wait for environments, as in Lambda. */
  environments?: Environments;
  /** Imports a module by its URL. */
  load?(url: string): Promise<unknown>;
}

/**
 * The longest time that API Gateway waits, in seconds. A function with a longer time limit is not called by a request.
 */
const longestRequest = 29;

/** Lambda's limit on the size of events and results, in bytes. */
const payloadLimit = 6 * 1024 * 1024;

/**
 * Runs the functions of the template in this process. Each is loaded at its first call. All triggers call functions
 * through here.
 */
export function makeFunctions(options: Options): Invoke {
  const { template, directory, environment, settings = {}, load: importCode = importUrl } = options;
  const { concurrency = Number.POSITIVE_INFINITY } = options;
  const loaded = new Map<string, { folder: string; code: Promise<Loaded> }>();
  let running = 0;

  return async (id, event) => {
    // Lambda throttles a call beyond the limit. The function does not begin.
    if (running >= concurrency) throw new GatewayError('INTEGRATION_FAILURE');
    running += 1;
    try {
      return await call(id, event);
    } finally {
      running -= 1;
    }
  };

  async function call(id: string, event: unknown): Promise<unknown> {
    const input = JSON.stringify(event);
    if (Buffer.byteLength(input) > payloadLimit) throw new GatewayError('REQUEST_TOO_LARGE');

    const called = performance.now();
    const { handler, environment, timeout, context, loading } = await load(id);

    const giveBack = await options.environments?.take(id, loading, performance.now() - called);
    // Functions share no objects with the runner or with each other, so everything is passed as JSON.
    const output = await withEnvironment(environment, () =>
      limitTime(id, timeout, async () => JSON.stringify(await handler(JSON.parse(input), context()))),
    ).finally(giveBack);
    if (Buffer.byteLength(output ?? '') > payloadLimit) {
      throw new Error(`${id} returned more than Lambda's limit of ${payloadLimit} bytes`);
    }
    return output === undefined ? undefined : JSON.parse(output);
  }

  /** Loads a function at its first call, and again when its code is in another folder. */
  async function load(id: string): Promise<Loaded> {
    const resource = template.Resources[id];
    if (resource?.Type !== 'AWS::Lambda::Function') throw new Error(`There is no function ${id}`);
    const asset = String(resource.Metadata?.['aws:asset:path']);
    const folder = (await options.unpack?.(asset)) ?? join(directory, asset);
    const made = loaded.get(id);
    if (made?.folder === folder) return made.code;
    const code = start(id, resource, folder);
    loaded.set(id, { folder, code });
    return code;
  }

  async function start(id: string, resource: Resource, folder: string): Promise<Loaded> {
    const {
      Handler = 'index.handler',
      Timeout = 3,
      MemorySize = 128,
      Environment,
    } = resource.Properties ?? {};
    const { requestSeconds = longestRequest } = options;
    const time = 1000 * (Timeout > longestRequest ? Timeout : Math.min(Timeout, requestSeconds));
    const [file, name] = Handler.split('.');
    const url = pathToFileURL(join(folder, `${file}.mjs`));
    const functionName = physicalId(template, id);
    const own = {
      ...variablesOf(Environment?.Variables),
      ...environment, // these come last, as the template has empty values for them
      ...(options.roles ? { AWS_ACCESS_KEY_ID: id } : {}),
      AWS_LAMBDA_FUNCTION_NAME: functionName,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    };

    const started = performance.now();
    const module = (await withEnvironment(own, () => importCode(url.href))) as Record<
      string,
      Loaded['handler']
    >;
    const handler = module[name];
    if (typeof handler !== 'function') throw new Error(`${id} exports no ${name}`);
    return {
      handler,
      environment: own,
      loading: performance.now() - started,
      timeout: time,
      context: makeContexts(functionName, String(MemorySize), time),
    };
  }

  function variablesOf(variables: Record<string, unknown> = {}): Record<string, string> {
    const set = Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? settings[name] || value : resolve(template, value),
    ]);
    return Object.fromEntries(set.filter(([, value]) => value !== undefined));
  }
}

interface Loaded {
  handler(event: unknown, context: Context): unknown;
  environment: Record<string, string>;
  /** The milliseconds that its code took to load. */
  loading: number;
  timeout: number;
  context(): Context;
}

const importUrl = (url: string): Promise<unknown> => import(url);

/** Limits the time of a call. Lambda would end the process; here the function continues, and its result is dropped. */
async function limitTime<T>(id: string, timeout: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${id} timed out after ${timeout / 1000} seconds`)), timeout);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function makeContexts(functionName: string, memoryLimitInMB: string, timeout: number): () => Context {
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  const logStreamName = `${today}/[$LATEST]${randomBytes(16).toString('hex')}`;

  return () => {
    const end = Date.now() + timeout;
    return {
      callbackWaitsForEmptyEventLoop: true,
      functionName,
      functionVersion: '$LATEST',
      invokedFunctionArn: `arn:aws:lambda:${region}:${accountId}:function:${functionName}`,
      memoryLimitInMB,
      awsRequestId: randomUUID(),
      logGroupName: `/aws/lambda/${functionName}`,
      logStreamName,
      getRemainingTimeInMillis: () => Math.max(0, end - Date.now()),
      done: noCallbacks,
      fail: noCallbacks,
      succeed: noCallbacks,
    };
  };
}

function noCallbacks(): never {
  throw new Error('A handler returns a promise; this is not in the runtime any more');
}
