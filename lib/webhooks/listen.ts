/**
 * `npm run listen -- --forward-to http://localhost:8080/hooks` prints the events of a merchant, and forwards them to a
 * server that only this machine can reach, signed as Florin signs them. It makes a webhook without a URL, reads its
 * deliveries, and deletes it in the end, so it works with a deployed Florin, too.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { firstIdOf } from '../../functions/core/domain/id.ts';
import { signedHeaders } from '../../functions/core/webhooks/signature.ts';
import { clientOf } from '../client.ts';
import { account } from './account.ts';

const { values: flags } = parseArgs({
  options: {
    /** The URL to forward events to; by default they are only printed. */
    'forward-to': { type: 'string' },
    /** The types of events, separated by commas; by default all. */
    events: { type: 'string' },
  },
});

/**
 * The pause between two reads of the deliveries, and how far back each read goes, in milliseconds. Events come in no
 * fixed order, and an id contains its time.
 */
const [pace, overlap] = [500, 60_000];

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

try {
  await listen();
} catch (error) {
  console.error(`listen: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function listen(): Promise<void> {
  const whose = await account();
  const { ask } = clientOf(whose);
  const hooks = `/merchants/${whose.merchantId}/webhooks`;
  const events = flags.events?.split(',');
  const { webhook } = await ask('POST', hooks, { description: 'npm run listen', events });
  const path = `${hooks}/${webhook.id}`;
  console.log(`Listening for merchant ${whose.merchantId} at ${whose.baseUrl}, until Ctrl-C.`);
  console.log(`The secret to verify with: ${webhook.secret}`);
  const seen = new Set<string>();
  try {
    while (!stopping.signal.aborted) {
      await look(path, webhook.secret, seen);
      await sleep(pace, undefined, { signal: stopping.signal }).catch(() => {});
    }
  } finally {
    await ask('DELETE', path);
  }

  async function look(path: string, secret: string, seen: Set<string>): Promise<void> {
    const after = firstIdOf(new Date(Date.now() - overlap).toISOString());
    const deliveries = await ask('GET', `${path}/deliveries?limit=100&after=${after}`);
    for (const { id } of deliveries) {
      if (seen.has(id)) continue;
      seen.add(id);
      const { event } = await ask('GET', `${path}/deliveries/${id}`);
      console.log(`${event.created} ${event.type} ${id}${await forward(id, JSON.stringify(event), secret)}`);
    }
  }
}

/** @returns what to say of it */
async function forward(id: string, body: string, secret: string): Promise<string> {
  const to = flags['forward-to'];
  if (!to) return `\n${JSON.stringify(JSON.parse(body), null, 2)}`;
  try {
    const headers = { 'content-type': 'application/json', ...signedHeaders(id, body, [secret], Date.now()) };
    const options = { redirect: 'manual', signal: AbortSignal.timeout(10_000) } as const;
    const answer = await fetch(to, { method: 'POST', headers, body, ...options });
    return ` → ${answer.status}`;
  } catch (error) {
    return ` → ${(error as Error).message}`;
  }
}
