import { rmSync } from 'node:fs';
import { world } from '../api/support/world.ts';
import { installCli } from './install-cli.ts';
import { toolIn } from './tool.ts';

const { shop, authorized, move } = world();

let folder: string;
let tool: ReturnType<typeof toolIn>;
beforeAll(() => {
  folder = installCli();
  tool = toolIn(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the CSV of a month leads from its opening to its closing balance, which is the merchant’s', async () => {
  const { key, merchant } = await shop();
  const env = { FLORIN_URL: process.env.FLORIN_BASE_URL ?? '', FLORIN_KEY: key };
  const id = await authorized(merchant, 5000);
  await move(key, id, 'captures', 5000);
  const { body } = await move(key, id, 'refunds', 1200);
  const name = body.transaction.trail.at(-1).created.slice(0, 7);
  const { out, err, code } = await tool.run(['month', merchant.id, name], env);
  expect([code, err]).toEqual([0, '']);
  const rows = out.trimEnd().split('\r\n');
  expect(rows[0]).toMatch(/^\ufeffcreated,kind,payment,/);
  expect(rows.map((row) => row.split(',')[1])).toEqual([
    'kind',
    'opening_balance',
    'capture',
    'refund',
    'closing_balance',
  ]);
  const shown = await tool.run(['month', merchant.id, name, '--json'], env);
  const [account] = shown.json.accounts;
  expect(account).toMatchObject({ currency: 'EUR', opening: 0, kinds: { capture: 5000, refund: -1200 } });
  expect(account.closing).toBe(3800 - account.fees);
  expect(rows.at(-1)).toContain(`,EUR,,,,${(account.closing / 100).toFixed(2)},`);

  const other = await shop();
  expect(await tool.run(['month', other.merchant.id, name], env)).toMatchObject({ code: 1, out: '' });
  expect(await tool.run(['month', merchant.id, '2026-13'], env)).toMatchObject({
    code: 2,
    err: expect.stringContaining('got `2026-13`'),
  });
});
