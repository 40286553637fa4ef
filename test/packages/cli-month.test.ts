import { newId } from '#domain/id.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { aws } from '../api/support/aws.ts';
import { useTable } from '../api/support/use-table.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { useTool } from './tool.ts';

const { shop, authorized, move } = world();

const tool = useTool();

test('the CSV of a month leads from its opening to its closing balance, which is the merchant’s', async () => {
  const { key, merchant } = await shop();
  const env = { FLORIN_URL: process.env.FLORIN_BASE_URL ?? '', FLORIN_KEY: key };
  const id = await authorized(merchant, 5000);
  await move(key, id, 'captures', 5000);
  const { body } = await move(key, id, 'refunds', 1200);
  const name = body.transaction.trail.at(-1).created.slice(0, 7);
  const { out, err, code } = await tool.run(['month', merchant.id, name], env);
  expect([code, err]).toEqual([0, expect.stringContaining('not closed yet')]);
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

async function book(merchantId: string, time: number, balance: number, over: Partial<Line> = {}) {
  useTable();
  const { addToBalance } = await import('../../functions/core/store/ledger/balance.ts');
  const { putLine } = await import('../../functions/core/store/ledger/lines.ts');
  const { transact } = await import('../../functions/core/store/table/transact.ts');
  const money = { kind: 'capture', fee: 0, amount: { currency: 'EUR', amount: balance }, balance } as const;
  const line: Line = { id: newId(time), merchantId, test: true, ...money, ...over };
  await transact([putLine(line), addToBalance([line])]);
}

test('a closed month is shown as it was closed, with who closed it, its pockets, and what was found later', async () => {
  const { app, key, merchant } = await shop();
  const env = { FLORIN_URL: process.env.FLORIN_BASE_URL ?? '', FLORIN_KEY: key };
  const middle = new Date();
  middle.setUTCDate(15);
  middle.setUTCMonth(middle.getUTCMonth() - 2);
  const [name, time] = [middle.toISOString().slice(0, 7), middle.getTime()];
  const day = 24 * 60 * 60 * 1000;
  const pocket = { name: 'risk_reserved', net: 250, fee: 0 };
  await book(merchant.id, time - 40 * day, 1000);
  await book(merchant.id, time, 500);
  await book(merchant.id, time + 500, 0, { kind: 'adjustment', pocket });
  const closed = await tool.run(['month', 'close', merchant.id, name, '--json'], env);
  await book(merchant.id, time + 1000, 7);
  await book(merchant.id, time + 30 * day, 40);

  const { out, err } = await tool.run(['month', merchant.id, name], env);
  const columns = ['kind', 'net', 'balance', 'pocket'].map((column) =>
    out.slice(1).split(/[\r,]/).indexOf(column),
  );
  expect(
    out
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) =>
        columns
          .map((column) => row.split(',')[column])
          .join(' ')
          .trim(),
      ),
  ).toEqual([
    'opening_balance  10.00',
    'opening_balance  0.00 risk_reserved',
    'capture 5.00 15.00',
    'adjustment 2.50 2.50 risk_reserved',
    'closing_balance  15.00',
    'closing_balance  2.50 risk_reserved',
    'pending  0.00',
    'reserved  2.50',
    'disputed  0.00',
    'found_later  0.07',
  ]);
  expect(err).toBe(
    `Closed on ${closed.json.closedAt} by ${app.id}. It never changes again.\n` +
      '7 EUR of this month (in minor units) was found after it was closed. It will be part of the next month that is closed.\n',
  );
  const shown = await tool.run(['month', merchant.id, name, '--json'], env);
  expect(shown.json).toMatchObject({ state: 'closed', closed: closed.json });
  expect(shown.json.accounts).toEqual([...closed.json.accounts, ...closed.json.pockets]);
  expect(shown.json.later).toMatchObject({ lines: [{ balance: 7 }], sums: [{ currency: 'EUR', net: 7 }] });

  const next = new Date(time + 30 * day).toISOString().slice(0, 7);
  const open = await tool.run(['month', merchant.id, next, '--json'], env);
  expect(open.json).toMatchObject({
    state: 'open',
    accounts: [
      { opening: 1500, closing: 1547 },
      { pocket: 'risk_reserved', opening: 250, closing: 250 },
    ],
  });
  await tool.run(['month', 'close', merchant.id, next], env);
  const later = await tool.run(['month', merchant.id, name], env);
  expect(later.err).toContain(`It is part of ${next}.`);
});

test('the shares of disputes are shown with their thresholds, once they were measured', async () => {
  const { key, merchant } = await shop();
  const env = { FLORIN_URL: process.env.FLORIN_BASE_URL ?? '', FLORIN_KEY: key };
  const none = await tool.run(['ratios', merchant.id], env);
  expect([none.code, none.out.trim()]).toEqual([0, 'No disputes or fraud alerts in the last months.']);
  const transactionId = await authorized(merchant, 5000);
  await move(key, transactionId, 'captures', 5000);
  const { report, invoke } = aws();
  await report({
    ...{ type: 'dispute.opened', reference: `cli-${transactionId}`, transactionId, amount: 100 },
    ...{ reason: { code: 83, title: 'Fraud' }, due: '2090-01-01T00:00:00.000Z' },
  });
  const shown = await waitUntil(
    async () => {
      await invoke('WatchRatios', { time: new Date(Date.now() + 24 * 60 * 60_000).toISOString() });
      return (await tool.run(['ratios', merchant.id], env)).out;
    },
    (out) => out.includes('vamp'),
    60,
  );
  expect(shown).toMatch(/vamp\s+1\s+1\s+100\.00 %\s+1\.50 %\s+1500\s+below/);
});
