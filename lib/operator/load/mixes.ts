import { type Client, clientOf } from '../../client.ts';
import { payByTestCard } from '../../test-payment.ts';
import type { Measures } from './measures.ts';

export interface Shop {
  client: Client;
  merchant: { id: string; key: string };
}

/**
 * One visit of a customer or a merchant's server.
 *
 * @throws if a request was refused
 */
export type Visit = (shop: Shop) => Promise<void>;

/** The name of a request in the report: its route, without ids. */
const routeOf = (method: string, path: string): string =>
  `${method} ${path
    .replace(/\?.*/, '')
    .replace(/[0-9a-f]{24}/g, '{id}')
    .replace(/(\/payments\/challenges)\/.*/, '$1/…')}`;

/** A client whose requests are measured. */
function measuredClient({ ask, pos }: Client, measures: Measures): Client {
  return {
    ask: (method, path, body) => measures.time(routeOf(method, path), () => ask(method, path, body)),
    pos: (path, body, expected) => measures.time(routeOf('POST', path), () => pos(path, body, expected)),
  };
}

/** Makes test merchants for a load test, of a new app or of an app that is known. */
export async function openShops(
  at: { baseUrl: string; posUrl: string; key?: string },
  count: number,
  measures: Measures,
): Promise<Shop[]> {
  const key = at.key ?? (await clientOf(at).ask('POST', '/apps', { name: 'Load test' })).app.key;
  const client = clientOf({ ...at, key });
  const shops: Shop[] = [];
  for (let made = 0; made < count; made++) {
    const { merchant } = await client.ask('POST', '/merchants', {
      name: `Load test ${made + 1}`,
      test: true,
      currency: 'EUR',
      email: 'load@example.com',
      website: 'https://example.com',
      descriptor: 'Load test',
      company: { country: 'DK' },
    });
    shops.push({ client: measuredClient(client, measures), merchant });
  }
  return shops;
}

const [paid, captured, refunded] = [1000, 600, 200];

async function pay({ client, merchant: { key } }: Shop): Promise<string> {
  const id = await payByTestCard(client, { key, card: '4100000000000000', currency: 'EUR', amount: paid });
  if (!id) throw new Error('not authorized');
  return id;
}

/** The visits that a load test can be made of. */
export const mixes = {
  /** Customers pay. The payments are not captured. */
  async payments(shop) {
    await pay(shop);
  },
  /** Customers pay, and the merchant's server captures, refunds, voids and reads. */
  async lives(shop) {
    const path = `/transactions/${await pay(shop)}`;
    await shop.client.ask('POST', `${path}/captures`, { amount: captured });
    await shop.client.ask('POST', `${path}/refunds`, { amount: refunded });
    await shop.client.ask('POST', `${path}/voids`, { amount: paid - captured });
    await shop.client.ask('GET', path);
  },
  /** The merchant's server reads its balance, lines and transactions. */
  async reads({ client, merchant: { id } }) {
    await client.ask('GET', `/merchants/${id}`);
    await client.ask('GET', `/merchants/${id}/lines?limit=25`);
    await client.ask('GET', `/merchants/${id}/transactions?limit=25`);
  },
} satisfies Record<string, Visit>;

export type Mix = keyof typeof mixes;

/** The requests of one visit, for the estimate of what a test costs. */
export const requestsOf: Record<Mix, number> = { payments: 5, lives: 9, reads: 3 };
