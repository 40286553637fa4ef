import fc from 'fast-check';
import { aws } from '../support/aws.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const { api, createApp, createMerchant, shop, authorized, move } = world();

type Shop = Awaited<ReturnType<typeof shop>>;
type Query = Record<string, string | number>;

interface List {
  path(shop: Shop): string;
  query?(shop: Shop): Query;
  /** Adds one item to the list. */
  add(shop: Shop, n: number): Promise<unknown>;
  /** Set if the item arrives through a queue, after a short delay. */
  later?: true;
}

/** Reports an alert about a new transaction of the shop, as the acquirer does. */
const alert = (type: string, rest: object) => async (owner: Shop, n: number) => {
  const id = await authorized(owner.merchant, 100);
  await move(owner.key, id, 'captures', 100);
  await aws().report({ type, reference: `pages-${id}-${n}`, transactionId: id, ...rest });
};

const ofMerchant = ({ merchant }: Shop) => ({ 'filter[merchantId]': merchant.id });

const lists: Record<string, List> = {
  merchants: {
    path: ({ app }) => `/identities/${app.id}/merchants`,
    add: ({ key }, n) => createMerchant(key, { test: n % 2 === 0 }),
  },
  apps: {
    path: ({ merchant }) => `/merchants/${merchant.id}/apps`,
    add: async ({ key, merchant }) =>
      api('POST', `/merchants/${merchant.id}/apps`, { key, body: { appId: (await createApp()).id } }),
  },
  users: {
    path: ({ merchant }) => `/merchants/${merchant.id}/users`,
    add: ({ key, merchant }, n) =>
      api('POST', `/merchants/${merchant.id}/users`, {
        key,
        body: { email: `${n}-${merchant.id}@example.com` },
      }),
  },
  transactions: {
    path: ({ merchant }) => `/merchants/${merchant.id}/transactions`,
    add: async ({ key, merchant }, n) => {
      const id = await authorized(merchant, 100, n % 3 ? {} : { custom: { n } });
      for (let m = 0; m < n % 4; m++) await move(key, id, 'captures', 1);
    },
  },
  lines: {
    path: ({ merchant }) => `/merchants/${merchant.id}/lines`,
    add: async ({ key, merchant }) => move(key, await authorized(merchant, 1), 'captures', 1),
  },
  postings: {
    path: ({ merchant }) => `/merchants/${merchant.id}/postings`,
    add: async ({ key, merchant }) => move(key, await authorized(merchant, 1), 'captures', 1),
  },
  payouts: {
    path: ({ merchant }) => `/merchants/${merchant.id}/payouts`,
    add: async ({ key, merchant }, n) => {
      await move(key, await authorized(merchant, 2000), 'captures', 2000);
      const time = new Date(Date.UTC(2020, 0, 1 + n)).toISOString();
      const body = JSON.stringify({ time, merchantId: merchant.id });
      await aws().invoke('PayOut', { Records: [{ messageId: `pages-${n}`, body }] });
    },
    later: true,
  },
  disputes: {
    path: () => '/disputes',
    query: ofMerchant,
    add: alert('dispute.opened', {
      amount: 1,
      reason: { code: 1, title: 'x' },
      due: '2030-01-01T00:00:00.000Z',
    }),
    later: true,
  },
  frauds: { path: () => '/frauds', query: ofMerchant, add: alert('fraud.reported', {}), later: true },
};

test.each(Object.entries(lists))(
  'the list of %s shows each item once, in pages of any size and both directions, while new items arrive',
  async (_, list) => {
    const owner = await shop();
    const page = async (query: Query): Promise<string[]> => {
      const answer = await api('GET', list.path(owner), {
        key: owner.key,
        query: { ...list.query?.(owner), ...query },
      });
      expect(answer.status).toBe(200);
      expect(answer.body.length).toBeLessThanOrEqual(query.limit as number);
      return answer.body.map(({ id }: { id: string }) => id);
    };
    let added = 0;
    const add = async () => list.add(owner, added++);
    // The lists of merchants and apps begin with the shop itself.
    const first = (await page({ limit: 1000 })).length;
    for (let n = 0; n < 8; n++) await add();
    const everything = () =>
      waitUntil(
        () => page({ limit: 1000 }),
        ({ length }) => length === first + added,
      );
    await everything();

    /** Reads all ids page by page, and adds an item after a page if `arrivals` says so. */
    const walk = async (
      direction: 'before' | 'after',
      limit: number,
      arrivals: boolean[],
    ): Promise<string[]> => {
      const seen: string[] = [];
      for (let cursor = direction === 'after' ? '0'.repeat(24) : undefined; ; cursor = seen.at(-1)) {
        const ids = await page({ limit, ...(cursor ? { [direction]: cursor } : {}) });
        if (ids.length === 0) return seen;
        seen.push(...ids);
        if (arrivals.pop()) await add();
      }
    };

    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.boolean(), { maxLength: 2 }),
        fc.constantFrom('before' as const, 'after' as const),
        async (limit, arrivals, direction) => {
          const before = await everything();
          const seen = await walk(direction, limit, arrivals);
          const after = await everything();
          expect(new Set(seen).size).toBe(seen.length);
          // If the newest items come first, new items belong before the first page, so the pages show no new item.
          // If the oldest items come first, the pages may show new items.
          if (direction === 'before') expect(seen).toEqual(before);
          else expect(seen).toEqual([...after].reverse().slice(0, seen.length));
          if (direction === 'after') expect(seen.length).toBeGreaterThanOrEqual(before.length);
        },
      ),
      { numRuns: list.later ? 4 : 8 },
    );
  },
);
