import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { refusedByAws } from '../../../lib/local/model/validation.ts';
import { expectContractOf } from './contract.ts';

/** A running Florin. */
export interface Florin {
  baseUrl: string;
  posUrl: string;
  consoleUrl: string;
  dynamodb: string;
  /** The URL of the stand-in for AWS: SQS, SES, and Lambda's invocations. */
  aws: string;
  /** The folder that e-mail is written to. */
  mail: string;
  /** Returns everything that Florin has printed so far, on both streams. */
  log(): string;
  /**
   * Stops Florin as Ctrl-C does, and waits until its process has ended. Throws if Florin has sent a request that only
   * the local engine accepts.
   */
  stop(): Promise<void>;
  /** Kills Florin without warning, and waits until its process has ended. */
  kill(): Promise<void>;
}

/** Makes queues soon repeat a batch that failed on a busy machine. In AWS the repeat comes after minutes. */
export const shortVisibility = { FLORIN_VISIBILITY_SECONDS: '12' };

/**
 * Starts Florin on free ports, with `args` and `env` as on the command line. `cwd` can be a copy of the repository. If
 * `FLORIN_MODEL` is set to a seed, Florin runs on the model of AWS's DynamoDB, unless the test has its own engine.
 * Functions have only the permissions of their roles. The program is the bundle of `FLORIN_RUNNER`, if it is set.
 */
export async function startFlorin(
  args: string[] = ['--memory'],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<Florin> {
  const { FLORIN_MODEL: seed } = process.env;
  const model = seed && !env.DYNAMODB_ENDPOINT ? [`--model=${seed}`] : [];
  const { FLORIN_RUNNER: bundle } = process.env;
  const program = bundle && !cwd ? [bundle] : ['--import', 'tsx', 'lib/local/main.ts'];
  const command = [...program, '--json-ready', ...args, ...model];
  const child = spawn(process.execPath, command, {
    cwd,
    env: {
      ...process.env,
      PORT: '0',
      POS_PORT: '0',
      CONSOLE_PORT: '0',
      AWS_PORT: '0',
      FLORIN_SIGN_INS: '100000',
      FLORIN_THROTTLE: 'off',
      FLORIN_ROLES: 'on',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      log += `${line}\n`;
      if (line.startsWith('{"baseUrl"')) resolve(line);
    });
    child.once('exit', (code) => reject(new Error(`Florin ended with ${code}:\n${log}`)));
  });
  const address = JSON.parse(await ready) as Pick<
    Florin,
    'baseUrl' | 'posUrl' | 'consoleUrl' | 'dynamodb' | 'aws' | 'mail'
  >;
  const forget = expectContractOf(address);
  return {
    ...address,
    log: () => log,
    stop: async () => {
      await end(child, 'SIGINT');
      forget();
      const refusal = log.split('\n').find((line) => line.includes(refusedByAws));
      if (refusal) throw new Error(refusal);
    },
    kill: () => end(child, 'SIGKILL').then(forget),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
