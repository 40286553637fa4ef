import { aws } from './aws.ts';
import { browser } from './console.ts';
import { limitDeclines } from './limit-declines.ts';
import { waitUntil } from './wait-until.ts';
import { world } from './world.ts';

/** An app's key, and one object of each kind that a merchant can own, under the name of its path parameter. */
export interface Possessions {
  key: string;
  merchantId: string;
  /** The app that made the merchant. */
  ownerId: string;
  /** A second app that is a member. */
  appId: string;
  userId: string;
  transactionId: string;
  lineId: string;
  payoutId: string;
  cardId: string;
  customer: string;
  /** A card that `customer` agreed to save. */
  keptCardId: string;
  disputeId: string;
  fraudId: string;
  linkId: string;
  webhookId: string;
  secretId: string;
  deliveryId: string;
  /** A device that the owner has paired. */
  tillId: string;
  /** A template of payment links. */
  templateId: string;
}

type Shop = Awaited<ReturnType<ReturnType<typeof world>['shop']>>;

const { api, createApp, authorized, move } = world();
const { report, invoke } = aws();

/** Makes one object of each kind for a merchant. */
export async function possess({ app, key, merchant }: Shop): Promise<Possessions> {
  const own = `/merchants/${merchant.id}`;
  const made = async (path: string, body: object = {}) => {
    const answer = await api('POST', path, { key, body });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const friend = await createApp();
  await made(`${own}/apps`, { appId: friend.id });
  const user = await addUser(key, merchant.id, `one-${merchant.id}@example.com`);
  const transactionId = await authorized(merchant, 1000);
  const captured = await move(key, transactionId, 'captures', 500);
  await limitDeclines(process.env.FLORIN_DYNAMODB ?? '', merchant);
  return {
    key,
    merchantId: merchant.id,
    ownerId: app.id,
    appId: friend.id,
    userId: user,
    transactionId,
    lineId: captured.body.transaction.trail[0].lineId,
    payoutId: await payOut(key, merchant),
    cardId: (await made(`${own}/cards`, { transactionId })).card.id,
    customer: 'ann',
    keptCardId: await keepCard(key, merchant, 'ann'),
    ...(await alerts(key, merchant.id, transactionId)),
    linkId: (await made(`${own}/links`, { amount: 1, currency: 'EUR' })).link.id,
    ...(await makeWebhook(key, merchant.id)),
    ...(await useConsole(key, merchant.id)),
  };
}

/** An owner signs in, pairs a device with the merchant, and saves a template. */
async function useConsole(key: string, merchantId: string) {
  const owner = browser();
  const email = `tills-${merchantId}@example.com`;
  await addUser(key, merchantId, email);
  await owner.signIn(email);
  const own = `/api/merchants/${merchantId}`;
  const made = await owner.ask('POST', `${own}/tills`, { body: { name: 'Counter' } });
  await browser(undefined, 'till').ask('POST', '/till/session', { body: { code: made.body.code } });
  const tillId: string = (await owner.ask('GET', `${own}/tills`)).body[0].id;
  const body = { name: 'Class', currency: 'EUR' };
  const templateId: string = (await owner.ask('PUT', `${own}/templates`, { body })).body.template.id;
  return { tillId, templateId };
}

/** Makes an endpoint that has a secret and a delivery. */
export async function makeWebhook(key: string, merchantId: string) {
  const hooks = `/merchants/${merchantId}/webhooks`;
  const { webhook } = (await api('POST', hooks, { key, body: { events: ['payout.created'] } })).body;
  const { delivery } = (await api('POST', `${hooks}/${webhook.id}/tests`, { key })).body;
  return { webhookId: webhook.id, secretId: webhook.secrets[0].id, deliveryId: delivery.id };
}

/** Pays the merchant out, and returns the id of the payout. */
export async function payOut(key: string, merchant: { id: string }): Promise<string> {
  await move(key, await authorized(merchant, 5000), 'captures', 5000);
  const body = JSON.stringify({ time: new Date().toISOString(), merchantId: merchant.id });
  await invoke('PayOut', { Records: [{ messageId: merchant.id, body }] });
  const path = `/merchants/${merchant.id}/payouts?limit=1`;
  const listed = await waitUntil(
    async () => (await api('GET', path, { key })).body,
    ({ length }) => length === 1,
  );
  return listed[0].id;
}

/** Adds a second secret to the endpoint, and returns the id of the secret. */
export async function addSecret({ key, merchantId, webhookId }: Possessions): Promise<string> {
  const { body } = await api('POST', `/merchants/${merchantId}/webhooks/${webhookId}/secrets`, { key });
  return body.secret.id;
}

/** Invites a person, and returns the id of the user. */
export async function addUser(key: string, merchantId: string, email: string): Promise<string> {
  await api('POST', `/merchants/${merchantId}/users`, { key, body: { email } });
  const { body } = await api('GET', `/merchants/${merchantId}/users?limit=99`, { key });
  return body.find((user: { email: string }) => user.email === email).id;
}

/**
 * Pays with a card that the customer agrees to save.
 *
 * @returns the id of the transaction, which is also the card's id
 */
export async function keepCard(key: string, merchant: { id: string }, customer: string): Promise<string> {
  const body = { amount: 10000, currency: 'EUR', customer };
  const { link } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  return authorized(merchant, 10000, { linkId: link.id, save: true });
}

/** Has the acquirer report a dispute and a fraud about a transaction. */
async function alerts(key: string, merchantId: string, transactionId: string) {
  const reference = `possessions-${merchantId}`;
  await report(
    {
      type: 'dispute.opened',
      reference,
      transactionId,
      amount: 1,
      reason: { code: 83, title: 'Fraud' },
      due: '2090-01-01T00:00:00.000Z',
    },
    { type: 'fraud.reported', reference: `${reference}-fraud`, transactionId },
  );
  const only = async (kind: 'disputes' | 'frauds'): Promise<string> => {
    const path = `/${kind}?limit=9&filter[merchantId]=${merchantId}`;
    const found = await waitUntil(
      async () => (await api('GET', path, { key })).body,
      ({ length }) => length === 1,
    );
    return found[0].id;
  };
  const [disputeId, fraudId] = await Promise.all([only('disputes'), only('frauds')]);
  return { disputeId, fraudId };
}

/** Returns everything that the owner can read of these objects, which is the same after an attack without effect. */
export async function seenByOwner(owned: Possessions) {
  const { key, merchantId, transactionId, linkId, webhookId, customer } = owned;
  const own = `/merchants/${merchantId}`;
  const paths = [
    own,
    ...['users', 'apps', 'lines', 'payouts', 'transactions', 'webhooks', 'links'].map(
      (list) => `${own}/${list}?limit=99`,
    ),
    `/transactions/${transactionId}`,
    `/links/${linkId}`,
    `${own}/customers/${customer}/cards?limit=99`,
    `${own}/webhooks/${webhookId}/deliveries?limit=99`,
    ...['disputes', 'frauds'].map((kind) => `/${kind}?limit=99&filter[merchantId]=${merchantId}`),
  ];
  const answers = await Promise.all(paths.map(async (path) => (await api('GET', path, { key })).body));
  // A refused request is a use of its key, too.
  return JSON.parse(JSON.stringify(answers, (name, value) => (name === 'lastUse' ? undefined : value)));
}
