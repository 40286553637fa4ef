import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { freePort } from '../../lib/local/free-port.ts';
import { pythonTool } from './venv.ts';

export interface Emulator {
  port: number;
  /** The environment variables that make commands use the emulator as their AWS account. */
  environment: Record<string, string>;
  /** Sends a signed request to an AWS service as the account's root user. */
  aws(
    service: string,
    request: { path?: string; method?: string; query?: Query; body?: unknown; target?: string },
  ): Promise<string>;
  log(): string;
  stop(): Promise<void>;
}

type Query = Record<string, string>;

const region = 'eu-west-1';

/** The names by which the emulator knows the account's owner. */
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

/**
 * Starts MiniStack on a free port. MiniStack checks signatures and the policies of roles, as AWS does: a function that
 * lacks a permission fails here, too.
 */
export async function startEmulator(): Promise<Emulator> {
  const program = pythonTool('ministack');
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(program, [], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      // The functions inherit this environment, so it contains only what they need, with our Node.js first in the path.
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      PYTHONPATH: join(import.meta.dirname, 'ministack'),
      AUTH: 'true',
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: region,
      LAMBDA_EXECUTOR: 'local',
      IOT_MTLS_ENABLED: '0',
      SFTP_ENABLED: '0',
      LOG_LEVEL: 'WARNING',
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-1_000_000);
    });
  }
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await ready(endpoint, child, () => log);

  return {
    port,
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    async aws(service, { path = '/', method = 'POST', query, body, target }) {
      const client = new AwsClient({ ...credentials, region, service, retries: 0 });
      const form = query && new URLSearchParams(query).toString();
      const response = await client.fetch(`${endpoint}${path}`, {
        method,
        ...(method === 'GET' ? {} : { body: form ?? JSON.stringify(body ?? {}) }),
        headers: {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/x-amz-json-1.1',
          ...(target ? { 'x-amz-target': target } : {}),
        },
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${service} ${method} ${path}: ${response.status} ${text}`);
      return text;
    },
    log: () => log,
    async stop() {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await Promise.race([once(child, 'exit'), sleep(10_000).then(kill)]);
    },
  };
}

async function ready(endpoint: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (child.exitCode === null && Date.now() < deadline) {
    const response = await fetch(`${endpoint}/_ministack/health`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error(`The emulator does not start:\n${log()}`);
}
