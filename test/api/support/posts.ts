import { isLive } from './is-live.ts';
import { merchantInput, type world } from './world.ts';

type World = ReturnType<typeof world>;
type Json = Record<string, unknown>;

/** An app with a merchant that has one transaction of 1000, of which 300 are captured. */
export interface Scene {
  key: string;
  appId: string;
  merchant: { id: string; key: string };
  transaction: string;
  /** Other apps, which are not members of the merchant. */
  guests: readonly [string, string];
  /** Two payments that have met their challenge: `payment` with a valid card, and `lost` with a lost card. */
  payment: Json;
  lost: Json;
}

/** The visible state of a scene: counts and sums. */
export type Sight = Record<
  | 'merchants'
  | 'users'
  | 'apps'
  | 'transactions'
  | 'trail'
  | 'lines'
  | 'captured'
  | 'refunded'
  | 'voided'
  | 'balance',
  number
>;

/** A `POST` with an effect. */
export interface Post {
  name: string;
  side: 'base' | 'pos';
  path(scene: Scene): string;
  body(scene: Scene): Json;
  /** The fields that make a different request to the same route. */
  other: Json | ((scene: Scene) => Json);
  status: number;
  /** The visible effect of one request. All other counts and sums stay the same. */
  effect: Partial<Sight>;
  /** Set if a second request, with another idempotency key, changes nothing more. */
  settled?: true;
}

/** The limit of a scene's card, in minor units. */
const cardLimit = 1500;
const limit = { currency: 'EUR', exponent: 2, value: cardLimit };

const transactions = ({ merchant }: Scene) => `/merchants/${merchant.id}/transactions`;
const again = ({ transaction }: Scene) => ({ transactionId: transaction, currency: 'EUR', amount: 100 });
const move = (kind: string) => ({
  name: `POST /transactions/<id>/${kind}`,
  side: 'base' as const,
  path: ({ transaction }: Scene) => `/transactions/${transaction}/${kind}`,
  body: () => ({ amount: 100 }),
  other: { amount: 101 },
  status: 201,
});

const all: readonly Post[] = [
  {
    name: 'POST /apps',
    side: 'base',
    path: () => '/apps',
    body: () => ({ name: 'Once' }),
    other: { name: 'Twice' },
    status: 201,
    effect: {},
  },
  {
    name: 'POST /merchants',
    side: 'base',
    path: () => '/merchants',
    body: () => merchantInput,
    other: { name: 'Another' },
    status: 201,
    effect: { merchants: 1 },
  },
  {
    name: 'POST /merchants/<id>/users',
    side: 'base',
    path: ({ merchant }) => `/merchants/${merchant.id}/users`,
    body: ({ appId }) => ({ email: `${appId}@example.com` }),
    other: ({ appId }) => ({ email: `other-${appId}@example.com` }),
    status: 201,
    effect: { users: 1 },
    settled: true,
  },
  {
    name: 'POST /merchants/<id>/apps',
    side: 'base',
    path: ({ merchant }) => `/merchants/${merchant.id}/apps`,
    body: ({ guests }) => ({ appId: guests[0] }),
    other: ({ guests }) => ({ appId: guests[1] }),
    status: 201,
    effect: { apps: 1 },
    settled: true,
  },
  {
    name: 'POST /merchants/<id>/cards',
    side: 'base',
    path: ({ merchant }) => `/merchants/${merchant.id}/cards`,
    body: ({ transaction }) => ({ transactionId: transaction }),
    other: { notes: 'Another' },
    status: 201,
    effect: {},
  },
  {
    name: 'POST /merchants/<id>/transactions',
    side: 'base',
    path: transactions,
    body: again,
    other: { amount: 101 },
    status: 201,
    effect: { transactions: 1 },
  },
  {
    name: 'POST /merchants/<id>/transactions, declined',
    side: 'base',
    path: transactions,
    body: (scene) => ({ ...again(scene), amount: cardLimit + 1 }),
    other: { amount: cardLimit + 2 },
    status: 400,
    effect: { transactions: 1 },
  },
  // The fee is 0.25 and 1.35 % of 1.00, which is one cent. The stand-in for the acquirer takes 1.5 %.
  { ...move('captures'), effect: { trail: 1, lines: 1, captured: 100, balance: 100 - (isLive ? 27 : 26) } },
  { ...move('refunds'), effect: { trail: 1, lines: 1, refunded: 100, balance: -100 } },
  { ...move('voids'), effect: { trail: 1, voided: 100 } },
  {
    name: 'POST /payments',
    side: 'pos',
    path: () => '/payments',
    body: ({ payment }) => payment,
    other: { text: 'Another' },
    status: 201,
    effect: { transactions: 1 },
    // The 3-D Secure proof of the payment is accepted only once.
    settled: true,
  },
  {
    name: 'POST /payments, declined',
    side: 'pos',
    path: () => '/payments',
    body: ({ lost }) => lost,
    other: { text: 'Another' },
    status: 400,
    effect: { transactions: 1 },
    // The 3-D Secure proof of the payment is accepted only once.
    settled: true,
  },
];

