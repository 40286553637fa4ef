/**
 * `npm run trigger -- dispute.opened` causes an event of this type for the test merchant that `npm run listen` listens
 * for. It uses the API and the test cards, as any merchant would.
 */
import { randomUUID } from 'node:crypto';
import { type Account, type Client, clientOf } from '../client.ts';
import { account } from './account.ts';

interface Scene extends Client {
  whose: Account;
  /** Makes a payment of EUR 10.00 with this card. @returns the transaction's path */
  pay(card?: string): Promise<string>;
  /** Makes the same payment and captures all of it. */
  sell(card?: string): Promise<string>;
  /** The path of the merchant, `/merchants/<id>`. */
  m: string;
}

/** The actions that cause each type of event. Some cause further events. */
const scenes: Record<string, (scene: Scene) => Promise<unknown>> = {
  'transaction.created': ({ pay }) => pay(),
  'transaction.declined': async ({ pay, ask, m }) => {
    const id = (await pay()).replace(/.*\//, '');
    // The amount is more than the limit that the first payment has set for the card.
    const tooMuch = { transactionId: id, currency: 'EUR', amount: 100_000 };
    const refused = await ask('POST', `${m}/transactions`, tooMuch).catch(({ message }) => message);
    if (!/: 400 /.test(String(refused))) throw new Error(`It was not declined: ${refused}`);
  },
  'transaction.incremented': async ({ pay, ask }) =>
    ask('POST', `${await pay()}/increments`, { amount: 500 }),
  'transaction.captured': ({ sell }) => sell(),
  'transaction.refunded': async ({ sell, ask }) => ask('POST', `${await sell()}/refunds`, { amount: 100 }),
  'transaction.voided': async ({ pay, ask }) => ask('POST', `${await pay()}/voids`, { amount: 1000 }),
  'dispute.opened': ({ sell }) => sell('4000000000001976'),
  'dispute.lost': ({ sell }) => sell('4000000000001976'),
  'dispute.won': ({ sell }) => sell('4000000000000259'),
  'fraud.reported': ({ sell }) => sell('4000000000005401'),
  'merchant.updated': ({ ask, m }) => ask('PUT', m, { name: `Shop ${randomUUID().slice(0, 8)}` }),
  'user.added': ({ ask, m }) => ask('POST', `${m}/users`, { email: `${randomUUID()}@example.com` }),
  'user.removed': async ({ ask, m }) => {
    await ask('POST', `${m}/users`, { email: `${randomUUID()}@example.com` });
    const [user] = await ask('GET', `${m}/users?limit=1`);
    await ask('DELETE', `${m}/users/${user.id}`);
  },
  'app.added': async ({ ask, m }) => {
    const { app } = await ask('POST', '/apps', { name: 'A friend' });
    await ask('POST', `${m}/apps`, { appId: app.id });
  },
  'app.removed': async ({ ask, m }) => {
    const { app } = await ask('POST', '/apps', { name: 'A friend' });
    await ask('POST', `${m}/apps`, { appId: app.id });
    await ask('DELETE', `${m}/apps/${app.id}`);
  },
  'webhook.tested': async ({ ask, m }) => {
    for (const { id } of await ask('GET', `${m}/webhooks?limit=10`))
      await ask('POST', `${m}/webhooks/${id}/tests`);
  },
};

const [type = ''] = process.argv.slice(2);
const scene = scenes[type];
try {
  if (!scene) throw new Error(`npm run trigger -- <type>, of these:\n${Object.keys(scenes).join('\n')}`);
  await scene(await prepare());
  console.log(`${type}: done`);
} catch (error) {
  console.error(`trigger: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function prepare(): Promise<Scene> {
  const whose = await account();
  const { ask, pos } = clientOf(whose);
  const m = `/merchants/${whose.merchantId}`;
  const { merchant } = await ask('GET', m);
  if (!merchant.test) throw new Error('Only a test merchant has things made to happen');

  const pay = async (card = '4100000000000000'): Promise<string> => {
    const money = (value: number) => ({ currency: 'EUR', exponent: 2, value });
    const order = {
      integration: { key: merchant.key },
      test: { tds: { challenge: false }, card: { limit: money(50_000) } },
      amount: money(1000),
      card: {
        number: await pos('/vault', { type: 'pcn', value: card }),
        code: await pos('/vault', { type: 'pcsc', value: '123' }),
        expiry: { month: 12, year: 2090 },
      },
    };
    const { challenges } = await pos('/payments', order);
    const { hints } = await pos(challenges[0].path, order);
    const { authorizationId } = await pos('/payments', { ...order, hints });
    return `/transactions/${authorizationId}`;
  };
  const sell = async (card?: string): Promise<string> => {
    const path = await pay(card);
    await ask('POST', `${path}/captures`, { amount: 1000 });
    return path;
  };
  return { ask, pos, whose, m, pay, sell };
}
