/** `.ci/run sam`, after `npm run synth`: the commands for SAM in docs/local.md, by the real SAM CLI on a stand-in for Docker. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { answerOf, readState, type State } from '../../lib/recorders/events/state.ts';
import { samEnvironment } from '../deploy/sam.ts';
import { pythonTool } from '../deploy/venv.ts';
import { type Docker, startDocker } from './docker.ts';

/** The address of Docker's bridge, at which only the table listens. */
const gateway = '127.0.0.2';
const place = mkdtempSync(join(tmpdir(), 'florin-sam-'));
const started: ChildProcess[] = [];
const event = (name: string) => JSON.parse(readFileSync(`test/events/${name}.json`, 'utf8'));

/** Installed while the file loads, which has no time limit: pip may take minutes. */
const sam = pythonTool('sam');

let state: State;
let docker: Docker;

beforeAll(async () => {
  docker = await startDocker(join(place, 'docker.sock'), gateway);
  const table = ['--import', 'tsx', 'lib/recorders/events/serve.ts', '--host', gateway];
  await start(process.execPath, table, /^Ready/);
  state = readState('.events');
});

afterAll(async () => {
  for (const child of started) child.kill();
  await docker.stop();
  rmSync(place, { recursive: true });
});

test.each([
  ['GetMe', 'test/events'],
  ['PostTransactionsTransactionIdCaptures', 'test/events'],
  ['PostPayments', '.events'],
])('sam local invoke %s -e %s/… answers as it was recorded, with no options', async (name, folder) => {
  const args = ['local', 'invoke', name, '-e', `${folder}/${name}.json`];
  const { stdout } = await promisify(execFile)(sam, args, { env: environment() });
  expect(answerOf(JSON.parse(stdout))).toEqual(state.answers[name]);
  expect(docker.wanted.at(-1)).toMatchObject({
    Image: expect.stringContaining('arm64'),
    HostConfig: { ExtraHosts: ['host.docker.internal:host-gateway'] },
  });
});

describe('sam local start-api', () => {
  const url = 'http://127.0.0.1:3100';
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, challenge: response.headers.get('www-authenticate') };
  };
  const basic = (user: string) => ({ authorization: `Basic ${Buffer.from(user).toString('base64')}` });
  const json = { 'content-type': 'application/json', 'accept-version': '1' };

  beforeAll(() => start(sam, ['local', 'start-api', '--port', '3100'], /Running on http/));

  test('sam local start-api serves both APIs on one port', async () => {
    const { Authorization } = event('GetMe').headers;
    expect(await ask('GET', '/me', { authorization: Authorization })).toMatchObject({ status: 200 });
    expect(await ask('POST', '/vault', json, { type: 'pcn', value: '4100000000000000' })).toMatchObject({
      status: 201,
    });
    expect(await ask('GET', `/?key=${state.publicKey}&test=1`)).toMatchObject({ status: 200 });
  });

  test('sam local start-api uses the container of the first call for the second one', async () => {
    const { Authorization } = event('GetMe').headers;
    const before = docker.wanted.length;
    expect(await ask('GET', '/me', { authorization: Authorization })).toMatchObject({ status: 200 });
    expect(docker.wanted).toHaveLength(before);
  });

  test('sam local start-api differs from API Gateway as docs/local.md says: an unknown key returns 403, and there is no challenge', async () => {
    expect(await ask('GET', '/me', basic(`:${crypto.randomUUID()}`))).toEqual({
      status: 403,
      challenge: null,
    });
    expect(await ask('GET', '/me')).toEqual({ status: 401, challenge: null });
    expect(await ask('GET', '/api/helloWorld', basic('florin:wrong'))).toEqual({
      status: 403,
      challenge: null,
    });
    expect(await ask('GET', '/api/helloWorld', basic('florin:florin'))).toMatchObject({ status: 200 });
  });
});

function environment() {
  return { ...samEnvironment, DOCKER_HOST: docker.host };
}

/** Starts a program that keeps running, and waits until it prints that it is ready. */
async function start(program: string, args: string[], ready: RegExp): Promise<void> {
  const child = spawn(program, args, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let said = '';
  await new Promise<void>((done, fail) => {
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        said += `${line}\n`;
        if (ready.test(line)) done();
      });
    }
    child.once('exit', () => fail(new Error(`${program} has ended: ${said}`)));
  });
}
