import { inspect } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { signWebhook, verifyWebhook, WebhookError } from '../../../packages/florin/src/index.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const other = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`;
const now = Date.UTC(2026, 10, 24, 12);
const event = {
  id: 'e1',
  type: 'transaction.captured',
  data: { transaction: { id: 't', amount: 5, text: 'Zoë' } },
};
const body = JSON.stringify(event);

/** Signs as the library of Standard Webhooks does. */
function signHeaders(over: { secret?: string; time?: number; body?: string } = {}): Record<string, string> {
  const time = new Date(over.time ?? now);
  return {
    'webhook-id': 'e1',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(over.secret ?? secret).sign('e1', time, over.body ?? body),
  };
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    ({ code, name }) => code ?? name,
  );

test('the event is returned for a body as text or as bytes, and for each kind of headers', async () => {
  const headers = signHeaders();
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  const ofLibrary = { get: (name: string) => new Headers(headers).get(name) };
  for (const some of [headers, upper, new Headers(headers), ofLibrary])
    for (const raw of [body, new TextEncoder().encode(body), Buffer.from(body)])
      expect(await verifyWebhook(raw, some, secret, { now })).toEqual(event);
});

test('if sender or receiver has two secrets, one match is enough', async () => {
  expect(await verifyWebhook(body, signHeaders(), [other, secret], { now })).toEqual(event);
  const headers = signHeaders();
  headers['webhook-signature'] =
    `${signHeaders({ secret: other })['webhook-signature']} ${headers['webhook-signature']}`;
  expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event);
});

test.each([
  ['another secret', signHeaders({ secret: other }), body],
  ['another body', signHeaders(), body.replace('5', '6')],
  ['another id', { ...signHeaders(), 'webhook-id': 'e2' }, body],
  ['another time', { ...signHeaders(), 'webhook-timestamp': String(now / 1000 + 1) }, body],
  ['an empty signature', { ...signHeaders(), 'webhook-signature': 'v1,' }, body],
  [
    'another version',
    { ...signHeaders(), 'webhook-signature': signHeaders()['webhook-signature']?.replace('v1', 'v2') ?? '' },
    body,
  ],
  ['no base64', { ...signHeaders(), 'webhook-signature': 'v1,ä' }, body],
  [
    'a cut signature',
    { ...signHeaders(), 'webhook-signature': signHeaders()['webhook-signature']?.slice(0, 20) ?? '' },
    body,
  ],
  [
    'the right signature behind a hundred others',
    {
      ...signHeaders(),
      'webhook-signature': `${'v1,AAAA '.repeat(100)}${signHeaders()['webhook-signature']}`,
    },
    body,
  ],
])('a forgery is refused: %s', async (_, headers, raw) => {
  expect(await codeOf(verifyWebhook(raw, headers, secret, { now }))).toBe('SIGNATURE_WRONG');
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
  'a request without %s is refused',
  async (name) => {
    expect(await codeOf(verifyWebhook(body, { ...signHeaders(), [name]: '' }, secret, { now }))).toBe(
      'SIGNATURE_MISSING',
    );
    const { [name]: _, ...rest } = signHeaders();
    expect(await codeOf(verifyWebhook(body, rest, secret, { now }))).toBe('SIGNATURE_MISSING');
  },
);

test.each([
  [-301, 'TIMESTAMP_TOO_OLD'],
  [-299, 'accepted'],
  [299, 'accepted'],
  [301, 'TIMESTAMP_TOO_NEW'],
])('clocks may differ by five minutes: sent %i seconds from now', async (seconds, expected) => {
  const headers = signHeaders({ time: now + seconds * 1000 });
  expect(await codeOf(verifyWebhook(body, headers, secret, { now }))).toBe(expected);
  const within =
    Math.abs(seconds) < 100 ? 'accepted' : seconds < 0 ? 'TIMESTAMP_TOO_OLD' : 'TIMESTAMP_TOO_NEW';
  expect(await codeOf(verifyWebhook(body, headers, secret, { now, tolerance: 100 }))).toBe(within);
});

test('a signed time that is not a number is refused', async () => {
  // The library signs whole seconds only, so the signature of this one is made here.
  const { createHmac } = await import('node:crypto');
  const key = Buffer.from(secret.slice(6), 'base64');
  const signature = createHmac('sha256', key).update(`e1.never.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'e1',
    'webhook-timestamp': 'never',
    'webhook-signature': `v1,${signature}`,
  };
  expect(await codeOf(verifyWebhook(body, headers, secret, { now }))).toBe('TIMESTAMP_TOO_OLD');
});

test.each([
  ['text', 'MALFORMED'],
  ['{"amount":9007199254740993}', 'UNSAFE_INTEGER'],
])('a signed body that is not an event is refused: %s', async (other, code) => {
  const call = verifyWebhook(other, signHeaders({ body: other }), secret, { now });
  await expect(call).rejects.toBeInstanceOf(WebhookError);
  expect(await codeOf(call)).toBe(code);
});

test('a parsed body and an invalid secret are errors of the caller, whose messages do not show the secret', async () => {
  expect(await codeOf(verifyWebhook(event as never, signHeaders(), secret, { now }))).toBe('TypeError');
  for (const bad of ['', 'whsec_', 'whsec_AAAA', 'whsec_!!hidden!!', secret.slice(6), []]) {
    const error = await verifyWebhook(body, signHeaders(), bad, { now }).catch((error) => error);
    expect([bad, error.name]).toEqual([bad, 'TypeError']);
    expect(inspect(error)).not.toMatch(/hidden|MDEyMzQ1/);
  }
});

test('signWebhook signs as Florin does, for the tests of a server', async () => {
  const signed = await signWebhook(event, secret, { now });
  expect(signed).toEqual({ body, headers: { 'content-type': 'application/json', ...signHeaders() } });
  expect(await verifyWebhook(signed.body, signed.headers, secret, { now })).toEqual(event);
  await expect(signWebhook(event, 'whsec_')).rejects.toThrow(TypeError);
});
