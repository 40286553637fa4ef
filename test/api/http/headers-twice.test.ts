import { connect } from 'node:net';
import { basic } from '../support/http.ts';
import { world } from '../support/world.ts';

const { shop, authorized, transaction } = world();

/** Sends a request with its headers exactly as given, because `fetch` joins headers of one name. */
function raw(
  base: string | undefined,
  start: string,
  headers: readonly string[],
  body = '',
): Promise<string> {
  const { hostname, port, host, pathname } = new URL(base ?? '');
  // The path of a deployed stage begins with the name of the stage.
  const line = start.replace(' /', ` ${pathname.replace(/\/$/, '')}/`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const lines = [
        line,
        `Host: ${host}`,
        'Connection: close',
        `Content-Length: ${body.length}`,
        ...headers,
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

const api = process.env.FLORIN_BASE_URL;
const pos = process.env.FLORIN_POS_URL;
const json = 'Content-Type: application/json';

test('the API refuses a request with two Authorization headers, in either order', async () => {
  const [owner, stranger] = await Promise.all([shop(), shop()]);
  const id = await authorized(owner.merchant);
  const own = `Authorization: ${basic('', owner.key)}`;
  const other = `authorization: ${basic('', stranger.key)}`;
  for (const headers of [
    [own, other],
    [other, own],
    [own, own],
    [own, 'AUTHORIZATION: Bearer x'],
  ]) {
    const read = await raw(api, `GET /transactions/${id} HTTP/1.1`, headers);
    expect(read).toMatch(/^HTTP\/1.1 40[01] /);
    expect(read).not.toContain('pendingAmount');
    const moved = await raw(
      api,
      `POST /transactions/${id}/captures HTTP/1.1`,
      [...headers, json],
      '{"amount":1}',
    );
    expect(moved).toMatch(/^HTTP\/1.1 40[01] /);
  }
  const twice = await raw(api, `GET /transactions/${id} HTTP/1.1`, [own, own]);
  expect(twice).toContain('[\n{"field":"Authorization","message":"Must be sent once, and not 2 times"}\n]');
  expect((await transaction(owner.key, id)).capturedAmount).toBe(0);
});

test('the API refuses a capture with two idempotency keys or two media types', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant);
  for (const [name, headers] of [
    ['Idempotency-Key', [json, 'Idempotency-Key: one', 'idempotency-key: two']],
    ['Content-Type', [json, 'content-type: application/x-www-form-urlencoded']],
  ] as const) {
    const all = [`Authorization: ${basic('', key)}`, ...headers];
    const answer = await raw(api, `POST /transactions/${id}/captures HTTP/1.1`, all, '{"amount":1}');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain(`{"field":"${name}","message":"Must be sent once, and not 2 times"}`);
  }
  expect((await transaction(key, id)).capturedAmount).toBe(0);
});

test('the checkout API refuses a request with two Accept-Version headers', async () => {
  const headers = ['Accept-Version: 2', 'accept-version: 1', json];
  const answer = await raw(pos, 'POST /vault HTTP/1.1', headers, '{"type":"pcsc","value":"123"}');
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain(
    '"code":"REQUEST_INVALID","message":"Accept-Version: Must be sent once, and not 2 times"',
  );
});
