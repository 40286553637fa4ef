import { makeClock } from '../../api/support/clock.ts';
import type { Response } from '../../api/support/http.ts';
import { cards, ownLive } from '../../api/support/live.ts';
import { requireTds } from '../../api/support/tds.ts';
import type { Failure } from '../../stripe/stand-in/faults.ts';

const clock = makeClock();
// Florin gives up a hanging call after fewer seconds than usual, because this test has many of them.
const env = { ...clock.env, FLORIN_TRIGGERS: 'off', FLORIN_REQUEST_SECONDS: '10' };
const live = ownLive({ now: clock.now, env });

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;
type Shop = Awaited<ReturnType<typeof live.shop>>;

/** Failures whose outcome is unknown. The contract suite shows that other failures leave a call in the same states. */
const unknowns: Failure[] = ['lost', 'hang', '500-after', 'throttled'];

/** A call to the acquirer, and a request that needs it. */
interface Path {
  call: RegExp;
  /** Does everything before the call. @returns the request that makes the call; the request can be repeated */
  prepare(shop: Shop, once: Record<string, string>): Promise<() => Promise<Response>>;
  /** The answer while the call fails; 504 by default. */
  told?: string;
  /** The answer after the operation was resolved. */
  ends: string;
}

const intent = String.raw`/v1/payment_intents/\w+`;
const confirm = new RegExp(`^POST ${intent}/confirm$`);

const begun = async (order: Json): Promise<Json> => ({
  ...order,
  hints: (await live.here.pos('/payments/challenges/begin', order)).body.hints,
});

/** A payment that is prepared but not sent yet. */
async function ready({ merchant }: Shop, once: Record<string, string>, over = {}, number?: string) {
  const order = await begun(await live.order(merchant, over, number));
  return () => live.here.pos('/payments', order, once);
}

/** A payment whose customer is at their bank. */
async function atBank({ merchant }: Shop, over = {}, number: string = cards.challenged) {
  const order = await begun(await live.order(merchant, over, number));
  const { challenges } = (await live.here.pos('/payments', order)).body;
  return { order, path: challenges[0].path as string };
}

async function leaving(shop: Shop, once: Record<string, string>, over = {}) {
  const { order, path } = await atBank(shop, over);
  const { left } = (await live.here.pos(path, order)).body;
  return () => live.here.pos('/payments', { ...order, hints: [...order.hints, ...left] }, once);
}

async function makeAuthorization({ merchant }: Shop, over = {}) {
  return live.authorized(merchant, 1000, over);
}

