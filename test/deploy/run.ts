/**
 * `npx tsx test/deploy/run.ts`: deploys Florin to an empty emulated AWS account, tests it and removes it, with the commands of
 * users. Each step prints what it shows. The first failing step ends the run.
 *
 *   npx tsx test/deploy/run.ts payment races   runs only the API tests of these names
 *   npx tsx test/deploy/run.ts --quick         leaves out the long API tests, and two of three browser tests
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOptions } from '../../lib/command-line.ts';
import { world } from '../api/support/world.ts';
import { Account } from './account.ts';
import { allowPlainHttp, allowSecret } from './allowances.ts';
import { exportTable, restoreTable } from './backups.ts';
import { captureMore, everything, sell, statusOfMe } from './books.ts';
import {
  failSmokePayment,
  releaseFirstVersion,
  releaseGoodVersion,
  rollBackBrokenVersion,
} from './canaries.ts';
import { Commands } from './commands.ts';
import { startEmulator } from './emulator.ts';
import { updateFirstRelease } from './first-release.ts';
import './localhost.cjs';
import { deployWithoutAcquirer } from './production.ts';
import { commandsOfReadme } from './readme.ts';
import { Report } from './report.ts';
import { apiTests, browserTests } from './suites.ts';

const { values, positionals } = parseOptions({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const place = mkdtempSync(join(tmpdir(), 'florin-deploy-'));
const emulator = await startEmulator();
try {
  const report = new Report();
  await playAllSteps(report, new Account(emulator), new Commands(emulator, place));
  report.print();
} catch (error) {
  process.stderr.write(`${emulator.log().slice(-4000)}\n`);
  throw error;
} finally {
  await emulator.stop();
  rmSync(place, { recursive: true });
}

async function playAllSteps(report: Report, account: Account, commands: Commands): Promise<void> {
  const step: Report['step'] = (name, work) => report.step(name, work);
  const readme = commandsOfReadme();

  await step('an account is prepared as the README says', async () => {
    for (const command of readme.prepare) await commands.run(command);
    await allowPlainHttp(account);
  });

  const sandbox = await step('Florin is deployed as the README says', async () => {
    for (const command of readme.deploy) await commands.run(command);
    await allowSecret(account);
    return commands.endpoints();
  });
  report.add(`${(await account.sandbox.resources()).length} resources`);

  const pages = ['console/money', ...(values.quick ? [] : ['console/search', 'console/export'])];
  await step(`a merchant signs in to the console and works with it in Chromium: ${pages.join(', ')}`, () =>
    browserTests(account, commands, pages),
  );

  await step('the API tests pass over HTTP on the deployed stage', async () => {
    const choice = { only: positionals, isQuick: values.quick };
    const { passed, left } = await apiTests(account, commands, choice);
    report.add(`${passed} API tests passed, ${left} left out`);
  });

  const shop = await world(sandbox).shop();
  const [first, second] = [await sell(sandbox, shop), await sell(sandbox, shop)];
  const before = await everything(sandbox, shop);
  assert.deepEqual([before.transactions.length, before.lines.length], [2, 4]);

  await step('a second deploy changes every function, and keeps all data', async () => {
    await commands.run('npm run deploy -- -c logLevel=error');
    assert.deepEqual(commands.endpoints(), sandbox);
    assert.equal((await account.sandbox.variables('GetMe')).LOG_LEVEL, 'error');
    assert.deepEqual(await everything(sandbox, shop), before);
    await captureMore(sandbox, shop, first);
  });

  await step('a deploy that fails halfway is rolled back', async () => {
    const now = await everything(sandbox, shop);
    const failed = await commands.attempt(
      'npx cdk deploy --app "node --import tsx test/deploy/broken-app.ts"',
    );
    assert.notEqual(failed.status, 0, 'the broken deploy must fail');
    assert.match(await account.sandbox.status(), /^UPDATE_ROLLBACK_COMPLETE$/);
    assert.equal((await account.sandbox.variables('GetMe')).BROKEN, undefined);
    assert.ok(!(await account.sandbox.resources()).some(({ id }) => id === 'Extra' || id === 'Broken'));
    assert.deepEqual(await everything(sandbox, shop), now);
    await captureMore(sandbox, shop, second);
  });

  await step('the table, and what has changed in two days, is exported to a bucket', () =>
    exportTable(account, commands),
  );

  const restored = await step('a restored table takes the place of the first one', () =>
    restoreTable(account, commands, shop, first),
  );

  await step('a production stage of the first release is updated, and its payments go on', () =>
    updateFirstRelease(account, commands),
  );

  await step('a production stage lives in the same account, with data of its own', async () => {
    const production = commands.endpoints();
    assert.notEqual(production.baseUrl, sandbox.baseUrl);
    assert.equal(await statusOfMe(sandbox, shop.key), 200);
    assert.equal(await statusOfMe(production, shop.key), 401);
    await sell(production, await world(production).shop());
  });

  await step('a deploy without the acquirer of the one before is refused, unless it is allowed', async () => {
    assert.match(await commands.fail(deployWithoutAcquirer), /--allow acquirer\.stripe/);
    await commands.run(`${deployWithoutAcquirer} --allow acquirer.stripe --allow AcquirerSecret`);
  });

  await step('with canaries, the APIs call versions', () => releaseFirstVersion(account, commands));

  await step(
    'a new version serves a tenth of the captures first, and a smoke payment shows that it works',
    () => releaseGoodVersion(account, commands),
  );

  await step(
    'a version whose captures crash is rolled back by its canary, and all money moves once',
    async () => report.add(await rollBackBrokenVersion(account, commands)),
  );

  await step('a smoke payment that fails ends the deploy, and leaves the stage as it is', () =>
    failSmokePayment(account, commands),
  );

  await step('a function without its permission fails: the emulator enforces roles', async () => {
    const { key } = await world(sandbox).shop();
    assert.equal(await statusOfMe(sandbox, key), 200);
    await account.sandbox.disarm('GetMe');
    assert.equal(await statusOfMe(sandbox, key), 500);
  });

  await step(
    'destroyed, the sandbox is gone; production is protected, and what it stores stays',
    async () => {
      const table = await account.production.physical('Table');
      await commands.run('npx cdk destroy --force');
      assert.notEqual(await statusOfMe(sandbox), 200);
      const destroy = 'npx cdk destroy --force -c stage=production';
      assert.notEqual((await commands.attempt(destroy)).status, 0, 'production is protected');
      await account.production.unprotect();
      await commands.run(destroy);
      // A restored table does not belong to its stack.
      assert.deepEqual(await account.tablesOf([table, restored]), [table, restored].sort());
    },
  );
}
