import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authorizerEntries } from '../../lib/authorizers.ts';
import { makeTables } from '../../lib/local/dynamodb.ts';
import { startDynoxide } from '../../lib/local/dynoxide.ts';
import { resolve } from '../../lib/local/template.ts';
import { logicalIdOf } from '../../lib/logical-id.ts';
import { routes } from '../../lib/routes.ts';
import { environment } from '../events/environment.ts';
import { invoke } from '../events/runtime.ts';
import { answerOf, load, readState } from '../events/state.ts';
import { synthesized } from './synthesized.ts';

jest.setTimeout(120_000);

const folder = 'test/events';
const names = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ''))
  .filter((name) => /^[A-Z]\w*$/.test(name) && existsSync(join(folder, `${name}.json`)));
const { directory, template, resource } = synthesized();
const { Parameters } = environment();
const { recorded, items, answers } = readState();

let engine: Awaited<ReturnType<typeof startDynoxide>>;

beforeAll(async () => {
  engine = await startDynoxide({ root: process.cwd(), onExit: () => {} });
  await makeTables(template, engine.endpoint, '');
  await load(engine.endpoint, Parameters.TABLE_NAME, items);
});

afterAll(() => engine.stop());

test('every route and every authorizer has an event', () => {
  const authorizers = authorizerEntries.map((entry) =>
    entry.replace(/^.*\/(.)/, (_, first) => first.toUpperCase()),
  );
  expect(names.sort()).toEqual(
    [...routes.map(logicalIdOf), ...authorizers.map((name) => `${name}Authorizer`)].sort(),
  );
});

/** All of one table: those that read come first, those that delete last, as when they were recorded. */
const turn = (name: string) => (name.startsWith('Delete') ? 2 : name.startsWith('Get') ? 0 : 1);
const inOrder = [...names].sort((a, b) => turn(a) - turn(b));

test.each(inOrder)('%s answers its event, out of process, as it was recorded', async (name) => {
  const { Handler, Environment, Timeout } = resource(name).Properties;
  const { log, ...outcome } = await invoke({
    name,
    folder: join(directory, resource(name).Metadata['aws:asset:path']),
    handler: Handler,
    // As `sam local invoke --env-vars` does it: only what the template has is set.
    environment: {
      ...(resolve(template, Environment.Variables) as Record<string, string>),
      ...Object.fromEntries(
        Object.entries({ ...Parameters, DYNAMODB_ENDPOINT: engine.endpoint }).filter(
          ([variable]) => variable in Environment.Variables,
        ),
      ),
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
    event: JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')),
    timeout: 1000 * Timeout,
    clock: recorded,
  });
  if (!('result' in outcome)) throw new Error(`${outcome.error.errorMessage}\n${log}`);
  const answer = answerOf(outcome.result);
  if (answer.status === 500) throw new Error(log);
  expect(answer).toEqual(answers[name]);
});