async function linkOf({ key, merchant }: Shop, over = {}): Promise<string> {
  const body = { amount: 10000, currency: 'EUR', ...over };
  return (await live.here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body.link.id;
}

/** A saved card, and a prepared payment with it. */
async function withSaved(shop: Shop, once: Record<string, string>) {
  const { merchant } = shop;
  const asked = { uses: 9, customer: 'ann' };
  const saving = await live.order(merchant, { linkId: await linkOf(shop, asked), save: true });
  const saved = (await live.here.pay(saving)).body.authorizationId;
  const { code } = await live.here.tokens();
  return ready(shop, once, { linkId: await linkOf(shop, asked), card: { saved, code } });
}

const again = (shop: Shop, once: Record<string, string>, transactionId: string) => () => {
  const body = { transactionId, currency: 'EUR', amount: 700 };
  const path = `/merchants/${shop.merchant.id}/transactions`;
  return live.here.api('POST', path, { key: shop.key, body, headers: once });
};

const agreed = { unplanned: { merchant: true } };
const onlyCard = { amount: undefined, ...agreed };

const paths: Record<string, Path> = {
  'a card is sent': { call: /^POST \/v1\/payment_methods$/, prepare: ready, ends: '400' },
  'a customer is made': {
    call: /^POST \/v1\/customers$/,
    prepare: (shop, once) => ready(shop, once, agreed),
    ends: '400',
  },
  'the code of a kept card is sent': { call: /^POST \/v1\/tokens$/, prepare: withSaved, ends: '400' },
  'an intent is made': { call: /^POST \/v1\/payment_intents$/, prepare: ready, ends: '400' },
  'an intent is given to a customer': {
    call: new RegExp(`^POST ${intent}$`),
    prepare: (shop, once) => ready(shop, once, agreed),
    ends: '400',
  },
  'a kept card is charged': { call: confirm, prepare: withSaved, ends: '201|400' },
  'a payment is authorized': { call: confirm, prepare: ready, ends: '201|400' },
  'and is looked for in vain': {
    call: new RegExp(`^(POST ${intent}/confirm|GET ${intent})$`),
    prepare: ready,
    ends: '201|400',
  },
  'a card is saved': {
    call: /^POST \/v1\/setup_intents\/\w+\/confirm$/,
    prepare: (shop, once) => ready(shop, once, onlyCard),
    ends: '201|400',
  },
  'a card is charged again': {
    call: confirm,
    prepare: async (shop, once) => again(shop, once, await makeAuthorization(shop, agreed)),
    ends: '201|400',
  },
  'a customer comes back from the bank': {
    call: new RegExp(`^GET ${intent}$`),
    async prepare(shop, once) {
      const { order, path } = await atBank(shop);
      const back = await live.atBank(path, order, 'yes');
      return () => live.here.pos('/payments', { ...order, hints: [...order.hints, ...back] }, once);
    },
    ends: '201',
  },
  'a customer leaves the bank': {
    call: new RegExp(`^POST ${intent}/cancel$`),
    prepare: leaving,
    ends: '400',
  },
  'a customer who saves a card leaves the bank': {
    call: /^POST \/v1\/setup_intents\/\w+\/cancel$/,
    prepare: (shop, once) => leaving(shop, once, onlyCard),
    ends: '400',
  },
  'a customer never comes back from the bank': {
    call: new RegExp(`^POST ${intent}/cancel$`),
    async prepare(shop, once) {
      const { order } = await atBank(shop);
      return () => live.here.pos('/payments', order, once);
    },
    told: '200',
    ends: '400',
  },
  'a customer agrees once the link is paid by somebody else': {
    call: new RegExp(`^POST ${intent}/cancel$`),
    async prepare(shop, once) {
      const linkId = await linkOf(shop);
      const { order, path } = await atBank(shop, { linkId });
      const back = await live.atBank(path, order, 'yes');
      expect((await live.here.pay(await live.order(shop.merchant, { linkId }))).status).toBe(201);
      return () => live.here.pos('/payments', { ...order, hints: [...order.hints, ...back] }, once);
    },
    ends: '400',
  },
  'a card has no 3-D Secure, which the merchant requires': {
    call: new RegExp(`^POST ${intent}/cancel$`),
    async prepare(shop, once) {
      await requireTds(live.engine.endpoint, shop.merchant);
      const card = {
        ...(await live.here.tokens('378282246310005', '1234')),
        expiry: { month: 12, year: 2090 },
      };
      return ready(shop, once, { card });
    },
    ends: '400',
  },
  'a payment is captured': {
    call: new RegExp(`^POST ${intent}/capture$`),
    prepare: async (shop, once) => capture(shop, once),
    ends: '201',
  },
  'the figures of a capture are read': {
    call: /^GET \/v1\/balance_transactions$/,
    prepare: async (shop, once) => capture(shop, once),
    ends: '201',
  },
  'a payment is refunded': { call: /^POST \/v1\/refunds$/, prepare: refund, ends: '201' },
  'and its refund is looked for in vain': { call: /refunds$/, prepare: refund, ends: '201' },
  'a payment is voided': {
    call: new RegExp(`^POST ${intent}/cancel$`),
    async prepare(shop, once) {
      const id = await makeAuthorization(shop);
      return () => live.here.move(shop.key, id, 'voids', 1000, once);
    },
    ends: '201',
  },
  'what was not captured is voided': {
    call: new RegExp(`^POST ${intent}/capture$`),
    prepare: rest,
    ends: '201',
  },
  'what was not captured is looked at': { call: new RegExp(`^GET ${intent}$`), prepare: rest, ends: '201' },
};

async function capture(shop: Shop, once: Record<string, string>) {
  const id = await makeAuthorization(shop);
  return () => live.here.move(shop.key, id, 'captures', 400, once);
}

async function refund(shop: Shop, once: Record<string, string>) {
  const id = await makeAuthorization(shop);
  await live.here.move(shop.key, id, 'captures', 1000);
  return () => live.here.move(shop.key, id, 'refunds', 400, once);
}

async function rest(shop: Shop, once: Record<string, string>) {
  const id = await makeAuthorization(shop);
  await live.here.move(shop.key, id, 'captures', 300);
  return () => live.here.move(shop.key, id, 'voids', 700, once);
}

const said = ({ status, body }: Response): string => {
  const { code, error } = (Array.isArray(body) ? body[0] : body) ?? {};
  return [status, code ?? error].filter((part) => part !== undefined).join(' ');
};

async function later(...minutes: number[]): Promise<void> {
  for (const some of minutes) {
    await clock.moveTo(clock.now() + some * 60_000);
    await live.finishOperations();
  }
}

/** A path, and one way in which its call fails, with a merchant of its own. */
interface Scene {
  name: string;
  path: Path;
  how: Failure;
  shop: Shop;
  act(): Promise<Response>;
}

let cases = 0;

async function scenesOf(name: string, path: Path): Promise<Scene[]> {
  return Promise.all(
    unknowns.map(async (how) => {
      const shop = await live.shop();
      const act = await path.prepare(shop, { 'idempotency-key': `second-${++cases}` });
      return { name, path, how, shop, act };
    }),
  );
}

/** So many paths at a time share the moves of the clock. More would keep Florin so busy that calls end too late. */
const together = 4;
const groups = Array.from({ length: Math.ceil(Object.keys(paths).length / together) }, (_, n) =>
  Object.entries(paths).slice(n * together, (n + 1) * together),
);

describe.each(groups.map((group) => [group.map(([name]) => name).join('; '), group] as const))(
  '%s',
  (_, group) => {
    test('the call fails, and fails again for the worker: no operation is lost, made twice or left open', async () => {
      const scenes: Scene[] = [];
      for (const [name, path] of group) scenes.push(...(await scenesOf(name, path)));
      const answers = () => Promise.all(scenes.map(({ act }) => act()));
      const ending = scenes.map(({ path, how, shop }) =>
        live.stripe.fail({ how, of: path.call, account: shop.account, times: Number.POSITIVE_INFINITY }),
      );
      const first = await answers();
      expect(named(scenes, first.map(said))).toEqual(
        named(
          scenes,
          scenes.map(({ path: { told = '504 OPERATION_OPEN' } }) => expect.stringMatching(told)),
        ),
      );
      await later(2, 62);
      for (const end of ending) end();
      await later(5, 10, 20, 70, 70, 70);
      const last = await answers();
      const known = last.map(({ status }) => String(status));
      expect(named(scenes, known)).toEqual(
        named(
          scenes,
          scenes.map(({ path }) => expect.stringMatching(`^(${path.ends})$`)),
        ),
      );
      await expectAllClean(scenes);
      const repeated = await answers();
      expect(named(scenes, repeated.map(said))).toEqual(named(scenes, last.map(said)));
      await expectAllClean(scenes);
    });
  },
);

const named = (scenes: Scene[], what: unknown[]) =>
  Object.fromEntries(scenes.map(({ name, how }, n) => [`${name}: ${how}`, what[n]]));

/** One after the other: Florin refuses some of so many reads at once on a busy machine. */
async function expectAllClean(scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes) await expectClean(scene);
}

/** Checks that the books agree, and that no intent at the acquirer still waits. */
async function expectClean({ name, how, shop }: Scene): Promise<void> {
  try {
    await live.expectSameBooks(shop);
    const { intents } = live.stripe.books(shop.account);
    const waits = ({ status, last_payment_error }: Json) =>
      /^requires_(action|confirmation|payment_method)$/.test(status) && !last_payment_error;
    expect(intents.filter(waits)).toEqual([]);
  } catch (error) {
    throw new Error(`${name}: after ${how}: ${(error as Error).message}`);
  }
}
