import { type Contract, requireApproval } from './contract.ts';

const count = 1_000_000;

/** However many entries an account has, each call reads one page of them, and a cursor leads to the next page. */
export function limits(c: Contract): void {
  /** Answers each request with a page of the long books, which exist nowhere as a whole. */
  const answer = () =>
    c.between.fail(
      (response, request) => {
        const { status, body } = c.world.longBooks.page(request, count);
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      },
      { step: 'books', times: Number.POSITIVE_INFINITY },
    );

  /** Reads one page. @returns the references of its entries, and the cursor to the next page */
  async function read(cursor?: string) {
    const before = c.between.seen.length;
    const period = { since: Date.now() - 24 * 60 * 60 * 1000, until: Date.now() };
    const { entries, next } = await c.world.acquirer.listBalanceTransactions(c.account, period, cursor);
    expect(c.between.seen).toHaveLength(before + 1);
    expect(entries.length).toBeLessThanOrEqual(100);
    return { references: entries.map(({ reference }) => reference), next };
  }

  describe('limits', () => {
    test('an answer of ten megabytes is not read, also if it is right', async () => {
      const payment = await c.paid();
      const capture = c.movement('capture', payment, 400);
      const ends = [c.hurry(), c.between.fail('padded', { times: Number.POSITIVE_INFINITY })];
      expect((await c.world.acquirer.move(capture)).state).toBe('unknown');
      await expect(c.world.acquirer.balanceOf(c.account)).rejects.toThrow();
      for (const end of ends) end();
      requireApproval(await c.resolve(capture));
    });

    test('the first and the last pages of a day of a million entries are read, each by one request', async () => {
      answer();
      const { reference, cursor } = c.world.longBooks;
      const ranges = [
        { from: 0, to: 500, start: undefined },
        { from: count - 250, to: count, start: cursor(count - 250) },
      ];
      for (const { from, to, start } of ranges) {
        const found: string[] = [];
        let next: string | undefined = start;
        do {
          const page = await read(next);
          found.push(...page.references);
          next = page.next;
          if (next) expect(next).toBe(cursor(from + found.length));
        } while (next && found.length < to - from);
        expect(found).toEqual(Array.from({ length: to - from }, (_, index) => reference(from + index)));
        expect(next === undefined).toBe(to === count);
      }
    });
  });
}
