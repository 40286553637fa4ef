import type { AcquirerBalanceTransaction } from '../../functions/core/acquirer/acquirer.ts';
import { type Contract, requireApproval } from './contract.ts';

/** The books show each change of the balance once, whatever its type. */
export function booksOf(c: Contract): void {
  const { entries } = c.facts;

  async function listed(period: { since: number; until?: number }): Promise<AcquirerBalanceTransaction[]> {
    const all: AcquirerBalanceTransaction[] = [];
    let cursor: string | undefined;
    do {
      const page = await c.world.acquirer.listBalanceTransactions(c.account, period, cursor);
      expect(page.entries.length).toBeLessThanOrEqual(100);
      all.push(...page.entries);
      cursor = page.next;
    } while (cursor);
    return all;
  }

  /** Makes entries: a capture, a refund, and one of each type that belongs to no payment. */
  async function write(): Promise<void> {
    const payment = await c.paid();
    requireApproval(await c.world.acquirer.move(c.movement('capture', payment, 400)));
    requireApproval(await c.world.acquirer.move(c.movement('refund', payment, 100)));
    // Together they fill more than a page.
    for (const [index, type] of [...(entries ?? []), ...(entries ?? [])].entries())
      c.world.dashboard.book?.(c.account, type, -500 - index);
  }

  describe('books', () => {
    test('have each entry once, with its money, and their sum is the balance', async () => {
      await write();
      const found = await listed({ since: 0 });
      const own = c.books().entries;
      expect(found.map(({ reference, net }) => ({ reference, net }))).toHaveLength(own.length);
      expect(found.map(({ reference, net }) => ({ reference, net }))).toEqual(expect.arrayContaining(own));
      const types = new Set(found.map(({ type }) => type));
      expect((entries ?? []).filter((type) => !types.has(type))).toEqual([]);
      const total = own.reduce((sum, { net }) => sum + net, 0);
      expect(await c.world.acquirer.balanceOf(c.account)).toMatchObject({ [c.facts.currency]: { total } });
    });

    test('share and miss no entry between adjacent periods', async () => {
      await write();
      const all = await listed({ since: 0 });
      const time = Date.parse(all[0]?.created ?? '');
      for (const later of [0, 1, 500, 999, 1000]) {
        const halves = [
          await listed({ since: 0, until: time + later }),
          await listed({ since: time + later }),
        ];
        expect(
          halves
            .flat()
            .map(({ reference }) => reference)
            .sort(),
        ).toEqual(all.map(({ reference }) => reference).sort());
      }
    });

    test('show an entry by its reference', async () => {
      await write();
      for (const { reference, net } of c.books().entries.slice(0, 2))
        expect(await c.world.acquirer.findBalanceTransactions(c.account, reference)).toMatchObject([
          { reference, net },
        ]);
    });
  });
}
