import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encrypt } from '../../functions/core/vault/envelope.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { world } from '../api/support/world.ts';

/** The stand-in for KMS. It wraps keys as text, and fails `fail` times. */
const kms = { server: undefined as Server | undefined, calls: [] as string[], fail: 0, how: 'throttled' };

const failures: Record<string, [status: number, body: object]> = {
  throttled: [400, { __type: 'ThrottlingException', message: 'Rate exceeded' }],
  broken: [500, { __type: 'KMSInternalException' }],
  away: [503, { __type: 'DependencyTimeoutException' }],
};

const wrap = (key: Buffer, context: unknown): Buffer =>
  Buffer.from(JSON.stringify([key.toString('base64'), context]));

async function startKms(): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { CiphertextBlob, EncryptionContext } = JSON.parse(text);
    const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
    kms.calls.push(action);
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    if (kms.fail-- > 0) {
      if (kms.how === 'silent') return;
      if (kms.how === 'hung up') return request.socket.destroy();
      return answer(...(failures[kms.how] as [number, object]));
    }
    if (action === 'GenerateDataKey') {
      const key = randomBytes(32);
      const wrapped = wrap(key, EncryptionContext).toString('base64');
      return answer(200, { Plaintext: key.toString('base64'), CiphertextBlob: wrapped });
    }
    try {
      const [plain, own] = JSON.parse(Buffer.from(CiphertextBlob, 'base64').toString());
      if (JSON.stringify(own) === JSON.stringify(EncryptionContext)) return answer(200, { Plaintext: plain });
    } catch {}
    return answer(400, { __type: 'InvalidCiphertextException' });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  kms.server = server;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Makes a token as another vault function would, under a data key that the running functions do not know. */
async function sealedElsewhere(type: string, value: string, purpose = 'tokens'): Promise<{ token: string }> {
  const plain = randomBytes(32);
  const key = { plain, wrapped: wrap(plain, { purpose }) };
  const keys = { current: async () => key, unwrap: async () => plain };
  const expires = Math.floor(Date.now() / 1000) + 3600;
  const label = `${type}.${expires.toString(36)}.${randomBytes(16).toString('base64url')}`;
  const sealed = await encrypt(keys, Buffer.from(value), label);
  return { token: `${label}.${sealed.toString('base64url')}` };
}

let florin: Florin;
let here: ReturnType<typeof world>;
// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
let merchant: any;

beforeAll(async () => {
  const AWS_ENDPOINT_URL_KMS = await startKms();
  florin = await startFlorin(['--memory'], { SEAL_KEY: '', AWS_ENDPOINT_URL_KMS });
  here = world(florin);
  ({ merchant } = await here.shop());
});

afterAll(async () => {
  await florin?.stop();
  kms.server?.closeAllConnections();
  kms.server?.close();
});

beforeEach(() => Object.assign(kms, { calls: [], fail: 0 }));

const decryptions = () => kms.calls.filter((action) => action === 'Decrypt').length;

/** Makes hints of the right format, each with a different invalid data key. */
const junk = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const sealed = Buffer.concat([Buffer.from([0, 8]), randomBytes(8), randomBytes(40)]);
    return `hint.zzzzzz.${String(n).padStart(22, 'A')}.${sealed.toString('base64url')}`;
  });

const number = '4100000000000000';

test('a function without a data key retries a throttled KMS, and returns 503 when KMS stays throttled', async () => {
  Object.assign(kms, { how: 'throttled', fail: Number.POSITIVE_INFINITY });
  const refused = await here.pos('/vault', { type: 'pcn', value: number });
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
  Object.assign(kms, { calls: [], fail: 3 });
  expect((await here.pos('/vault', { type: 'pcn', value: number })).status).toBe(201);
  expect(kms.calls).toHaveLength(4);
});

test('warm functions send no request to KMS', async () => {
  expect((await here.pay(await here.payment(merchant))).status).toBe(201);
  kms.calls = [];
  const payments = Array.from({ length: 10 }, async () => here.pay(await here.payment(merchant)));
  for (const { status } of await Promise.all(payments)) expect(status).toBe(201);
  expect(kms.calls).toEqual([]);
});

test('each function decrypts a data key only once when concurrent requests use it', async () => {
  const card = async () => ({
    number: await sealedElsewhere('pcn', number),
    code: await sealedElsewhere('pcsc', '123'),
  });
  const order = await here.payment(merchant, {
    card: { ...(await card()), expiry: { month: 12, year: 2090 } },
  });
  const { hints } = (await here.pos('/payments/challenges/tds-frictionless', order)).body;
  kms.calls = [];
  const payments = Array.from({ length: 5 }, () => here.pos('/payments', { ...order, hints }));
  expect(new Set((await Promise.all(payments)).map(({ text }) => text)).size).toBe(1);
  expect(decryptions()).toBeLessThanOrEqual(3);
});

