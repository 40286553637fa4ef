import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { resolve } from '../../lib/local/template.ts';
import { isCurrent } from '../../lib/recorders/events/assembly.ts';
import { environment } from '../../lib/recorders/events/environment.ts';
import { invoke } from '../../lib/recorders/events/runtime.ts';
import { answerOf, readState, type State } from '../../lib/recorders/events/state.ts';
import { routes } from '../../lib/routes.ts';
import { authorizerEntries } from '../../lib/stack/api/authorizers.ts';
import { logicalIdOf } from '../../lib/stack/logical-id.ts';
import { synthesizeStack } from '../stack/synthesize-stack.ts';

const tracked = 'test/events';
const place = mkdtempSync(join(tmpdir(), 'florin-events-'));
const recorded = join(place, 'events');
const { directory, template, resource } = synthesizeStack();
const { Parameters } = environment();
const tsx = ['--import', 'tsx'];

let table: { endpoint: string; stop(): void };
let state: State;

beforeAll(async () => {
  table = await startTable();
  state = readState(recorded);
});

afterAll(() => {
  table.stop();
  rmSync(place, { recursive: true });
});

/** Events are recorded for the public APIs only. Events of the console would contain sessions, which end. */
const authorizers = authorizerEntries
  .filter((entry) => entry !== 'authorizers/session')
  .map((entry) =>
    entry.replace(/^.*\/(.)(.*)/, (_, first, rest) => `${first.toUpperCase()}${rest}Authorizer`),
  );
const names = [...routes.map(logicalIdOf), ...authorizers];
const namesIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => /^[A-Z]\w*\.json$/.test(file))
    .map((file) => file.replace('.json', ''));
const read = (folder: string, name: string) => readFileSync(join(folder, `${name}.json`), 'utf8');

test('every route and every authorizer has one event', () => {
  expect(namesIn(recorded).sort()).toEqual([...names].sort());
});

test('a second recording gives the same events, and those in git are the same, too', async () => {
  const anew = join(place, 'anew');
  await promisify(execFile)(process.execPath, [...tsx, 'lib/recorders/events/record.ts', '--to', anew]);
  const again = [...namesIn(anew), 'state'];
  expect(again.length).toBeGreaterThan(60);
  const different = again.filter((name) => read(anew, name) !== read(recorded, name));
  const stale = namesIn(tracked).filter((name) => read(tracked, name) !== read(recorded, name));
  expect([different, stale]).toEqual([[], []]);
  expect(namesIn(tracked)).toEqual(['GetMe', 'PostTransactionsTransactionIdCaptures']);
});

test('a synthesized assembly is up to date until a source changes', () => {
  const templateFile = join(place, 'whole.template.json');
  expect(isCurrent(place)).toBe(false);
  writeFileSync(templateFile, '{}');
  expect(isCurrent(place)).toBe(true);
  utimesSync(templateFile, 0, 1_000_000_000);
  expect(isCurrent(place)).toBe(false);
});

/** All events use one table, so their order is that of the recording: reads first, deletions last. */
const turn = (name: string) => (name.startsWith('Delete') ? 2 : name.startsWith('Get') ? 0 : 1);
const inOrder = [...names].sort((a, b) => turn(a) - turn(b));

test.each(inOrder)('%s answers its event in a separate process as recorded', async (name) => {
  const { Handler, Environment, Timeout } = resource(name).Properties;
  const { log, ...outcome } = await invoke({
    name,
    folder: join(directory, resource(name).Metadata['aws:asset:path']),
    handler: Handler,
    // Sets only the variables of the template, as `sam local invoke --env-vars` does.
    environment: {
      ...(resolve(template, Environment.Variables) as Record<string, string>),
      ...Object.fromEntries(
        Object.entries({ ...Parameters, DYNAMODB_ENDPOINT: table.endpoint }).filter(
          ([variable]) => variable in Environment.Variables,
        ),
      ),
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
    event: JSON.parse(read(recorded, name)),
    timeout: 1000 * Timeout,
  });
  if (!('result' in outcome)) throw new Error(`${outcome.error.errorMessage}\n${log}`);
  const answer = answerOf(outcome.result);
  if (answer.status === 500) throw new Error(log);
  expect(answer).toEqual(state.answers[name]);
});

/** Runs `lib/recorders/events/serve.ts` for this assembly on a free port. */
async function startTable() {
  const port = String(await freePort());
  const options = { host: '127.0.0.1', port, assembly: directory, events: recorded };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [...tsx, 'lib/recorders/events/serve.ts', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { endpoint: await whenReady(child), stop: () => child.kill() };
}

async function whenReady(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [, endpoint] = /^Ready: .* at (http\S+)\. /.exec(line) ?? [];
    if (endpoint) return endpoint;
  }
  throw new Error('serve.ts ended before it was ready');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await promisify(server.close.bind(server))();
  return port;
}
