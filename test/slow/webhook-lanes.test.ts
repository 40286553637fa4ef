import { setTimeout as sleep } from 'node:timers/promises';
import { listeningIn, receivers } from '../api/support/listening.ts';
import { ownFlorin } from '../api/support/own.ts';

jest.setTimeout(300_000);

const own = ownFlorin();
const receiver = receivers();

/** How long an event takes, in milliseconds: the longest of five, half a second apart. */
async function longest(): Promise<number> {
  const server = await receiver();
  const { test } = await listeningIn(own.here)(server.url);
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

test.each([
  [2900, 'just under the time that there is'],
  [900, 'just under a second'],
])('ten webhooks that answer after %i ms, %s, hold up nobody else’s events', async (pause) => {
  const { api, shop } = own.here;
  const calm = await longest();
  const server = await receiver((response) => setTimeout(() => response.writeHead(204).end(), pause));
  const { key, merchant } = await shop();
  const hooks = `/merchants/${merchant.id}/webhooks`;
  for (let n = 0; n < 10; n++) await api('POST', hooks, { key, body: { url: `${server.url}/${n}` } });
  const names = Array.from({ length: 20 }, (_, n) => `Shop ${n}`);
  for (const name of names) await api('PUT', `/merchants/${merchant.id}`, { key, body: { name } });
  const busy = await longest();
  process.stdout.write(`\nTen webhooks of ${pause} ms, 200 events: ${busy} ms, without: ${calm} ms\n`);
  expect(busy).toBeLessThan(1500);
  await server.events(20, 120);
});
