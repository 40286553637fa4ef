import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { assemble } from '../build/assembly.ts';
import { keptSealKey, takeData } from './data.ts';
import { startDynoxide } from './dynamodb/dynoxide.ts';
import { credentials } from './dynamodb/engine.ts';
import { makeTables } from './dynamodb/tables.ts';
import { makeFunctions } from './functions.ts';
import type { Api } from './gateway/api.ts';
import { makeAuthorize } from './gateway/authorizer.ts';
import { type Gateway, makeGateway } from './gateway/gateway.ts';
import { apiOfOutput } from './gateway/read-api.ts';
import { type Listening, type Logged, listen } from './gateway/server.ts';
import { makeThrottle } from './gateway/throttle.ts';
import { startGuard } from './guard.ts';
import { startModel } from './model/model.ts';
import { usualDay } from './model/settings.ts';
import { rolesOf } from './roles.ts';
import { region, type Template } from './template.ts';
import { type Background, startBackground } from './triggers/background.ts';
import type { Triggered } from './triggers/triggers.ts';
import { type Place, welcoming } from './welcome.ts';
import { withoutStreams } from './without-streams.ts';

export interface StartOptions {
  /** Port of the merchants' API; 0 for any free one. */
  port?: number;
  /** Port of the customer's side; 0 for any free one. */
  posPort?: number;
  /** Port of what stands in for AWS; 0 for any free one. */
  awsPort?: number;
  /** A throwaway database. */
  memory?: boolean;
  /** The repository: `.florin/` and `node_modules/` are in it. */
  root?: string;
  /** A DynamoDB engine that is running already. */
  dynamodbEndpoint?: string;
  /** The seed of a model of AWS's DynamoDB between the functions and the engine; without one there is none. */
  model?: string;
  /** Whether API Gateway's throttling applies. */
  throttle?: boolean;
  /** Base64 of the 32 bytes that the vault seals with. Unless given it is kept with the data, or made for this start. */
  sealKey?: string;
  /** `user:password` of the hello-world service, in place of the secret that a deployed stack has. */
  helloCredentials?: string;
  /** Whether the hello-world service shows why it failed. */
  stackTraces?: boolean;
  /** Whether functions may do what their roles let them, and no more: a hop for each request to the engine. */
  roles?: boolean;
  /** Whether streams and queues run functions at all. */
  triggers?: boolean;
  /** Whether tables have their streams: the engine then keeps a record of each write. */
  streams?: boolean;
  /** How long a queue hides what was received, in place of what the template says. */
  visibilitySeconds?: number;
  /** The most time that a function has whose client waits for it, in seconds. */
  requestSeconds?: number;
  /** The stack to run; synthesized from `lib/stack/stack.ts` unless given. */
  synth?(directory: string): Promise<Synthesized> | Synthesized;
  /** Imports a function's code by its URL. */
  load?(url: string): Promise<unknown>;
  /** Where to go, for a browser that opens the root of the API. */
  welcome?(running: Running): Place[];
  log?(entry: Logged): void;
  /** Told what happens beside requests. */
  note?(text: string): void;
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
  /** The endpoint that stands in for AWS: SQS, SES and Lambda's invocations. */
  aws: string;
  /** The folder that e-mail is written to. */
  mail: string;
  apis: { base: Api; pos: Api };
  triggered: Triggered[];
  stop(): Promise<void>;
}

