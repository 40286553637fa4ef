import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { smokePayment } from '../../lib/operator/deploy/smoke-payment.ts';
import { send } from './support/http.ts';

const here = { baseUrl: process.env.FLORIN_BASE_URL ?? '', posUrl: process.env.FLORIN_POS_URL ?? '' };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts a proxy that passes requests on to Florin, and changes the answers for which `spoil` returns one. */
async function startSpoiler(
  spoil: (request: string, body: string) => { status: number; body: string } | undefined,
) {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const { authorization, 'content-type': type } = headers;
    const answer = await send(here.baseUrl + url, method, {
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks).toString() }),
    });
    const { status, body } = spoil(`${method} ${url}`, answer.text) ?? {
      status: answer.status,
      body: answer.text,
    };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { ...here, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('the smoke payment pays, captures, refunds and voids, and names its transaction', async () => {
  expect(await smokePayment(here)).toMatch(
    /^a payment of a test merchant was captured, refunded and voided: \w+$/,
  );
});

test.each([
  ['captures', /^POST \/transactions\/\w+\/captures: 500 broken$/],
  ['refunds', /^POST \/transactions\/\w+\/refunds: 500 broken$/],
  ['voids', /^POST \/transactions\/\w+\/voids: 500 broken$/],
])('a failure of %s fails the smoke payment, which names the request', async (kind, message) => {
  const at = await startSpoiler((request) =>
    request.endsWith(kind) ? { status: 500, body: 'broken' } : undefined,
  );
  await expect(smokePayment(at)).rejects.toThrow(message);
});

test('a wrong amount in the end fails the smoke payment, which names the amount', async () => {
  const at = await startSpoiler((request, body) =>
    request.startsWith('GET ')
      ? { status: 200, body: body.replace('"capturedAmount":600', '"capturedAmount":700') }
      : undefined,
  );
  await expect(smokePayment(at)).rejects.toThrow('`capturedAmount` is 700 in place of 600');
});

test('an address at which nobody answers fails the smoke payment', async () => {
  await expect(smokePayment({ ...here, baseUrl: 'http://127.0.0.1:9' })).rejects.toThrow();
});
