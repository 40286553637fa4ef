import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundledRates } from '../../functions/core/domain/money/rates-snapshot.ts';
import { aws } from '../api/support/aws.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { world } from '../api/support/world.ts';

let florin: Florin;
let server: Server;
let served = { status: 200, body: '' };

beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(served.status).end(served.body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const ratesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/eurofxref-daily.xml`;
  florin = await startFlorin(['--memory'], { CDK_CONTEXT_JSON: JSON.stringify({ ratesUrl }) });
});

afterAll(async () => {
  await florin?.stop();
  server.close();
});

const file = (date: string, changes: Record<string, string> = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"><Cube><Cube time='${date}'>${Object.entries(
    { ...bundledRates.perEuro, ...changes },
  )
    .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
    .join('')}</Cube></Cube></gesmes:Envelope>`;

test('the job imports the day’s rates from the bank’s file; failures and invalid files change nothing', async () => {
  const refresh = () => aws(florin.aws).invoke('RefreshRates');
  const nonsense = [
    { status: 503, body: 'busy' },
    { status: 200, body: '<html>moved</html>' },
    { status: 200, body: file('2026-03-16', { JPY: '0' }) },
    { status: 200, body: file('2999-01-01', { JPY: '200' }) },
  ];
  for (served of nonsense) expect((await refresh()).error).toBe('Unhandled');
  served = { status: 200, body: file('2026-03-16', { JPY: '200' }) };
  expect((await refresh()).body).toEqual({ date: '2026-03-16', updated: true });
  expect((await refresh()).body).toEqual({ date: '2026-03-16', updated: false });
  served = { status: 200, body: file('2026-03-12', { JPY: '190' }) };
  expect((await refresh()).body).toEqual({ date: '2026-03-16', updated: false });
  for (served of nonsense) expect((await refresh()).error).toBe('Unhandled');

  const { api, shop, authorized, move } = world(florin);
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 0, { amount: { currency: 'JPY', exponent: 0, value: 10000 } });
  const { transaction } = (await move(key, id, 'captures', 10000)).body;
  // JPY 10000 at 200 is EUR 50.00. The fee is 1.35 %, which is 0.675 and rounds half-even to 0.68, and 0.25.
  expect(transaction.trail[0].balance).toBe(5000 - 68 - 25);
  const [line] = (await api('GET', `/merchants/${merchant.id}/lines`, { key, query: { limit: 1 } })).body;
  expect(line.exchange).toMatchObject({ date: '2026-03-16', perEuro: { from: '200', to: '1' } });
});
