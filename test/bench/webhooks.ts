import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFlorin } from '../api/support/florin.ts';
import { printTable } from '../api/support/table.ts';
import { world } from '../api/support/world.ts';
import { startDynamoDbLocal } from '../engine/dynamodb-local.ts';
import { percentile } from './median.ts';

/** The number of events, and of events a second. An idle machine can take `WEBHOOK_EVENTS=10000 WEBHOOK_RATE=50`. */
const events = Number(process.env.WEBHOOK_EVENTS ?? 1000);
const rate = Number(process.env.WEBHOOK_RATE ?? 20);
const [endpoints, inFlight] = [100, 8];
/**
 * The most events for the bundled engine, whose writes slow down to 20 ms as its stream grows. More need DynamoDB
 * Local.
 */
const mostBundled = 3000;
/** Every tenth endpoint accepts connections and never answers. */
const isDead = (n: number) => n % 10 === 0;

/**
 * Measures the time from a merchant's change until its event reaches the endpoint. Each merchant has one endpoint, and
 * a tenth of the endpoints never answer. A laptop has one stream and five batches at a time, and AWS has more of both.
 */
export async function benchWebhooks(): Promise<void> {
  const [asked, arrived] = [new Map<string, number>(), new Map<string, number>()];
  const living = createHttp(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { email } = JSON.parse(text).data.merchant;
    if (!arrived.has(email)) arrived.set(email, performance.now() - (asked.get(email) ?? 0));
    response.writeHead(204).end();
  });
  const sockets = new Set<Socket>();
  const dead = createServer((socket) => sockets.add(socket.on('error', () => {})));
  const portOf = (server: typeof living | typeof dead) =>
    new Promise<number>((done) =>
      server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)),
    );
  const [livingPort, deadPort] = await Promise.all([portOf(living), portOf(dead)]);
  const engine = events > mostBundled ? await startDynamoDbLocal() : undefined;
  const florin = await startFlorin(['--memory'], {
    FLORIN_ROLES: 'off',
    ...(engine ? { DYNAMODB_ENDPOINT: engine.endpoint } : {}),
  });
  try {
    const here = world(florin);
    const app = await here.createApp();
    const merchants: string[] = [];
    for (let n = 0; n < endpoints; n++) {
      const { id } = await here.createMerchant(app.key);
      const url = `http://127.0.0.1:${isDead(n) ? deadPort : livingPort}/${n}`;
      await here.api('POST', `/merchants/${id}/webhooks`, { key: app.key, body: { url } });
      merchants.push(id);
    }
    let sent = 0;
    const started = Date.now();
    const happen = async () => {
      for (let n = sent++; n < events; n = sent++) {
        await sleep(Math.max(0, started + (n * 1000) / rate - Date.now()));
        const body = { email: `n${n}@example.com` };
        asked.set(body.email, performance.now());
        await here.api('PUT', `/merchants/${merchants[n % endpoints]}`, { key: app.key, body });
      }
    };
    await Promise.all(Array.from({ length: inFlight }, happen));
    const made = (Date.now() - started) / 1000;
    const expected = Array.from({ length: events }, (_, n) => n).filter((n) => !isDead(n % endpoints)).length;
    for (let waited = 0; arrived.size < expected && waited < 120; waited++) await sleep(500);
    const times = [...arrived.values()];
    printTable(
      `${events} events to ${endpoints} endpoints, a tenth of them dead, ${rate} a second`,
      ['of the living', 'events/s made', 'p50 ms', 'p90 ms', 'p99 ms', 'longest ms', 'missing'],
      [
        [
          times.length,
          Math.round(events / made),
          ...[0.5, 0.9, 0.99, 1].map((part) => Math.round(percentile(times, part))),
          expected - times.length,
        ],
      ],
    );
  } finally {
    await florin.stop();
    engine?.stop();
    for (const socket of sockets) socket.destroy();
    living.closeAllConnections();
    for (const server of [living, dead]) server.close();
  }
}