/**
 * Every `POST` with an effect. The effect of a declined payment is a failed transaction. Live tests leave out a
 * declined charge, because they cannot make the issuer of a stored card decline.
 */
export const posts = all.filter(
  ({ name }) => !isLive || name !== 'POST /merchants/<id>/transactions, declined',
);

/** @param post the only post that will use the scene. A post to the merchants' API needs no payments, which take long. */
export async function setScene(here: World, post?: Post): Promise<Scene> {
  const { app, key, merchant } = await here.shop();
  const test = { tds: { challenge: false }, card: { limit } };
  const transaction = await here.authorized(merchant, 1000, { test });
  await here.move(key, transaction, 'captures', 300);
  const [guest, other] = await Promise.all([here.createApp(), here.createApp()]);
  const ready = async (card: Json, number?: string) => {
    const payment = await here.payment(merchant, { test: { tds: { challenge: false }, card } });
    if (isLive && number) Object.assign(payment.card, await here.tokens(number));
    const challenge = isLive ? 'begin' : 'tds-frictionless';
    return { ...payment, hints: (await here.pos(`/payments/challenges/${challenge}`, payment)).body.hints };
  };
  const [payment = {}, lost = {}] =
    post?.side === 'base' ? [] : [await ready({}), await ready({ status: 'lost' }, '4000000000009987')];
  const guests = [guest.id, other.id] as const;
  return { key, appId: app.id, merchant, transaction, guests, payment, lost };
}

/** Sends the post of a scene, or another request to the same route. */
export function sendPost(
  here: World,
  post: Post,
  scene: Scene,
  headers: Record<string, string>,
  another = false,
) {
  const other = typeof post.other === 'function' ? post.other(scene) : post.other;
  const body = { ...post.body(scene), ...(another ? other : {}) };
  return post.side === 'pos'
    ? here.pos(post.path(scene), body, headers)
    : here.api('POST', post.path(scene), { key: scene.key, body, headers });
}

export async function look(here: World, { key, appId, merchant, transaction }: Scene): Promise<Sight> {
  const read = async (path: string) => (await here.api('GET', path, { key })).body;
  const [merchants, users, apps, transactions, lines, own, account] = await Promise.all([
    read(`/identities/${appId}/merchants?limit=1000`),
    read(`/merchants/${merchant.id}/users?limit=1000`),
    read(`/merchants/${merchant.id}/apps?limit=1000`),
    read(`/merchants/${merchant.id}/transactions?limit=1000`),
    read(`/merchants/${merchant.id}/lines?limit=1000`),
    here.transaction(key, transaction),
    read(`/merchants/${merchant.id}`),
  ]);
  return {
    merchants: merchants.length,
    users: users.length,
    apps: apps.length,
    transactions: transactions.length,
    lines: lines.length,
    trail: own.trail.length,
    captured: own.capturedAmount,
    refunded: own.refundedAmount,
    voided: own.voidedAmount,
    balance: account.merchant.balance,
  };
}

/** Returns the counts and sums that differ between two states, with their differences. */
export const difference = (before: Sight, after: Sight): Partial<Sight> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, value - before[name as keyof Sight]])
      .filter(([, change]) => change !== 0),
  );
