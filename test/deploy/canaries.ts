/** The steps that release captures to production through canaries. Each needs the version that the step before released. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { world } from '../api/support/world.ts';
import type { Account } from './account.ts';
import { capturedTotal, sell } from './books.ts';
import { captureDuring } from './capture-during.ts';
import { type Commands, outputOf } from './commands.ts';
import { deployWithoutAcquirer } from './production.ts';

const capture = 'PostTransactionsTransactionIdCaptures';

const careful = `${deployWithoutAcquirer} -c canary=5 -c smoke=yes`;

export async function releaseFirstVersion(account: Account, commands: Commands): Promise<void> {
  const { command, more } = captures('good', 5);
  await commands.run(command, more);
  await isLive(account, '1');
}

export async function releaseGoodVersion(account: Account, commands: Commands): Promise<void> {
  const shop = await world(commands.endpoints()).shop();
  const release = commands.attempt(careful);
  await reachesCanary(account, release, { version: '1', next: '2' });
  const { captured, failures } = await captureDuring(commands.endpoints(), shop, release);
  const output = outputOf(await release, 0, careful);
  assert.match(output, /florin-production: a payment of a test merchant was captured/);
  await isLive(account, '2');
  assert.equal(failures, 0);
  assert.equal(await capturedTotal(commands.endpoints(), shop), captured);
}

/** @returns how many captures failed before the rollback */
export async function rollBackBrokenVersion(account: Account, commands: Commands): Promise<string> {
  const shop = await world(commands.endpoints()).shop();
  const { command, more } = captures('broken', 30);
  const release = commands.attempt(command, more);
  await reachesCanary(account, release, { version: '2', next: '3' });
  const { captured, answers, failures } = await captureDuring(commands.endpoints(), shop, release);
  const output = outputOf(await release, 1, command);
  assert.match(output, /rolled back, as the alarm .*ReleaseErrors/);
  assert.match(await account.production.status(), /^UPDATE_ROLLBACK_COMPLETE$/);
  await isLive(account, '2');
  assert.ok(failures >= 3 && failures < answers / 2, `${failures} of ${answers} captures failed`);

  const after = await captureDuring(commands.endpoints(), shop, sleep(2000));
  assert.equal(after.failures, 0);
  assert.ok(after.captured > 0);
  assert.equal(await capturedTotal(commands.endpoints(), shop), captured + after.captured);
  await sell(commands.endpoints(), shop);
  return `${failures} of ${answers} captures failed before the canary was rolled back`;
}

export async function failSmokePayment(account: Account, commands: Commands): Promise<void> {
  await account.production.disarm(capture);
  const output = await commands.fail(careful);
  assert.match(
    output,
    /the smoke payment of florin-production failed: POST \/production\/transactions\/\w+\/captures: 500/,
  );
  assert.match(output, /Run the same command again/);
}

/** Checks that all captures go to one version. */
async function isLive(account: Account, version: string): Promise<void> {
  assert.deepEqual(await account.production.liveVersion(capture), { version });
}

/** The command that deploys a version of captures to production with a canary, and its variables. */
function captures(which: 'good' | 'broken', minutes: number) {
  const app = 'node --import tsx test/deploy/captures.ts';
  const settings = `-c stage=production -c mailFrom=pay@shop.example -c smoke=yes -c canary=${minutes}`;
  return { command: `npx cdk deploy --app "${app}" ${settings}`, more: { RELEASE: which } };
}

/** Waits until a tenth of the captures go to the next version. */
async function reachesCanary(
  account: Account,
  release: Promise<unknown>,
  { version, next }: Record<'version' | 'next', string>,
): Promise<void> {
  const wanted = { version, routing: { AdditionalVersionWeights: { [next]: 0.1 } } };
  const isOver = release.then(() => true);
  while (!isDeepStrictEqual(await account.production.liveVersion(capture), wanted))
    assert.ok(!(await Promise.race([isOver, sleep(200)])), 'the release reaches its canary');
}
