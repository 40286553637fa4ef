import { type Receiver, startReceiver } from './receiver.ts';
import { waitUntil } from './wait-until.ts';
import type { world } from './world.ts';

/** Returns a function that starts merchants' servers. The servers stop after the tests of the calling file. */
export function receivers(): (...behave: Parameters<typeof startReceiver>) => Promise<Receiver> {
  const started: Receiver[] = [];
  afterAll(() => Promise.all(started.map(({ stop }) => stop())));
  return async (...behave) => {
    const receiver = await startReceiver(...behave);
    started.push(receiver);
    return receiver;
  };
}

/** Makes merchants with an endpoint. */
export const merchantWithEndpointIn =
  ({ api, shop }: ReturnType<typeof world>) =>
  async (url: string, over: object = {}) => {
    const { key, merchant } = await shop();
    const hooks = `/merchants/${merchant.id}/webhooks`;
    const { webhook } = (await api('POST', hooks, { key, body: { url, ...over } })).body;
    const path = `${hooks}/${webhook.id}`;
    const list = async () => (await api('GET', `${path}/deliveries`, { key, query: { limit: 100 } })).body;
    const read = async (id: string) => (await api('GET', `${path}/deliveries/${id}`, { key })).body;
    const test = async (): Promise<string> => (await api('POST', `${path}/tests`, { key })).body.delivery.id;
    const attempted = (id: string) =>
      waitUntil(
        async () => (await read(id)).delivery,
        ({ attempts }) => attempts.length > 0,
      );
    return { key, merchant, hooks, webhook, path, list, read, test, attempted };
  };
