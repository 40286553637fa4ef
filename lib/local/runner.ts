import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Api, apiOfOutput } from './api.ts';
import { makeAuthorize } from './authorizer.ts';
import { takeData } from './data.ts';
import { credentials, makeTables } from './dynamodb.ts';
import { startDynoxide } from './dynoxide.ts';
import { makeFunctions } from './functions.ts';
import { type Gateway, makeGateway } from './gateway.ts';
import { type Listening, type Logged, listen } from './server.ts';
import { region, type Template } from './template.ts';
import { makeThrottle } from './throttle.ts';

export interface StartOptions {
  /** Port of the merchants' API; 0 for any free one. */
  port?: number;
  /** Port of the customer's side; 0 for any free one. */
  posPort?: number;
  /** A throwaway database. */
  memory?: boolean;
  /** The repository: `.florin/` and `node_modules/` are in it. */
  root?: string;
  /** A DynamoDB engine that is running already. */
  dynamodbEndpoint?: string;
  /** Whether API Gateway's throttling applies. */
  throttle?: boolean;
  /** Base64 of the 32 bytes that card tokens are sealed with. Made at each start, unless given. */
  sealKey?: string;
  /** The stack to run; synthesized from `lib/stack.ts` unless given. */
  synth?(directory: string): Promise<Synthesized> | Synthesized;
  /** Imports a function's code by its URL. */
  load?(url: string): Promise<unknown>;
  log?(entry: Logged): void;
  report?(error: unknown): void;
  /** Called when the database ends by itself; nothing works from then on. */
  onFailure?(error: Error): void;
}

export interface Synthesized {
  template: Template;
  directory: string;
}

export interface Running {
  baseUrl: string;
  posUrl: string;
  /** The endpoint of the DynamoDB engine. */
  dynamodb: string;
  apis: { base: Api; pos: Api };
  stop(): Promise<void>;
}

/** Synthesizes the stack and serves it on this machine, until `stop` is called. */
export async function start(options: StartOptions = {}): Promise<Running> {
  const { root = process.cwd(), report = (error) => console.error(error) } = options;
  const base = later<Gateway>();
  const pos = later<Gateway>();
  const listening: Listening[] = [];
  const onExit: (() => unknown)[] = [];

  /** The servers first: what requests under way need must be there until they are answered. */
  const stop = async () => {
    for (const { fail } of [base, pos]) fail(new Error('Florin has stopped'));
    await Promise.all(listening.splice(0).map(({ close }) => close()));
    for (const undo of onExit.splice(0).reverse()) await undo();
  };

  try {
    const { log = () => {} } = options;
    const servers = {
      base: await serve({ port: options.port ?? 3000, name: 'PORT', gateway: base.promise, log, report }),
      pos: await serve({
        port: options.posPort ?? 3001,
        name: 'POS_PORT',
        gateway: pos.promise,
        log,
        report,
      }),
    };

    const [{ template, directory }, database] = await all([synthesize(), startDatabase()]);
    await makeTables(template, database.endpoint, database.remedy);

    const invoke = makeFunctions({
      template,
      directory,
      environment: functionEnvironment(database.endpoint, options.sealKey),
      load: options.load,
    });
    const apis = { base: apiOfOutput(template, 'BaseUrl'), pos: apiOfOutput(template, 'PosUrl') };
    const authorize = makeAuthorize({ invoke, report });
    const gatewayOf = (api: Api) =>
      makeGateway({
        api,
        invoke,
        authorize,
        throttle: options.throttle === false ? () => true : makeThrottle(api.throttles),
        report,
      });
    base.done(gatewayOf(apis.base));
    pos.done(gatewayOf(apis.pos));

    return { baseUrl: servers.base.url, posUrl: servers.pos.url, dynamodb: database.endpoint, apis, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function serve(served: Parameters<typeof listen>[0]): Promise<Listening> {
    const server = await listen(served);
    listening.push(server);
    return server;
  }

  /** In a folder of its own, as several runners may be at it at once. */
  async function synthesize(): Promise<Synthesized> {
    const folder = mkdtempSync(join(tmpdir(), 'florin-'));
    onExit.push(() => rmSync(folder, { recursive: true, force: true }));
    return (options.synth ?? synthesizeStack)(folder);
  }

  async function startDatabase(): Promise<{ endpoint: string; remedy: string }> {
    const { dynamodbEndpoint, memory } = options;
    if (dynamodbEndpoint) {
      return {
        endpoint: dynamodbEndpoint,
        remedy: `Remove it from ${dynamodbEndpoint}, or use another engine.`,
      };
    }
    const folder = join(root, '.florin');
    const data = memory ? undefined : takeData(folder);
    if (data) onExit.push(data.release);
    const engine = await startDynoxide({
      root,
      file: data?.file,
      onExit: (reason) => options.onFailure?.(new Error(`Dynoxide has stopped: ${reason}`)),
    });
    onExit.push(engine.stop);
    return { endpoint: engine.endpoint, remedy: `Remove ${relative(root, folder)}/ to start anew.` };
  }
}

/** Imported late: the CDK takes a second to load, and is no module that Jest could load. */
async function synthesizeStack(folder: string): Promise<Synthesized> {
  const { synth } = await import('../synth.ts');
  return synth(join(folder, 'cdk.out'), { build: join(folder, 'build') });
}

/** What Lambda, and this machine in place of AWS, put in the environment of every function. */
function functionEnvironment(
  dynamodb: string,
  sealKey = randomBytes(32).toString('base64'),
): Record<string, string> {
  const own = ['HOME', 'LANG', 'NODE_ENV', 'PATH', 'TMPDIR'];
  const passed = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && (name.startsWith('FLORIN_') || own.includes(name)),
  );
  return {
    ...(Object.fromEntries(passed) as Record<string, string>),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_DEFAULT_REGION: region,
    AWS_REGION: region,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    DYNAMODB_ENDPOINT: dynamodb,
    SEAL_KEY: sealKey,
    TZ: ':UTC',
  };
}

/** Like `Promise.all`, but waits for each to end: what has started must be stopped. */
async function all<A, B>(work: [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

function later<T>() {
  let done!: (value: T) => void;
  let fail!: (error: Error) => void;
  const promise = new Promise<T>((resolve, reject) => {
    done = resolve;
    fail = reject;
  });
  promise.catch(() => {}); // nobody may be waiting
  return { promise, done, fail };
}
