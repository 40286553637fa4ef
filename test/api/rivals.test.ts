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
 * The attacker here is another customer of Florin: an app that first uses each route for its own objects, and then
 * names another merchant's objects in every combination with its own. An attacker who owns nothing would not detect two
 * kinds of weak checks: that the app is a member of *some* merchant, and that a nested object exists at *some*
 * merchant.
 */

const { api, createApp, createMerchant, shop } = world();

/** Every path parameter that names an object of a merchant. `customer` is a text that each merchant chooses. */
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
  'POST /disputes/{disputeId}/evidence': () => ({ explanation: 'Mine' }),
  'POST /merchants/{merchantId}/links': () => ({ amount: 1, currency: 'EUR' }),
  'POST /merchants/{merchantId}/webhooks': () => ({ events: ['payout.created'] }),
  'PUT /merchants/{merchantId}/webhooks/{webhookId}': () => ({ events: ['payout.created'] }),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/retries': () => ({ since: new Date().toISOString() }),
};

let victim: Possessions;
let rival: Possessions;
/** Objects of a second merchant of the rival's app. */
let second: Possessions;
/** The rival's objects again, with another endpoint of the same merchant. */
let sister: Possessions;
/** Objects of the rival that a successful removal may remove. */
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

/** Fills the parameters of a route's path with the ids of the objects. */
function pathOf(method: string, route: string, things: Possessions): string {
  const ids = route.includes('/customers/') ? { ...things, cardId: things.keptCardId } : things;
  const path = route.replace(/{(\w+)}/g, (_, name: keyof Possessions) => ids[name]);
  return method === 'GET' && route.endsWith('s') ? `${path}?limit=9` : path;
}

/** Returns the rival's own objects, for a use of the route that succeeds. */
async function ownThings(name: string): Promise<Possessions> {
  if (name.startsWith('GET /identities')) return { ...rival, appId: rival.ownerId };
  // Only a payment without captures can be raised. The payment that saved the card is one, and its id is the card's id.
  if (name.endsWith('/increments')) return { ...rival, transactionId: rival.keptCardId };
  if (name.endsWith('{secretId}')) return { ...sister, secretId: await addSecret(sister) };
  return name.startsWith('DELETE') ? { ...rival, ...spare } : rival;
}

/** Returns paths of the route with parameters from any owners, except paths with only parameters of one own object. */
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

describe('an app that used a route for its own objects cannot reach another merchant’s objects through', () => {
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
  'an app cannot use objects of another merchant (%s) in a body or a filter',
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
