/** The tests of other folders that run on a deployment. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/root.ts';
import type { Account } from './account.ts';
import type { Commands, Deployment } from './commands.ts';
import { differences } from './differences.ts';
import { serveSignInLinks } from './sign-in-links.ts';

/** Tests that send many requests to few functions: they show little about a deployment. */
const long = [
  'capture-with-payment',
  'cards/customer-cards',
  'cards/customer-cards-attacks',
  'currencies',
  'customer',
  'docs/guides',
  'http/forms',
  'http/free-form',
  'http/lists',
  'http/unknown',
  'http/validation',
  'idempotency',
  'paid-once',
  'payer',
  'properties',
  'races',
];

/** The part of Jest's results that is used here. */
interface Results {
  numPassedTests: number;
  numPendingTests: number;
  testResults: { assertionResults: { fullName: string }[] }[];
}

interface Choice {
  /** Names of API tests, to run only these. */
  only: string[];
  /** Leaves out the long tests. */
  isQuick: boolean;
}

/**
 * Runs the tests of `test/api` on the sandbox, which must be the last deployment. Leaves out the tests that differences.ts
 * names, and those that need this machine.
 */
export async function apiTests(
  account: Account,
  commands: Commands,
  { only, isQuick }: Choice,
): Promise<{ passed: number; left: number }> {
  const local = localTests();
  const later = isQuick ? long.map((name) => `/${name}.test.ts`) : [];
  const out = differences.flatMap(({ tests = [] }) => tests);
  const results = join(commands.place, 'results.json');
  const others = `^(?!(${out.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$)`;
  const jest = [
    ...['npx jest --config test/jest.config.mjs --selectProjects deploy --runInBand --forceExit'],
    ...[`--json --outputFile '${results}' --testNamePattern '${others}'`],
    ...[`--testPathIgnorePatterns ${[...local, ...later].join(' ')}`, '--', ...only],
  ];
  const { status, output } = await commands.attempt(jest.join(' '), {
    ...variablesOf(commands.endpoints()),
    FLORIN_HELLO: await helloLogin(account),
  });
  assert.equal(status, 0, output.slice(-20_000));
  const { numPassedTests, numPendingTests, testResults }: Results = JSON.parse(readFileSync(results, 'utf8'));
  const names = new Set(
    testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName)),
  );
  if (only.length === 0 && !isQuick)
    assert.deepEqual(
      out.filter((name) => !names.has(name)),
      [],
      'every test that differences.ts names is there',
    );
  process.stdout.write(`  on this machine only: ${local.join(', ')}\n`);
  return { passed: numPassedTests, left: numPendingTests };
}

/**
 * The API tests that cannot run against a deployment: their imports show that they start a Florin on this machine, or use
 * its stand-ins for AWS or its mail, or a receiver of webhooks.
 */
function localTests(): string[] {
  const tests = join(root, 'test/api');
  const own =
    /from '(\.{1,2}\/support\/(florin|own-florin|live|engine|proxy|aws|possessions|console|set-numbers|limit-declines|methods-table)|[./]+\/lib\/.*engine)\.ts'|FLORIN_MAIL|lib\/local\/main|packages\/cli\//;
  return readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.test.ts') && own.test(readFileSync(join(tests, file), 'utf8')),
  );
}

/** Runs browser tests on the sandbox. A sandbox sends no mail, so an operator's job makes the links that sign in. */
export async function browserTests(account: Account, commands: Commands, names: string[]): Promise<void> {
  const links = await serveSignInLinks(
    async (email) => (await account.sandbox.invoke('MakeSignInLink', { email })).url,
  );
  try {
    const { status, output } = await commands.attempt(
      `npx jest --config test/jest.config.mjs --selectProjects browser --runInBand ${names.join(' ')}`,
      { ...variablesOf(commands.endpoints()), FLORIN_SIGN_IN_LINKS: links.url },
    );
    assert.equal(status, 0, output.slice(-20_000));
  } finally {
    links.stop();
  }
}

const variablesOf = ({ baseUrl, posUrl, consoleUrl }: Deployment) => ({
  FLORIN_BASE_URL: baseUrl,
  FLORIN_POS_URL: posUrl,
  FLORIN_CONSOLE_URL: consoleUrl,
});

/** Looks up `username:password` of the hello-world service as its users do. */
async function helloLogin(account: Account): Promise<string> {
  const SecretId = await account.sandbox.physical('HelloSecret');
  const { SecretString } = await account.secrets('GetSecretValue', { SecretId });
  const { username, password } = JSON.parse(SecretString);
  return `${username}:${password}`;
}
