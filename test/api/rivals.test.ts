import { routes } from '../../lib/routes.ts';
import {
  addSecret,
  addUser,
  keepCard,
  makeWebhook,
  type Possessions,
  possess,
  seenByOwner,
} from './support/possessions.ts';
import { world } from './support/world.ts';

/**
 * Attackers who are customers: an app that has used each route for its own things, in the same functions, and then
 * names another merchant's things in every combination with its own. A stranger who owns nothing would not find a check
 * that only looks whether the app is a member of *some* merchant, or that a nested thing exists somewhere.
 */

const { api, createApp, createMerchant, shop } = world();

/** Every path parameter that names a thing of a merchant. `customer` is a text that each merchant chooses. */
type Parameter = Exclude<keyof Possessions, 'key' | 'ownerId' | 'keptCardId' | 'customer'>;

const parametersIn = (path: string): Parameter[] =>
  [...path.matchAll(/{(\w+)}/g)]
    .map(([, name]) => name as Parameter)
    .filter((name) => (name as string) !== 'customer');

const guarded = routes
  .filter(({ authorization, path }) => authorization === 'key' && parametersIn(path).length > 0)
  .map(({ method, path }) => [`${method} ${path}`, method, path] as const);

/** The bodies that requests to the routes need. */
const bodies: Record<string, (own: Possessions) => object> = {
  'PUT /merchants/{merchantId}': () => ({ name: 'Mine' }),
  'POST /merchants/{merchantId}/users': () => ({ email: 'rival@example.com' }),
  'POST /merchants/{merchantId}/apps': ({ ownerId }) => ({ appId: ownerId }),
  'POST /merchants/{merchantId}/transactions': ({ transactionId }) => ({
    transactionId,
    currency: 'EUR',
    amount: 1,
  }),
  'POST /transactions/{transactionId}/increments': () => ({ amount: 1 }),
  'POST /transactions/{transactionId}/captures': () => ({ amount: 1 }),
  'POST /transactions/{transactionId}/refunds': () => ({ amount: 1 }),
  'POST /transactions/{transactionId}/voids': () => ({ amount: 1 }),
  'POST /merchants/{merchantId}/cards': ({ transactionId }) => ({ transactionId }),
  'POST /merchants/{merchantId}/links': () => ({ amount: 1, currency: 'EUR' }),
  'POST /merchants/{merchantId}/webhooks': () => ({ events: ['payout.created'] }),
  'PUT /merchants/{merchantId}/webhooks/{webhookId}': () => ({ events: ['payout.created'] }),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/retries': () => ({ since: new Date().toISOString() }),
};

let victim: Possessions;
let rival: Possessions;
/** Things of a second merchant of the rival's app. */
let second: Possessions;
/** The rival's things again, with another webhook of the same merchant. */
let sister: Possessions;
/** Things of the rival that a successful removal may remove. */
let spare: Partial<Possessions>;
let before: Awaited<ReturnType<typeof seenByOwner>>;

beforeAll(async () => {
  const [one, two] = await Promise.all([shop(), shop()]);
  const another = { ...two, merchant: await createMerchant(two.key) };
  [victim, rival, second] = await Promise.all([possess(one), possess(two), possess(another)]);
  const { key, merchantId } = rival;
  const own = `/merchants/${merchantId}`;
  const made = async (path: string, body?: object) => (await api('POST', path, { key, body })).body;
  sister = { ...rival, ...(await makeWebhook(key, merchantId)) };
  const app = await createApp();
  await made(`${own}/apps`, { appId: app.id });
  spare = {
    userId: await addUser(key, merchantId, `spare-${merchantId}@example.com`),
    appId: app.id,
    linkId: (await made(`${own}/links`, { amount: 1, currency: 'EUR' })).link.id,
    webhookId: (await makeWebhook(key, merchantId)).webhookId,
    keptCardId: await keepCard(key, two.merchant, 'ann'),
  };
  before = await seenByOwner(victim);
});

/** Fills the parameters of a route's path with the ids of the things. */
function pathOf(method: string, route: string, things: Possessions): string {
  const ids = route.includes('/customers/') ? { ...things, cardId: things.keptCardId } : things;
  const path = route.replace(/{(\w+)}/g, (_, name: keyof Possessions) => ids[name]);
  return method === 'GET' && route.endsWith('s') ? `${path}?limit=9` : path;
}

/** The rival's own things, for a use of the route that succeeds. */
async function ownThings(name: string): Promise<Possessions> {
  if (name.startsWith('GET /identities')) return { ...rival, appId: rival.ownerId };
  // A saved card takes the id of the payment that saved the card. Nothing was captured of that payment.
  if (name.endsWith('/increments')) return { ...rival, transactionId: rival.keptCardId };
  if (name.endsWith('{secretId}')) return { ...sister, secretId: await addSecret(sister) };
  return name.startsWith('DELETE') ? { ...rival, ...spare } : rival;
}

/** Paths of the route that take each parameter from any owner, but not all of them from the same thing of the rival. */
function foreignPaths(method: string, route: string): string[] {
  const mixed = parametersIn(route).reduce<Possessions[]>(
    (all, name) =>
      all.flatMap((things) =>
        [rival, sister, second, victim].map((owner) => ({
          ...things,
          [name]: owner[name],
          ...(name === 'cardId' && { keptCardId: owner.keptCardId }),
        })),
      ),
    [rival],
  );
  const path = (things: Possessions) => pathOf(method, route, things);
  const allowed = [rival, sister, second].map(path);
  return [...new Set(mixed.map(path))].filter((each) => !allowed.includes(each));
}

describe('an app that has used a route for its own things reaches nothing else through it', () => {
  test.each(guarded)('%s', async (name, method, route) => {
    const { key } = rival;
    const ask = (path: string) => api(method, path, { key, body: bodies[name]?.(rival) });
    const used = await ask(pathOf(method, route, await ownThings(name)));
    expect([200, 201, 202, 204]).toContain(used.status);

    const paths = foreignPaths(method, route);
    expect(paths.length).toBeGreaterThan(0);
    const forbidden = pathOf(method, route, victim).split('/').slice(0, 3).join('/');
    for (const path of paths) {
      const { status, body } = await ask(path);
      expect([path, status]).toEqual([path, path.startsWith(forbidden) ? 403 : 404]);
      expect(Object.keys(body).sort()).toEqual(['error', 'message']);
    }
    expect(await seenByOwner(victim)).toEqual(before);
  });
});

test.each(['victim', 'second'])(
  'things of another merchant (%s) are unknown in a body or filter',
  async (of) => {
    const { key, merchantId } = rival;
    const { transactionId, cardId, keptCardId } = of === 'victim' ? victim : second;
    const own = `/merchants/${merchantId}`;
    const charge = { currency: 'EUR', amount: 1 };
    for (const [path, body] of [
      [`${own}/transactions`, { transactionId, ...charge }],
      [`${own}/transactions`, { cardId, ...charge }],
      [`${own}/transactions`, { cardId: keptCardId, ...charge }],
      [`${own}/cards`, { transactionId }],
    ] as const)
      expect([path, (await api('POST', path, { key, body })).status]).toEqual([path, 400]);
    for (const kind of ['disputes', 'frauds']) {
      const list = (merchant: string) =>
        api('GET', `/${kind}?limit=9&filter[merchantId]=${merchant}&filter[transactionId]=${transactionId}`, {
          key,
        });
      expect((await list(merchantId)).body).toEqual([]);
      expect((await list(victim.merchantId)).status).toBe(403);
    }
    expect(await seenByOwner(victim)).toEqual(before);
  },
);
