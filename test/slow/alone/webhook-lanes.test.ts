import { setTimeout as sleep } from 'node:timers/promises';
import { ownFlorin } from '../../api/support/own-florin.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { merchantWithEndpointIn, receivers } from '../../api/support/webhook-receivers.ts';

const own = ownFlorin();
const receiver = receivers();

/** The longest delivery time of five events, half a second apart, in milliseconds. */
async function longest(): Promise<number> {
  const server = await receiver();
  const { test } = await merchantWithEndpointIn(own.here)(server.url);
  const times: number[] = [];
  for (let n = 1; n <= 5; n++) {
    const started = performance.now();
    await test();
    await server.events(n, 60);
    times.push(Math.round(performance.now() - started));
    await sleep(500);
  }
  return Math.max(...times);
}

/** The delivery time of a merchant's events while ten slow endpoints of other merchants get an event every half second. */
async function beside(pause: number): Promise<number> {
  const { api, shop } = own.here;
  const server = await receiver((response) => setTimeout(() => response.writeHead(204).end(), pause));
  const { key, merchant } = await shop();
  const hooks = `/merchants/${merchant.id}/webhooks`;
  for (let n = 0; n < 10; n++) await api('POST', hooks, { key, body: { url: `${server.url}/${n}` } });
  let isMeasuring = true;
  const happening = (async () => {
    let count = 0;
    for (; isMeasuring; count++) {
      await api('PUT', `/merchants/${merchant.id}`, { key, body: { name: `Shop ${count}` } });
      await sleep(500);
    }
    return count;
  })();
  const times: number[] = [];
  for (let n = 0; n < 3; n++) times.push(await longest());
  isMeasuring = false;
  const count = await happening;
  await waitUntil(
    async () => server.received.length,
    (received) => received >= 10 * count,
    120,
  );
  process.stdout.write(
    `\nAn event beside ten webhooks that answer after ${pause} ms: ${times.join(', ')} ms\n`,
  );
  return Math.max(...times);
}

test('ten endpoints that answer just before the timeout do not delay other merchants’ events', async () => {
  await longest();
  const quick = await beside(0);
  expect(await beside(2900)).toBeLessThan(quick + 1500);
  expect(await beside(900)).toBeLessThan(quick + 1500);
});
