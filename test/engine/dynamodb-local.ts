import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../lib/local/free-port.ts';
import { root } from '../../lib/root.ts';
import { waitUntil } from '../api/support/wait-until.ts';

/** The folder into which Maven puts DynamoDB Local with its dependencies. */
const folder = join(root, 'node_modules/.cache/dynamodb-local');

const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';

/** Starts AWS's own DynamoDB Local on a free port, in memory. Needs Java 17, and Maven the first time. */
export async function startDynamoDbLocal(): Promise<{ endpoint: string; stop(): void }> {
  if (!existsSync(folder)) fetchIt();
  const port = await freePort();
  const child = spawn(
    'java',
    [
      `-Djava.library.path=${folder}`,
      '-cp',
      `${join(folder, '*')}${delimiter}`,
      main,
      '-inMemory',
      '-sharedDb',
      '-disableTelemetry',
      '-port',
      String(port),
    ],
    // DynamoDB Local writes a file into its working directory.
    { stdio: 'ignore', cwd: mkdtempSync(join(tmpdir(), 'florin-engine-')) },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntil(
    () => fetch(endpoint).catch((error: Error) => error),
    (answer) => !(answer instanceof Error),
    60,
  );
  return { endpoint, stop: () => void child.kill() };
}

function fetchIt(): void {
  const pom = join(root, 'test/engine/pom.xml');
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`];
  const { status } = spawnSync('mvn', ['-q', '-B', '-f', pom, ...goal], { stdio: 'inherit' });
  if (status !== 0) throw new Error('.ci/nightly engine needs Maven (apt-get install maven) and Java 17');
}