/** Synthesizes the stack and serves it on this machine, until `stop` is called. */
export async function start(options: StartOptions = {}): Promise<Running> {
  const { root = process.cwd(), report = (error) => console.error(error) } = options;
  const base = later<Gateway>();
  const pos = later<Gateway>();
  const aws = later<Gateway>();
  const listening: Listening[] = [];
  let background: Background | undefined;
  const onExit: (() => unknown)[] = [];

  /** The servers first: what requests under way need must be there until they are answered. */
  const stop = async () => {
    for (const { fail } of [base, pos, aws]) fail(new Error('Florin has stopped'));
    await Promise.all(listening.splice(0, 2).map(({ close }) => close()));
    await background?.stop();
    await Promise.all(listening.splice(0).map(({ close }) => close()));
    for (const undo of onExit.splice(0).reverse()) await undo();
  };

  try {
    const { log = () => {}, note = () => {} } = options;
    const servers = {
      base: await serve({ port: options.port ?? 3000, name: 'PORT', gateway: base.promise, log, report }),
      pos: await serve({
        port: options.posPort ?? 3001,
        name: 'POS_PORT',
        gateway: pos.promise,
        log,
        report,
      }),
      aws: await serve({
        port: options.awsPort ?? 3002,
        name: 'AWS_PORT',
        gateway: aws.promise,
        log,
        report,
      }),
    };

    const [synthesized, database] = await all([synthesize(), startDatabase()]);
    const { directory } = synthesized;
    const whole: Template = { ...synthesized.template, endpoint: servers.aws.url };
    const template = options.streams === false ? withoutStreams(whole) : whole;
    await makeTables(template, database.endpoint, database.remedy);

    const functions = makeFunctions({
      template,
      directory,
      environment: {
        ...functionEnvironment(await guarded(template, await modelled(database.endpoint)), {
          ...options,
          sealKey: options.sealKey ?? database.sealKey,
        }),
        ...awsEndpoints(servers.aws.url),
        LOCAL_POS_URL: servers.pos.url,
      },
      settings: { ...process.env },
      roles: options.roles,
      requestSeconds: options.requestSeconds,
      load: options.load,
    });
    const mail = mailFolder();
    background = await startBackground({
      template,
      endpoint: database.endpoint,
      invoke: functions,
      mail,
      triggers: options.triggers ?? true,
      visibilitySeconds: options.visibilitySeconds,
      note,
      report,
    });
    const { invoke, triggered } = background;
    aws.done(background.aws);
    const addresses = { baseUrl: servers.base.url, posUrl: servers.pos.url };
    const apis = {
      base: atHome(apiOfOutput(template, 'BaseUrl'), addresses),
      pos: atHome(apiOfOutput(template, 'PosUrl'), addresses),
    };
    const authorize = makeAuthorize({ invoke, report });
    const gatewayOf = (api: Api) =>
      makeGateway({
        api,
        invoke,
        authorize,
        throttle: options.throttle === false ? () => true : makeThrottle(api.throttles),
        report,
      });
    const running: Running = {
      baseUrl: servers.base.url,
      posUrl: servers.pos.url,
      aws: servers.aws.url,
      dynamodb: database.endpoint,
      mail,
      apis,
      triggered,
      stop,
    };
    base.done(welcoming(gatewayOf(apis.base), () => options.welcome?.(running) ?? []));
    pos.done(gatewayOf(apis.pos));
    return running;
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
    return (options.synth ?? assemble)(folder);
  }

  function mailFolder(): string {
    if (!options.memory) return join(root, '.florin/mail');
    const folder = mkdtempSync(join(tmpdir(), 'florin-mail-'));
    onExit.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /**
   * The endpoint at which the functions find the table. The runner itself, in place of Lambda and SQS, uses the
   * engine.
   */
  async function modelled(engine: string): Promise<string> {
    if (options.model === undefined) return engine;
    const model = await startModel({ engine, seed: options.model, settings: usualDay });
    onExit.push(model.stop);
    return model.endpoint;
  }

  async function guarded(template: Template, engine: string): Promise<string> {
    if (!options.roles) return engine;
    const guard = await startGuard(engine, rolesOf(template), report);
    onExit.push(guard.stop);
    return guard.endpoint;
  }

  async function startDatabase(): Promise<{ endpoint: string; remedy: string; sealKey?: string }> {
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
    const remedy = `Remove ${relative(root, folder)}/ to start anew.`;
    return { endpoint: engine.endpoint, remedy, sealKey: data && keptSealKey(folder) };
  }
}

/** Replaces the addresses in AWS that an API knows by those on this machine. */
function atHome(api: Api, addresses: Record<string, string>): Api {
  const variables = Object.entries(api.stageVariables ?? {});
  if (variables.length === 0) return api;
  return {
    ...api,
    stageVariables: Object.fromEntries(variables.map(([name, value]) => [name, addresses[name] ?? value])),
  };
}

/** Of the hello-world service, for everybody who can reach this machine's `localhost`. */
export const defaultCredentials = 'florin:florin';

/** The environment of a function, as Lambda sets it, with this machine's addresses in place of AWS. */
function functionEnvironment(
  dynamodb: string,
  {
    sealKey = randomBytes(32).toString('base64'),
    helloCredentials = defaultCredentials,
    stackTraces = true,
  }: StartOptions,
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
    HELLO_CREDENTIALS: helloCredentials,
    SEAL_KEY: sealKey,
    STACK_TRACES: stackTraces ? '1' : '0',
    TZ: ':UTC',
    // A merchant's server may be on this machine.
    WEBHOOK_REACH: process.env.WEBHOOK_REACH ?? 'any',
    // Such a server is the developer's own, and need not show that it wants our events.
    WEBHOOK_CHALLENGE:
      process.env.WEBHOOK_CHALLENGE ?? (process.env.WEBHOOK_REACH === 'public' ? 'on' : 'off'),
  };
}

/** Where functions find the services, unless our own environment says otherwise. */
function awsEndpoints(url: string): Record<string, string> {
  const names = ['SQS', 'SES', 'SESV2', 'KMS'].map((service) => `AWS_ENDPOINT_URL_${service}`);
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? url]));
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
