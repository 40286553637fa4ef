import type { Response } from './support/http.ts';
import { world } from './support/world.ts';

const { api, shop, authorized, move, transaction } = world();

const balanceOf = async (key: string, id: string) =>
  (await api('GET', `/merchants/${id}`, { key })).body.merchant.balance;
const sum = (trail: { balance: number }[]) => trail.reduce((total, { balance }) => total + balance, 0);
const succeeded = (answers: Response[]) => answers.filter(({ status }) => status === 201).length;
const statuses = (answers: Response[]) => [...new Set(answers.map(({ status }) => status))];

/** The same request from 50 connections at once. */
const fifty = <T>(request: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, n) => request(n)));

test('50 captures of 10 at once on 100: exactly ten succeed', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 100);
  const answers = await fifty(() => move(key, id, 'captures', 10));
  expect(succeeded(answers)).toBe(10);
  for (const status of statuses(answers)) expect([201, 400, 409]).toContain(status);
  const after = await transaction(key, id);
  expect(after).toMatchObject({ pendingAmount: 0, capturedAmount: 100 });
  expect(after.trail).toHaveLength(10);
  expect(await balanceOf(key, merchant.id)).toBe(sum(after.trail));

  const refunds = await fifty(() => move(key, id, 'refunds', 10));
  expect(succeeded(refunds)).toBe(10);
  for (const status of statuses(refunds)) expect([201, 400, 409]).toContain(status);
  const refunded = await transaction(key, id);
  expect(refunded).toMatchObject({ capturedAmount: 100, refundedAmount: 100 });
  expect(await balanceOf(key, merchant.id)).toBe(sum(refunded.trail));
  const lines = await api('GET', `/merchants/${merchant.id}/lines`, { key, query: { limit: 100 } });
  expect(lines.body).toHaveLength(20);
  expect(sum(lines.body)).toBe(sum(refunded.trail));
});

test('captures racing voids share what there is', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 100);
  const answers = await fifty((n) => move(key, id, n % 2 ? 'captures' : 'voids', 10));
  expect(succeeded(answers)).toBe(10);
  const after = await transaction(key, id);
  expect(after.pendingAmount).toBe(0);
  expect(after.capturedAmount + after.voidedAmount).toBe(100);
  expect(await balanceOf(key, merchant.id)).toBe(sum(after.trail));
});

test('captures of different transactions of a merchant do not hinder each other', async () => {
  const { key, merchant } = await shop();
  const ids = await Promise.all(Array.from({ length: 20 }, () => authorized(merchant, 50)));
  const answers = await Promise.all(ids.map((id) => move(key, id, 'captures', 50)));
  expect(succeeded(answers)).toBe(20);
  expect(await balanceOf(key, merchant.id)).toBe(20 * (50 - 1 - 25));
});
