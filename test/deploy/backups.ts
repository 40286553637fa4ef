/** The steps that export and restore the table of the sandbox. */
import assert from 'node:assert/strict';
import type { Account } from './account.ts';
import { allowRestore } from './allowances.ts';
import { captureMore, everything, type Shop, sell } from './books.ts';
import type { Commands } from './commands.ts';

const day = 86_400_000;

export async function exportTable(account: Account, commands: Commands): Promise<void> {
  const bucket = await account.bootstrapBucket();
  const all = await commands.attempt(`npm run export -- sandbox --bucket ${bucket}`);
  assert.ok(all.output.includes(`s3://${bucket}/AWSDynamoDB/`), all.output.slice(-6000));
  const [from, to] = [2, 0].map((days) => new Date(Date.now() - days * day).toISOString());
  const changes = await commands.attempt(
    `npm run export -- sandbox --bucket ${bucket} --prefix changes --from ${from} --to ${to}`,
  );
  assert.equal(changes.output.split(`s3://${bucket}/`).length, 1 + 2, changes.output.slice(-6000));
  assert.ok(changes.output.includes(`--from ${to}`));
}

/**
 * Replaces the table by a restored one, and captures a part of the shop's payment.
 *
 * @returns the name of the restored table
 */
export async function restoreTable(
  account: Account,
  commands: Commands,
  shop: Shop,
  payment: string,
): Promise<string> {
  const sandbox = commands.endpoints();
  const kept = await everything(sandbox, shop);
  await allowRestore(account);
  const output = await commands.run('npm run restore -- sandbox --latest');
  const [, stream = ''] = /"restoredTable": "([^"]+)"/.exec(output) ?? [];
  const old = await account.sandbox.physical('Table');
  await sell(sandbox, shop); // after the time of the restored data
  const deploy = `npm run deploy -- -c restoredTable=${stream}`;
  assert.match(await commands.fail(deploy), /--allow Table /);
  await commands.run(`${deploy} --allow Table`);
  assert.deepEqual(commands.endpoints(), sandbox);
  assert.deepEqual(await everything(sandbox, shop), kept);
  await captureMore(sandbox, shop, payment);
  assert.match(await commands.fail('npm run deploy'), /--allow restoredTable /);
  const table = /table\/([^/]+)/.exec(stream)?.[1] ?? '';
  assert.deepEqual(await account.tablesOf([old, table]), [table]);
  return table;
}
