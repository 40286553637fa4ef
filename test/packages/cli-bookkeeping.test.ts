import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '#domain/id.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { payOut } from '../api/support/possessions.ts';
import { useTable } from '../api/support/use-table.ts';
import { world } from '../api/support/world.ts';
import { readDatev, readQuickBooks, readXero } from '../unit/presenters/journal-readers.ts';
import { useTool } from './tool.ts';

const { shop } = world();

const tool = useTool();
const files = mkdtempSync(join(tool.folder, 'books-'));
beforeAll(() => useTable());

async function book(merchantId: string, time: number, balance: number, over: Partial<Line> = {}) {
  const { addToBalance } = await import('../../functions/core/store/ledger/balance.ts');
  const { putLine } = await import('../../functions/core/store/ledger/lines.ts');
  const { transact } = await import('../../functions/core/store/table/transact.ts');
  const fee = over.fee ?? 0;
  const kind = over.kind ?? 'capture';
  const sign = kind === 'refund' || kind === 'payout' ? -1 : 1;
  const amount = { currency: 'EUR', amount: sign * (balance + fee) };
  const line: Line = { id: newId(time), merchantId, test: true, amount, balance, fee, ...over, kind };
  await transact([putLine(line), addToBalance([line])]);
}

/** The middle of the last month. */
function lastMonth() {
  const middle = new Date();
  middle.setUTCDate(15);
  middle.setUTCMonth(middle.getUTCMonth() - 1);
  return { name: middle.toISOString().slice(0, 7), time: middle.getTime() };
}

test('a month is closed by command, and the file of each program has the sums of the ledger', async () => {
  const { key, merchant } = await shop();
  const env = { FLORIN_URL: process.env.FLORIN_BASE_URL ?? '', FLORIN_KEY: key };
  const run = (...words: string[]) => tool.run(words, env);
  const { name, time } = lastMonth();
  await book(merchant.id, time, 4900, { fee: 100, order: { reference: '0042', customer: '=1+1' } });
  await book(merchant.id, time + 1000, -2000, { kind: 'refund' });
  await book(merchant.id, time + 2000, -1500, { kind: 'payout' });

  const early = await run('export', merchant.id, name, '--for', 'xero');
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('month close')]);
  const closed = await run('month', 'close', merchant.id, name, '--json');
  expect(closed.json).toMatchObject({ state: 'closed', count: 3, accounts: [{ closing: 1400 }] });
  expect((await run('month', 'close', merchant.id, name, '--json')).json).toEqual(closed.json);
  expect((await run('month', 'list', merchant.id)).out).toContain(name);

  await run(
    'accounts',
    merchant.id,
    '--for',
    'datev',
    '--set',
    'disputes=1591,consultant=29098,client=55003',
  );
  const shown = await run('accounts', merchant.id, '--for', 'datev', '--json');
  expect(shown.json).toMatchObject({ consultant: 29098, accounts: { disputes: '1591' } });
  const wrong = await run('accounts', merchant.id, '--for', 'datev', '--set', 'disputes=abc');
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('datev.accounts.disputes')]);

  for (const [program, read, sums] of [
    ['xero', readXero, { 850: 1400, 404: 100, 200: -3000, 851: 1500 }],
    [
      'quickbooks',
      readQuickBooks,
      { 'Florin balance': 1400, 'Bank charges': 100, Sales: -3000, 'Florin payouts': 1500 },
    ],
    ['datev', readDatev, { 1361: 1400, 4970: 100, 1590: -3000, 1360: 1500 }],
  ] as const) {
    const written = await run('export', merchant.id, name, '--for', program, '--out', files, '--json');
    expect([program, written.code]).toEqual([program, 0]);
    const [path] = written.json.files;
    const found: Record<string, number> = {};
    for (const { lines } of read(readFileSync(path)))
      for (const { account, amount } of lines) found[account] = (found[account] ?? 0) + amount;
    expect(found).toEqual(sums);
  }
  const again = await run('export', merchant.id, name, '--for', 'datev', '--out', files);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('exists already')]);

  const postings = (await run('postings', merchant.id, name)).out.trimEnd().split('\r\n');
  expect(postings).toHaveLength(1 + 3 + 2 + 2);
  expect(postings[1]).toMatch(/,capture,,merchant:payable,EUR,49.00,49.00,,,,0042,'=1\+1,$/);
  expect((await run('postings', merchant.id, '2026-13')).code).toBe(2);
  expect((await run('export', merchant.id, name, '--for', 'sage')).code).toBe(2);
});

test('the lines of a payout are a file, and their net is its amount', async () => {
  const { key, merchant } = await shop({ bank: { iban: 'DK5000400440116243' } });
  const id = await payOut(key, merchant);
  const env = { FLORIN_URL: process.env.FLORIN_BASE_URL ?? '', FLORIN_KEY: key };
  const { out, code } = await tool.run(['payout', id], env);
  const [head = '', ...rows] = out
    .trimEnd()
    .replace(/^\ufeff/, '')
    .split('\r\n');
  const net = head.split(',').indexOf('net');
  expect([code, rows.length]).toEqual([0, 1]);
  // 1.35 % and 0.25 of 50.00
  expect(rows[0]?.split(',')[net]).toBe('49.07');
});
