import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventTypes } from '../../functions/core/acquirer/stripe/events/translate-event.ts';
import { setup as stripeSetup } from '../../functions/core/acquirer/stripe/stripe.ts';
import { testKey } from './orders.ts';
import type { StandIn } from './stand-in/start.ts';
import { connectedStandIn } from './use-stand-in.ts';

let standIn: StandIn;
let manager: Server;
/** The secret in Secrets Manager. */
let secret: { apiKey: string; webhookSecrets: string[] };
let refusesWrites = false;
const url = 'https://api.example/acquirers/stripe/events';

beforeEach(async () => {
  standIn = await connectedStandIn();
  secret = { apiKey: testKey, webhookSecrets: [] };
  refusesWrites = false;
  manager = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { SecretString } = JSON.parse(text);
    if (SecretString && refusesWrites) {
      response.writeHead(400).end(JSON.stringify({ __type: 'AccessDeniedException' }));
      return;
    }
    if (SecretString) secret = JSON.parse(SecretString);
    response.end(JSON.stringify({ SecretString: JSON.stringify(secret), VersionId: 'one' }));
  });
  await new Promise<void>((resolve) => manager.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  jest.restoreAllMocks();
  manager.closeAllConnections();
  await new Promise((resolve) => manager.close(resolve));
  await standIn.close();
});

interface Endpoint {
  id: string;
  url: string;
  api_version: string;
  application: string | null;
  enabled_events: string[];
  status: string;
}

const request = async (path: string, body?: string) => {
  const headers = { authorization: `Bearer ${testKey}` };
  const answer = await fetch(`${standIn.url}/v1/${path}`, { method: body ? 'POST' : 'GET', body, headers });
  return answer.json();
};
const endpoints = async (): Promise<Endpoint[]> => (await request('webhook_endpoints')).data;

describe('the webhook endpoint', () => {
  beforeEach(() => {
    const { port } = manager.address() as AddressInfo;
    Object.assign(process.env, {
      STRIPE_CREDENTIALS: '',
      STRIPE_SECRET: 'arn:secret',
      AWS_ENDPOINT_URL_SECRETSMANAGER: `http://127.0.0.1:${port}`,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'one',
      AWS_SECRET_ACCESS_KEY: 'two',
    });
  });

  test('the webhook endpoint is created once, with the API version of the adapter, and its secret is stored', async () => {
    const { receiveEvents, apiVersion } = await fresh();
    const made = await receiveEvents(url, true);
    expect(made.created).toBe(true);
    expect(await endpoints()).toMatchObject([
      {
        id: made.id,
        api_version: apiVersion,
        application: 'ca_own',
        enabled_events: [...eventTypes],
        status: 'enabled',
      },
    ]);
    expect(secret).toEqual({ apiKey: testKey, webhookSecrets: [expect.stringMatching(/^whsec_/)] });
    const { receiveEvents: later } = await fresh();
    expect(await later(url, true)).toEqual({ id: made.id, created: false });
    expect(await endpoints()).toHaveLength(1);
    // Events of the platform's account need a separate endpoint.
    expect(await later(url, false)).toMatchObject({ created: true });
    expect(secret.webhookSecrets).toHaveLength(2);
  });

  test('the webhook endpoint is switched off if its secret cannot be stored, and replaced by the next call', async () => {
    refusesWrites = true;
    await expect(stripeSetup.receiveEvents(url, true)).rejects.toThrow();
    expect(await endpoints()).toMatchObject([{ status: 'disabled' }]);
    refusesWrites = false;
    expect(await stripeSetup.receiveEvents(url, true)).toMatchObject({ created: true });
    expect((await endpoints()).map(({ status }) => status).sort()).toEqual(['disabled', 'enabled']);
    expect(secret.webhookSecrets).toHaveLength(1);
  });

  test('the webhook endpoint is replaced and disabled if its version differs or its secret was lost', async () => {
    const body = `url=${url}&api_version=2025-03-31.basil&enabled_events[0]=payout.paid&connect=true`;
    await request('webhook_endpoints', body);
    const { receiveEvents } = await fresh();
    const { id } = await receiveEvents(url, true);
    secret.webhookSecrets = ['whsec_another'];
    const again = await (await fresh()).receiveEvents(url, true);
    expect(again.id).not.toBe(id);
    expect((await endpoints()).map(({ status }) => status)).toEqual(['enabled', 'disabled', 'disabled']);
  });

  test('a webhook endpoint of another address stays as it is', async () => {
    const other = 'https://staging.example/acquirers/stripe/events';
    await (await fresh()).receiveEvents(other, true);
    await (await fresh()).receiveEvents(url, true);
    expect(await endpoints()).toMatchObject([
      { url, status: 'enabled' },
      { url: other, status: 'enabled' },
    ]);
  });

  test('the webhook endpoint is switched on again, and gets the events of this release', async () => {
    const { id } = await (await fresh()).receiveEvents(url, true);
    await request(`webhook_endpoints/${id}`, 'enabled_events[0]=payout.paid&disabled=true');
    expect(await (await fresh()).receiveEvents(url, true)).toEqual({ id, created: false });
    expect(await endpoints()).toMatchObject([{ id, status: 'enabled', enabled_events: [...eventTypes] }]);
  });

  test('a webhook endpoint that an operator has made is used, if an operator has stored a secret', async () => {
    const made = `url=${url}&api_version=${stripeSetup.apiVersion}&enabled_events[0]=payout.paid`;
    const { id } = await request('webhook_endpoints', made);
    secret.webhookSecrets = ['whsec_by_hand'];
    expect(await (await fresh()).receiveEvents(url, false)).toEqual({ id, created: false });
    expect(secret.webhookSecrets).toEqual(['whsec_by_hand']);
  });

  test('the webhook endpoint has its new secret stored before three earlier ones, and the oldest of four is dropped', async () => {
    secret.webhookSecrets = ['whsec_1', 'whsec_2', 'whsec_3', 'whsec_4'];
    await (await fresh()).receiveEvents(url, true);
    expect(secret.webhookSecrets).toEqual([expect.any(String), 'whsec_1', 'whsec_2', 'whsec_3']);
    expect(secret.webhookSecrets[0]).not.toBe('whsec_1');
  });
});

/** Loads the adapter again, as a new function does, without a secret in memory. */
async function fresh(): Promise<typeof stripeSetup> {
  let loaded: typeof stripeSetup | undefined;
  await jest.isolateModulesAsync(async () => {
    loaded = (await import('../../functions/core/acquirer/stripe/stripe.ts')).setup;
  });
  if (!loaded) throw new Error('Not loaded');
  return loaded;
}
