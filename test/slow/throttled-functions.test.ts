import { ownFlorin } from '../api/support/own-florin.ts';
import { waitUntil } from '../api/support/wait-until.ts';

/**
 * An account whose functions may run two at a time. Lambda throttles the others, and their requests have no effect.
 */
const own = ownFlorin({ env: { FLORIN_CONCURRENCY: '2', FLORIN_TRIGGERS: 'off' } });

/** Lets two requests wait for DynamoDB, calls `act` meanwhile, and then lets the two requests end. */
async function whileFull<T>(act: () => Promise<T>): Promise<T> {
  let go: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  let waiting = 0;
  own.proxy.instead = async () => {
    waiting += 1;
    await held;
    return undefined;
  };
  const two = [own.here.api('POST', '/apps', { body: {} }), own.here.api('POST', '/apps', { body: {} })];
  try {
    await waitUntil(
      async () => waiting,
      (count) => count >= 2,
    );
    return await act();
  } finally {
    own.proxy.instead = undefined;
    go();
    for (const { status } of await Promise.all(two)) expect(status).toBe(201);
  }
}

const tooBusy = 'We are too busy at the moment; please try again';

test('a request whose function or authorizer is throttled gets 503 with Retry-After', async () => {
  const { key } = await own.here.shop();
  const [made, read, sealed, hello, described] = await whileFull(() =>
    Promise.all([
      own.here.api('POST', '/apps', { body: {} }),
      own.here.api('GET', '/me', { key: 'unknown' }), // the authorizer has not seen this key
      own.here.pos('/vault', { type: 'pcsc', value: '123' }),
      own.here.api('GET', '/api/about', { headers: { authorization: `Basic ${btoa('florin:florin')}` } }),
      own.here.api('GET', '/openapi.json'),
    ]),
  );
  for (const { status, headers } of [made, read, sealed, hello, described])
    expect([status, headers['retry-after']]).toEqual([503, '1']);
  expect(made.body).toEqual({ error: 'UNAVAILABLE', message: tooBusy, text: tooBusy });
  for (const { body } of [read, hello, described])
    expect(body).toEqual({ error: 'UNAVAILABLE', message: tooBusy, text: tooBusy });
  expect(sealed.body).toEqual({ code: 'INTERNAL_ERROR', message: tooBusy });
  expect((await own.here.api('GET', '/me', { key })).status).toBe(200);
});
