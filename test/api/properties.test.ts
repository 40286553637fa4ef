import fc from 'fast-check';
import { isLive } from './support/is-live.ts';
import { world } from './support/world.ts';

const { api, shop, authorized, move, transaction } = world();

type Kind = 'captures' | 'refunds' | 'voids';
const operation = fc.tuple(
  fc.constantFrom<Kind>('captures', 'refunds', 'voids'),
  fc.integer({ min: 1, max: 60 }),
);

test('random captures, refunds and voids over HTTP: amounts, trail, lines and balance always add up', async () => {
  const { key, merchant } = await shop();
  let balance = 0;
  await fc.assert(
    fc.asyncProperty(
      // The live acquirer refuses payments below EUR 0.50.
      fc.integer({ min: isLive ? 50 : 1, max: 200 }),
      fc.array(operation, { maxLength: 8 }),
      async (amount, operations) => {
        const id = await authorized(merchant, amount);
        for (const [kind, asked] of operations) {
          const before = await transaction(key, id);
          const room =
            kind === 'refunds' ? before.capturedAmount - before.refundedAmount : before.pendingAmount;
          const answer = await move(key, id, kind, asked);
          expect(answer.status).toBe(asked <= room ? 201 : 400);
          if (answer.status === 201) expect(await transaction(key, id)).toEqual(answer.body.transaction);
        }
        const t = await transaction(key, id);
        expect(t.pendingAmount + t.capturedAmount + t.voidedAmount).toBe(amount);
        expect(t.refundedAmount).toBeLessThanOrEqual(t.capturedAmount);
        const of = (kind: string) =>
          t.trail
            .filter((entry: Record<string, unknown>) => entry[kind])
            .reduce((total: number, entry: { amount: number }) => total + entry.amount, 0);
        expect([of('capture'), of('refund'), of('void')]).toEqual([
          t.capturedAmount,
          t.refundedAmount,
          t.voidedAmount,
        ]);
        balance += t.trail.reduce((total: number, entry: { balance: number }) => total + entry.balance, 0);
        expect((await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance).toBe(balance);
      },
    ),
    { numRuns: 30 },
  );
  const lines = (await api('GET', `/merchants/${merchant.id}/lines`, { key, query: { limit: 1000 } })).body;
  expect(lines.reduce((total: number, line: { balance: number }) => total + line.balance, 0)).toBe(balance);
});
