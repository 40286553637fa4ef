import { randomUUID } from 'node:crypto';
import type { Response } from './support/http.ts';
import { world } from './support/world.ts';

const { api, shop, authorized, move, transaction } = world();

const balanceOf = async (key: string, id: string) =>
  (await api('GET', `/merchants/${id}`, { key })).body.merchant.balance;
const sum = (trail: { balance: number }[]) => trail.reduce((total, { balance }) => total + balance, 0);

/** Sends 50 requests at once. */
const fifty = <T>(request: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, n) => request(n)));

/**
 * Repeats the same movement until the answer is neither 409 nor 503. On a busy machine, other requests can come first
 * for as long as this request may wait (409), or the time of the request can end (503).
 */
async function moveUntilDecided(...[key, id, kind, amount]: Parameters<typeof move>): Promise<Response> {
  const once = { 'idempotency-key': randomUUID() };
  for (;;) {
    const answer = await move(key, id, kind, amount, once);
    if (answer.status !== 409 && answer.status !== 503) return answer;
  }
}

/** Counts the answers of each status. */
function countStatuses(answers: Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('50 captures of 10 at the same time on 100: exactly ten succeed', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 100);
  expect(countStatuses(await fifty(() => moveUntilDecided(key, id, 'captures', 10)))).toEqual({
    201: 10,
    400: 40,
  });
  const after = await transaction(key, id);
  expect(after).toMatchObject({ pendingAmount: 0, capturedAmount: 100 });
  expect(after.trail).toHaveLength(10);
  expect(await balanceOf(key, merchant.id)).toBe(sum(after.trail));

  expect(countStatuses(await fifty(() => moveUntilDecided(key, id, 'refunds', 10)))).toEqual({
    201: 10,
    400: 40,
  });
  const refunded = await transaction(key, id);
  expect(refunded).toMatchObject({ capturedAmount: 100, refundedAmount: 100 });
  expect(await balanceOf(key, merchant.id)).toBe(sum(refunded.trail));
  const lines = await api('GET', `/merchants/${merchant.id}/lines`, { key, query: { limit: 100 } });
  expect(lines.body).toHaveLength(20);
  expect(sum(lines.body)).toBe(sum(refunded.trail));
});

test('captures and voids at the same time together use exactly the authorized amount', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 100);
  const answers = await fifty((n) => moveUntilDecided(key, id, n % 2 ? 'captures' : 'voids', 10));
  expect(countStatuses(answers)).toEqual({ 201: 10, 400: 40 });
  const after = await transaction(key, id);
  expect(after.pendingAmount).toBe(0);
  expect(after.capturedAmount + after.voidedAmount).toBe(100);
  expect(await balanceOf(key, merchant.id)).toBe(sum(after.trail));
});

test('captures of different transactions of a merchant do not hinder each other', async () => {
  const { key, merchant } = await shop();
  const ids = await Promise.all(Array.from({ length: 20 }, () => authorized(merchant, 50)));
  expect(countStatuses(await Promise.all(ids.map((id) => move(key, id, 'captures', 50))))).toEqual({
    201: 20,
  });
  expect(await balanceOf(key, merchant.id)).toBe(20 * (50 - 1 - 25));
});
