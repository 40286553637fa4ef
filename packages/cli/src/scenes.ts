import { randomUUID } from 'node:crypto';
import { type Client, DeclinedError, type EventType } from '../../florin/src/index.ts';
import type { Pay } from './test-merchant.ts';

export interface Stage {
  florin: Client;
  merchantId: string;
  pay: Pay;
}

const amount = 1000;

/** Makes a payment and captures all of it. */
const payAndCapture = async ({ florin, pay }: Stage, card?: string): Promise<string> => {
  const id = await pay({ amount, ...(card && { card }) });
  await florin.transactions.capture(id, { amount });
  return id;
};

const addFriend = async ({ florin, merchantId }: Stage): Promise<string> => {
  const { id } = await florin.apps.create({ name: 'A friend' });
  await florin.apps.add(merchantId, { appId: id });
  return id;
};

const invite = ({ florin, merchantId }: Stage) =>
  florin.users.invite(merchantId, { email: `${randomUUID()}@example.com` });

/** Makes a payment that is declined: its amount exceeds the limit that the first payment has set for the card. */
export async function decline({ florin, merchantId, pay }: Stage): Promise<void> {
  const transactionId = await pay({ amount, limit: 50_000 });
  const refused = await florin.transactions
    .create(merchantId, { transactionId, currency: 'EUR', amount: 100_000 })
    .catch((error) => error);
  if (!(refused instanceof DeclinedError)) throw new Error(`The payment was not declined: ${refused}`);
}

const byAcquirer = 'Only the acquirer of a live merchant causes it.';
const byDeclines = 'Thirty declined payments of a day cause it, of a live merchant or with `test.limits`.';
const byRatio =
  'The job WatchRatios causes it at half of a threshold: for example after 750 disputes of Visa payments in a month.';
const byJob = 'Only a job causes it, for a live payment that nears the end of its authorization.';

/**
 * The actions that cause each type of event, or the reason why nothing can cause it for a test merchant. Some actions cause
 * other events, too.
 */
export const scenes: Readonly<Record<EventType, string | ((stage: Stage) => Promise<unknown>)>> = {
  'transaction.created': ({ pay }) => pay({ amount }),
  'transaction.declined': decline,
  'transaction.incremented': async ({ florin, pay }) =>
    florin.transactions.increment(await pay({ amount }), { amount: 500 }),
  'transaction.captured': (stage) => payAndCapture(stage),
  'transaction.refunded': async (stage) =>
    stage.florin.transactions.refund(await payAndCapture(stage), { amount: 100 }),
  'transaction.voided': async ({ florin, pay }) =>
    florin.transactions.void(await pay({ amount }), { amount }),
  'transaction.figures_known': byAcquirer,
  'transaction.expiring': byJob,
  // This dispute stays open until there is evidence.
  'dispute.opened': (stage) => payAndCapture(stage, '4000000000002685'),
  'dispute.updated': byAcquirer,
  'dispute.funds_withdrawn': byAcquirer,
  'dispute.funds_reinstated': byAcquirer,
  'dispute.lost': (stage) => payAndCapture(stage, '4000000000001976'),
  'dispute.won': (stage) => payAndCapture(stage, '4000000000000259'),
  'fraud.reported': (stage) => payAndCapture(stage, '4000000000005401'),
  'payout.created': byAcquirer,
  'operation.open': byAcquirer,
  'operation.accepted': byAcquirer,
  'operation.settled': byAcquirer,
  'merchant.integration_disabled': byAcquirer,
  'merchant.integration_enabled': byAcquirer,
  'merchant.declines_limited': byDeclines,
  'ratio.warned': byRatio,
  'merchant.updated': ({ florin, merchantId }) =>
    florin.merchants.update(merchantId, { name: `Shop ${randomUUID().slice(0, 8)}` }),
  'user.added': (stage) => invite(stage),
  'user.removed': async (stage) => {
    await invite(stage);
    const [user] = await stage.florin.users.list(stage.merchantId, { limit: 1 }).page();
    if (user) await stage.florin.users.remove(stage.merchantId, user.id);
  },
  'app.added': (stage) => addFriend(stage),
  'app.removed': async (stage) => stage.florin.apps.remove(stage.merchantId, await addFriend(stage)),
  'webhook.tested': async ({ florin, merchantId }) => {
    for (const { id } of await florin.webhooks.list(merchantId, { limit: 10 }).page())
      await florin.webhooks.test(merchantId, id);
  },
};
