import { join } from 'node:path';
import { assemble } from '../build/assembly-cache.ts';
import { readingLogs } from './aws/logs.ts';
import { playColdStarts } from './cold-starts.ts';
import { temporaryFolder } from './data-folder.ts';
import { makeTables } from './dynamodb/tables.ts';
import { awsEndpoints, functionEnvironment } from './function-environment.ts';
import { type Invoke, makeFunctions } from './functions.ts';
import type { Api } from './gateway/api.ts';
import { makeAuthorize } from './gateway/authorizer.ts';
import { type Gateway, makeGateway } from './gateway/gateway.ts';
import { apiOfOutput } from './gateway/read-api.ts';
import { type Listening, type Logged, listen } from './gateway/server.ts';
import { makeThrottle } from './gateway/throttle.ts';
import { keepRequests } from './requests.ts';
import { startDatabase, startFunctionsEndpoint } from './start-database.ts';
import type { Running, StartOptions, Synthesized } from './start-options.ts';
import type { Template } from './template.ts';
import { type Background, startBackground } from './triggers/background.ts';
import { checkVariables } from './variables.ts';
import { withWelcome } from './welcome.ts';
import { withoutStreams } from './without-streams.ts';

/** Synthesizes the stack and serves it on this machine, until `stop` is called. */
export async function start(options: StartOptions = {}): Promise<Running> {
  const { root = process.cwd(), report = (error) => globalThis.console.error(error) } = options;
  checkVariables(process.env);
  const base = makeDeferred<Gateway>();
  const pos = makeDeferred<Gateway>();
  const console = makeDeferred<Gateway>();
  const aws = makeDeferred<Gateway>();
  const listening: Listening[] = [];
  let background: Background | undefined;
  const onExit: (() => unknown)[] = [];
  const undoLater = (undo: () => unknown) => onExit.push(undo);

  /** Closes the servers first, so that requests under way still have the database. */
  const stop = async () => {
    for (const { fail } of [base, pos, console, aws]) fail(new Error('Florin has stopped'));
    await Promise.all(listening.splice(0, 3).map(({ close }) => close()));
    await background?.stop();
    await Promise.all(listening.splice(0).map(({ close }) => close()));
    for (const undo of onExit.splice(0).reverse()) await undo();
  };

  try {
    const { log = () => {}, note = () => {} } = options;
    const requests = keepRequests();
    const serve = async (
      name: string,
      port: number,
      gateway: Promise<Gateway>,
      heard = (entry: Logged) => {
        requests.add(entry);
        log(entry);
      },
    ): Promise<Listening> => {
      const server = await listen({ name, port, gateway, log: heard, report });
      listening.push(server);
      return server;
    };
    // The requests of `florin logs tail` itself are not logged, as it sends them repeatedly.
    const logAws = (entry: Logged) => entry.function === readingLogs || log(entry);
    const servers = {
      base: await serve('PORT', options.port ?? 3000, base.promise),
      pos: await serve('POS_PORT', options.posPort ?? 3001, pos.promise),
      console: await serve('CONSOLE_PORT', options.consolePort ?? 3002, console.promise),
      aws: await serve('AWS_PORT', options.awsPort ?? 3003, aws.promise, logAws),
    };

    const [synthesized, database] = await awaitBoth([synthesize(), startDatabase(root, options, undoLater)]);
    const { directory, unpack } = synthesized;
    const whole: Template = { ...synthesized.template, endpoint: servers.aws.url };
    const template = options.streams === false ? withoutStreams(whole) : whole;
    const isMigrated = await makeTables(template, database.endpoint, database.remedy);

    const functions = makeFunctions({
      template,
      directory,
      unpack,
      environment: {
        ...functionEnvironment(
          await startFunctionsEndpoint(database.endpoint, template, { ...options, report }, undoLater),
          { ...options, sealKey: options.sealKey ?? database.sealKey },
        ),
        ...awsEndpoints(servers.aws.url),
        LOCAL_POS_URL: servers.pos.url,
        LOCAL_CONSOLE_URL: servers.console.url,
      },
      settings: { ...process.env },
      roles: options.roles,
      requestSeconds: options.requestSeconds,
      concurrency: options.concurrency,
      environments: options.cold ? playColdStarts(note) : undefined,
      load: options.load,
    });
    const mail = mailFolder();
    background = await startBackground({
      template,
      endpoint: database.endpoint,
      file: database.file,
      invoke: functions,
      requests,
      mail,
      triggers: options.triggers ?? true,
      visibilitySeconds: options.visibilitySeconds,
      note,
      report,
    });
    const { invoke, triggered } = background;
    if (isMigrated || database.isKept) await backfill(invoke, note).catch(report);
    aws.done(background.aws);
    const addresses = {
      baseUrl: servers.base.url,
      posUrl: servers.pos.url,
      consoleUrl: servers.console.url,
    };
    const apis = {
      base: withLocalAddresses(apiOfOutput(template, 'BaseUrl'), addresses),
      pos: withLocalAddresses(apiOfOutput(template, 'PosUrl'), addresses),
      console: withLocalAddresses(apiOfOutput(template, 'ConsoleUrl'), addresses),
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
      consoleUrl: servers.console.url,
      aws: servers.aws.url,
      dynamodb: database.endpoint,
      mail,
      apis,
      triggered,
      stop,
    };
    base.done(withWelcome(gatewayOf(apis.base), () => options.welcome?.(running) ?? []));
    pos.done(gatewayOf(apis.pos));
    console.done(gatewayOf(apis.console));
    return running;
  } catch (error) {
    await stop();
    throw error;
  }

  /** Each runner synthesizes into a folder of its own, as several may run at once. */
  async function synthesize(): Promise<Synthesized> {
    const { path, release } = temporaryFolder('stack');
    onExit.push(release);
    return options.synth ? options.synth(path) : assemble(path, { isLazy: true });
  }

  function mailFolder(): string {
    if (!options.memory) return join(root, '.florin/mail');
    const { path, release } = temporaryFolder('mail');
    onExit.push(release);
    return path;
  }
}

/**
 * Changes items of an earlier version to the shape of this one. The job stores its progress in the table. So each
 * start continues where the last one was interrupted, and does nothing once all items have the shape.
 */
async function backfill(invoke: Invoke, note: (text: string) => void): Promise<void> {
  const { changed } = (await invoke('Backfill', {})) as { changed: number };
  if (changed > 0) note(`Backfill has given ${changed} items of an earlier version the shape of this one`);
}

/** Replaces the AWS addresses that an API contains by addresses of this machine. */
function withLocalAddresses(api: Api, addresses: Record<string, string>): Api {
  const variables = Object.entries(api.stageVariables ?? {});
  if (variables.length === 0) return api;
  return {
    ...api,
    stageVariables: Object.fromEntries(variables.map(([name, value]) => [name, addresses[name] ?? value])),
  };
}

/** Like `Promise.all`, but waits for both even if one fails, as everything that has started must be stopped. */
async function awaitBoth<A, B>(work: [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

function makeDeferred<T>() {
  let done!: (value: T) => void;
  let fail!: (error: Error) => void;
  const promise = new Promise<T>((resolve, reject) => {
    done = resolve;
    fail = reject;
  });
  promise.catch(() => {}); // handles a rejection that nobody waits for
  return { promise, done, fail };
}