test('a request of an unknown merchant causes no decryption', async () => {
  const order = await here.payment(merchant, { integration: { key: 'nobody' }, hints: junk(10) });
  kms.calls = [];
  for (const path of ['/payments', '/payments/challenges/fingerprint']) {
    const { body } = await here.pos(path, order);
    expect(body.code).toBe('PAYMENT_INTEGRATION_KEY_UNKNOWN');
  }
  expect((await here.pos('/payments', { ...order, hints: junk(50) })).body.code).toBe('REQUEST_INVALID');
  expect(decryptions()).toBe(0);
});

test('malformed tokens, mixed modes and expired cards cause no decryption', async () => {
  const card = { number: await sealedElsewhere('pcn', number), code: await sealedElsewhere('pcsc', '123') };
  const order = await here.payment(merchant, { card: { ...card, expiry: { month: 12, year: 2090 } } });
  for (const [over, code] of [
    [{ test: undefined }, 'TEST_MODE_MIXED'],
    [{ card: { ...order.card, expiry: { month: 1, year: 2020 } } }, 'PAYMENT_CARD_EXPIRED'],
    [{ hints: ['junk'] }, 'TOKEN_INVALID'],
    [{ card: { ...order.card, number: { token: 'junk' } } }, 'TOKEN_INVALID'],
    [{ card: { ...order.card, code: { token: 'pcsc.0.AAAAAAAAAAAAAAAAAAAAAA.AAAA' } } }, 'TOKEN_INVALID'],
  ])
    expect((await here.pos('/payments', { ...order, ...(over as object) })).body.code).toBe(code);
  expect(decryptions()).toBe(0);
});

test.each(['hints', 'card.number', 'card.code', 'all of them'])(
  'a request with forged tokens causes only one decryption: %s',
  async (forged) => {
    const order = await here.payment(merchant);
    const card = { ...order.card };
    const all = forged === 'all of them';
    const [token] = junk(1);
    if (all || forged === 'card.number') card.number = { token: token?.replace('hint', 'pcn') };
    if (all || forged === 'card.code') card.code = { token: token?.replace('hint', 'pcsc') };
    const hints = all || forged === 'hints' ? junk(10) : [];
    for (const path of ['/payments', '/payments/challenges/tds-frictionless']) {
      kms.calls = [];
      const { status, body } = await here.pos(path, { ...order, card, hints });
      expect([status, body.code, decryptions()]).toEqual([400, 'TOKEN_INVALID', 1]);
    }
  },
);

test('a forged till code, watch token or frame causes at most one decryption each', async () => {
  const forged = (type: string) => junk(1)[0]?.replace('hint', type);
  for (const path of [`/l/${forged('code')}`, `/payments/codes/${forged('watch')}`]) {
    kms.calls = [];
    expect((await fetch(`${florin.posUrl}${path}`, { headers: { 'accept-version': '1' } })).status).toBe(404);
    expect(decryptions()).toBeLessThanOrEqual(1);
  }
  kms.calls = [];
  const frame = new URLSearchParams({ state: forged('frame') ?? '' });
  const answer = await fetch(`${florin.posUrl}/payments/frames/tds-challenge`, {
    method: 'POST',
    body: frame,
  });
  expect([answer.status, decryptions()]).toEqual([404, 1]);
});

test('a data key that KMS wrapped for another purpose decrypts no token', async () => {
  const token = await sealedElsewhere('pcn', number, 'something else');
  const order = await here.payment(merchant);
  const { status, body } = await here.pos('/payments', { ...order, card: { ...order.card, number: token } });
  expect([status, body.code]).toEqual([400, 'TOKEN_INVALID']);
});

/** Makes a payment whose card number no running function can decrypt without KMS. */
async function strange() {
  const order = await here.payment(merchant);
  return { ...order, card: { ...order.card, number: await sealedElsewhere('pcn', number) } };
}

test.each([...Object.keys(failures), 'hung up', 'silent'])(
  'Florin retries after a temporary failure of KMS: %s',
  async (how) => {
    const order = await strange();
    Object.assign(kms, { how, calls: [], fail: how === 'silent' ? 1 : 3 });
    const { status } = await here.pos('/payments', order);
    expect([status, kms.calls.length]).toEqual([200, how === 'silent' ? 2 : 4]);
  },
);

test.each([...Object.keys(failures), 'silent'])(
  'a lasting failure of KMS returns 503 with Retry-After: %s',
  async (how) => {
    const order = await strange();
    Object.assign(kms, { how, fail: Number.POSITIVE_INFINITY });
    const started = Date.now();
    const { status, headers, body } = await here.pos('/payments', order);
    expect(Date.now() - started).toBeLessThan(15_000);
    expect([status, headers['retry-after'], body]).toEqual([
      503,
      '1',
      { code: 'INTERNAL_ERROR', message: expect.any(String) },
    ]);
    kms.fail = 0;
    expect((await here.pos('/payments', order)).status).toBe(200);
  },
);

test('Florin does not repeat a request that KMS rejects as invalid', async () => {
  const order = await here.payment(merchant, { hints: junk(1) });
  kms.calls = [];
  const { status, body } = await here.pos('/payments', order);
  expect([status, body.code, decryptions()]).toEqual([400, 'TOKEN_INVALID', 1]);
});
