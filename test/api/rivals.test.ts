import { routes } from '../../lib/routes.ts';
import { sampleRequest } from '../../lib/sample-request.ts';
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
  .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

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

/** Returns the rival's own objects, for a use of the route that succeeds. */
async function ownThings(name: string): Promise<Possessions> {
  // Only a payment without captures can be raised. The payment that saved the card is one, and its id is the card's id.
  if (name.endsWith('/increments')) return { ...rival, transactionId: rival.keptCardId };
  if (name.endsWith('{secretId}')) return { ...sister, secretId: await addSecret(sister) };
  return name.startsWith('DELETE') ? { ...rival, ...spare } : rival;
}

/** Returns paths of the route with parameters from any owners, except paths with only parameters of one own object. */
function foreignPaths(route: (typeof guarded)[number]): string[] {
  const mixed = parametersIn(route.path).reduce<Possessions[]>(
    (all, name) =>
      all.flatMap((things) =>
        [rival, sister, second, victim].map((owner) => ({
          ...things,
          [name]: owner[name],
          ...(name === 'cardId' && { keptCardId: owner.keptCardId }),
          ...(name === 'appId' && { ownerId: owner.ownerId }),
        })),
      ),
    [rival],
  );
  const path = (things: Possessions) => sampleRequest(route, things).path;
  const allowed = [rival, sister, second].map(path);
  return [...new Set(mixed.map(path))].filter((each) => !allowed.includes(each));
}

describe('an app that used a route for its own objects cannot reach another merchant’s objects through', () => {
  test.each(guarded)('$name', async (route) => {
    const { key } = rival;
    const { body } = sampleRequest(route, rival);
    const ask = (path: string) => api(route.method, path, { key, body });
    const used = await ask(sampleRequest(route, await ownThings(route.name)).path);
    expect([200, 201, 202, 204]).toContain(used.status);

    const paths = foreignPaths(route);
    expect(paths.length).toBeGreaterThan(0);
    const forbidden =
      sampleRequest(route, victim).path.split('?', 1)[0]?.split('/').slice(0, 3).join('/') ?? '';
    for (const path of paths) {
      const { status, body } = await ask(path);
      expect([path, status]).toEqual([path, path.startsWith(forbidden) ? 403 : 404]);
      expect(Object.keys(body).sort()).toEqual(['error', 'message', 'text']);
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
