import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { temporaryData } from '../data-folder.ts';
import { hiddenAddress } from '../free-port.ts';

export interface Engine {
  endpoint: string;
  /** The database file. */
  file: string;
  stop(): Promise<void>;
}

interface Options {
  /** The folder from which packages are resolved. */
  root: string;
  /** The database file; without one, a temporary file that is removed when the engine ends. */
  file?: string;
  /** Called when the engine ends by itself. */
  onExit(reason: string): void;
}

/** Starts Dynoxide on a free port of this machine, and waits until it answers. */
export async function startDynoxide({ root, file, onExit }: Options): Promise<Engine> {
  const command = findDynoxide(root);
  const temporary = file === undefined ? temporaryData() : undefined;
  try {
    const path = file ?? temporary?.file ?? '';
    await prepare(path);
    const engine = await serve([...command, 'serve', '--db-path', path], onExit);
    const stop = async () => {
      await engine.stop();
      temporary?.release();
    };
    return { ...engine, file: path, stop };
  } catch (error) {
    temporary?.release();
    throw error;
  }
}

/** Prepares the file in a thread: the library is synchronous, and the stack is synthesized at the same time. */
async function prepare(file: string): Promise<void> {
  await new Promise<void>((done, fail) => {
    new Worker(new URL('prepare.mjs', import.meta.url), { workerData: { file }, execArgv: [] })
      .on('error', (error) =>
        fail(
          new Error(
            `${file} cannot be read: ${error.message}. If the file is broken, restore it from a copy, or remove ${dirname(file)} to start with an empty table.`,
            { cause: error },
          ),
        ),
      )
      .on('exit', () => done());
  });
}

async function serve(command: string[], onExit: Options['onExit']): Promise<Omit<Engine, 'file'>> {
  for (let attempt = 1; ; attempt++) {
    // The engine cannot look for a free port itself, and another program may take the port that was found.
    const { host, port } = await hiddenAddress();
    const child = launch([...command, '--host', host, '-p', String(port)]);
    const endpoint = `http://${host}:${port}`;
    if (await answers(endpoint, child)) {
      void child.exited.then((reason) => child.stopping || onExit(reason));
      return { endpoint, stop: child.stop };
    }
    await child.stop();
    if (attempt === 5) throw new Error(`Dynoxide does not start: ${await child.exited}`);
  }
}

/** The platforms for which npm has a binary of the engine, as in the `optionalDependencies` of `package.json`. */
const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];

/**
 * Finds the command that runs Dynoxide: a binary for this platform, or the package that contains one.
 *
 * @throws an error that says what to do if there is neither
 */
export function findDynoxide(root: string, { platform, arch }: Machine = process): string[] {
  const require = createRequire(join(root, 'package.json'));
  const folderOf = (name: string) => {
    try {
      return dirname(require.resolve(`${name}/package.json`));
    } catch {
      return undefined;
    }
  };

  const name = `${platform}-${arch}`;
  const folder = folderOf(`@dynoxide/${name}`);
  const binary = folder && join(folder, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  if (binary && existsSync(binary)) return [binary];

  const general = folderOf('dynoxide');
  if (general) {
    const { bin } = JSON.parse(readFileSync(join(general, 'package.json'), 'utf8'));
    const path = join(general, typeof bin === 'string' ? bin : (bin?.dynoxide ?? 'dynoxide'));
    return /\.[cm]?js$/.test(path) ? [process.execPath, path] : [path];
  }
  const install = platforms.includes(name)
    ? `@dynoxide/${name} is not in node_modules. Run \`npm ci --include=optional\``
    : `There is no Dynoxide on npm for ${name}. Build it from https://github.com/nubo-db/dynoxide and start it`;
  throw new Error(
    `Florin needs a DynamoDB engine. ${install}, or start another one and set DYNAMODB_ENDPOINT to its address, ` +
      'for instance DynamoDB Local: `docker run -p 8000:8000 amazon/dynamodb-local`, then ' +
      '`DYNAMODB_ENDPOINT=http://localhost:8000 npm start`.',
  );
}

type Machine = Pick<NodeJS.Process, 'platform' | 'arch'>;

interface Child {
  exited: Promise<string>;
  /** Whether the runner has asked the engine to stop. */
  stopping: boolean;
  ended: boolean;
  stop(): Promise<void>;
}

const lifeline = fileURLToPath(new URL('lifeline.mjs', import.meta.url));

/**
 * Starts the engine so that it ends with this process, however this process ends. It is `detached` so that Ctrl-C
 * reaches this process alone, which can finish its requests first.
 */
function launch(command: string[]): Child {
  const process_ = spawn(process.execPath, [lifeline, ...command], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let said = '';
  process_.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-1000);
  });
  process_.stdin.on('error', () => {}); // the engine has ended before its input was closed

  const child: Child = {
    stopping: false,
    ended: false,
    exited: new Promise((done) => {
      const end = (reason: string) => {
        child.ended = true;
        process_.stdin.destroy();
        done(reason);
      };
      process_.on('error', (error) => end(error.message));
      process_.on('exit', (code, signal) => end(said.trim() || `exit ${code ?? signal}`));
    }),
    async stop() {
      child.stopping = true;
      process_.stdin.end();
      await child.exited;
    },
  };
  return child;
}

async function answers(endpoint: string, child: Child): Promise<boolean> {
  const deadline = Date.now() + 10_000;
  while (!child.ended && Date.now() < deadline) {
    const response = await fetch(endpoint).catch(() => undefined);
    // If the engine did not get the port, another program may answer there.
    if (response?.headers.get('server')?.startsWith('Dynoxide') && !child.ended) return true;
    await sleep(20);
  }
  return false;
}
