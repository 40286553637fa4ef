import { join } from 'node:path';
import { assemble } from '../build/assembly-cache.ts';
import { root as sources } from '../root.ts';
import { readingLogs } from './aws/logs.ts';
import { installLocalTime } from './clock/local-time.ts';
import { playColdStarts } from './cold-starts.ts';
import { temporaryFolder } from './data-folder.ts';
import { makeTables } from './dynamodb/tables.ts';
import { awsEndpoints, functionEnvironment } from './function-environment.ts';
import { type Invoke, makeFunctions } from './functions.ts';
import type { Api } from './gateway/api.ts';
import { makeAuthorize } from './gateway/authorizer.ts';
import { makeGateway } from './gateway/gateway.ts';
import { localApis } from './gateway/local-apis.ts';
import type { Logged } from './gateway/server.ts';
import { makeThrottle } from './gateway/throttle.ts';
import { keepRequests } from './requests.ts';
import { type Servers, startServers } from './servers.ts';
import { type Database, type OnExit, startDatabase, startFunctionsEndpoint } from './start-database.ts';
import type { Running, StartOptions, Synthesized } from './start-options.ts';
import type { Template } from './template.ts';
import { type Background, startBackground } from './triggers/background.ts';
import { checkVariables } from './variables.ts';
import { watchSources } from './watch.ts';
import { withWelcome } from './welcome.ts';
import { withoutStreams } from './without-streams.ts';

/** Synthesizes the stack and serves it on this machine, until `stop` is called. */
export async function start(options: StartOptions = {}): Promise<Running> {
  const {
    root = process.cwd(),
    log = () => {},
    note = () => {},
    report = (error) => console.error(error),
  } = options;
  checkVariables(process.env);
  installLocalTime();
  const requests = keepRequests();
  let servers: Servers | undefined;
  let background: Background | undefined;
  const undos: (() => unknown)[] = [];
  const onExit: OnExit = (undo) => undos.push(undo);

  /** Closes the servers first, so that requests under way still have the database. */
  const stop = async () => {
    await servers?.closeApis();
    await background?.stop();
    await servers?.closeAws();
    for (const undo of undos.splice(0).reverse()) await undo();
  };

  try {
    servers = await startServers(options, logsOf(requests.add, log), report);
    const { urls, open } = servers;
    const [synthesized, database] = await awaitBoth([
      synthesize(options, onExit),
      startDatabase(root, options, onExit),
    ]);
    const template = templateOf(synthesized, urls.aws, options);
    const isMigrated = await makeTables(template, database.endpoint, database.remedy);
    const functions = await startFunctions(
      { ...options, note, report },
      { ...synthesized, template },
      database,
      urls,
      onExit,
    );
    if (options.watch && synthesized.refresh) onExit(watchSources(sources, synthesized.refresh, note));
    const mail = mailFolder(root, options, onExit);
    background = await startBackground({
      template,
      endpoint: database.endpoint,
      file: database.file,
      invoke: functions,
      requests,
      mail,
      triggers: options.triggers ?? true,
      visibilitySeconds: options.visibilitySeconds,
      clock: options.clock,
      note,
      report,
    });
    const { invoke, triggered } = background;
    if (isMigrated || database.isKept) await backfill(invoke, note).catch(report);
    open('aws', background.aws);

    const apis = localApis(template, urls);
    const running: Running = {
      baseUrl: urls.base,
      posUrl: urls.pos,
      consoleUrl: urls.console,
      aws: urls.aws,
      dynamodb: database.published,
      mail,
      apis,
      triggered,
      stop,
    };
    const authorize = makeAuthorize({ invoke, report });
    const gatewayOf = (api: Api) => {
      const throttle = options.throttle === false ? () => true : makeThrottle(api.throttles);
      return makeGateway({ api, invoke, authorize, throttle, report });
    };
    open(
      'base',
      withWelcome(gatewayOf(apis.base), () => options.welcome?.(running) ?? []),
    );
    open('pos', gatewayOf(apis.pos));
    open('console', gatewayOf(apis.console));
    await background.catchUp();
    return running;
  } catch (error) {
    await stop();
    throw error;
  }
}

type Log = (entry: Logged) => void;

/** Keeps and logs the requests to the APIs. Those of `florin logs tail` itself are not logged, as it repeats them. */
function logsOf(keep: Log, log: Log) {
  const ofApi: Log = (entry) => {
    keep(entry);
    log(entry);
  };
  const ofAws: Log = (entry) => {
    if (entry.function !== readingLogs) log(entry);
  };
  return { base: ofApi, pos: ofApi, console: ofApi, aws: ofAws };
}

/** Each runner synthesizes into a folder of its own, as several may run at once. */
async function synthesize({ synth, progress }: StartOptions, onExit: OnExit): Promise<Synthesized> {
  const { path, release } = temporaryFolder('stack');
  onExit(release);
  return synth ? synth(path) : assemble(path, { isLazy: true, progress });
}

function templateOf({ template }: Synthesized, endpoint: string, { streams }: StartOptions): Template {
  const whole = { ...template, endpoint };
  return streams === false ? withoutStreams(whole) : whole;
}

/** Makes the functions, with the addresses of this machine and with the endpoint of the table. */
async function startFunctions(
  options: StartOptions & Required<Pick<StartOptions, 'note' | 'report'>>,
  { template, directory, unpack }: Synthesized,
  { endpoint, sealKey }: Database,
  urls: Servers['urls'],
  onExit: OnExit,
): Promise<Invoke> {
  const table = await startFunctionsEndpoint(endpoint, template, options, onExit);
  return makeFunctions({
    template,
    directory,
    unpack,
    environment: {
      ...functionEnvironment(table, { ...options, sealKey: options.sealKey ?? sealKey }),
      ...awsEndpoints(urls.aws),
      LOCAL_POS_URL: urls.pos,
      LOCAL_CONSOLE_URL: urls.console,
    },
    settings: { ...process.env },
    roles: options.roles,
    requestSeconds: options.requestSeconds,
    concurrency: options.concurrency,
    environments: options.cold ? playColdStarts(options.note) : undefined,
    load: options.load,
  });
}

function mailFolder(root: string, { memory }: StartOptions, onExit: OnExit): string {
  if (!memory) return join(root, '.florin/mail');
  const { path, release } = temporaryFolder('mail');
  onExit(release);
  return path;
}

/**
 * Changes items of an earlier version to the shape of this one. The job stores its progress in the table. So each
 * start continues where the last one was interrupted, and does nothing once all items have the shape.
 */
async function backfill(invoke: Invoke, note: (text: string) => void): Promise<void> {
  const { changed } = (await invoke('Backfill', {})) as { changed: number };
  if (changed > 0) note(`Backfill has given ${changed} items of an earlier version the shape of this one`);
}

/** Like `Promise.all`, but waits for both even if one fails, as everything that has started must be stopped. */
async function awaitBoth<A, B>(work: [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
