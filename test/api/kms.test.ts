import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Florin, startFlorin } from './support/florin.ts';
import { world } from './support/world.ts';

jest.setTimeout(180_000);

/** What stands in for KMS: seals as text, and fails as it is told to. */
const kms = { server: undefined as Server | undefined, calls: [] as string[], fail: 0, how: 'throttled' };

const failures: Record<string, [status: number, body: object]> = {
  throttled: [400, { __type: 'ThrottlingException', message: 'Rate exceeded' }],
  broken: [500, { __type: 'KMSInternalException' }],
  away: [503, { __type: 'DependencyTimeoutException' }],
};

async function startKms(): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { Plaintext, CiphertextBlob, EncryptionContext } = JSON.parse(text);
    const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
    kms.calls.push(action);
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    if (kms.fail-- > 0) {
      if (kms.how === 'silent') return;
      if (kms.how === 'hung up') return request.socket.destroy();
      return answer(...(failures[kms.how] as [number, object]));
    }
    const context = JSON.stringify(EncryptionContext);
    if (action === 'Encrypt') {
      const sealed = Buffer.from(JSON.stringify([Plaintext, context])).toString('base64');
      return answer(200, { CiphertextBlob: sealed });
    }
    try {
      const [plain, own] = JSON.parse(Buffer.from(CiphertextBlob, 'base64').toString());
      if (own === context) return answer(200, { Plaintext: plain });
    } catch {}
    return answer(400, { __type: 'InvalidCiphertextException' });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  kms.server = server;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
const junk = (count: number) =>
  Array.from({ length: count }, (_, n) => `hint.zzzzzz.${String(n).padStart(22, 'A')}.AAAA`);

test('a payment under KMS', async () => {
  expect((await here.pay(await here.payment(merchant))).status).toBe(201);
});

test('an unknown merchant costs no decryption, whatever comes with the key', async () => {
  const order = await here.payment(merchant, { integration: { key: 'nobody' }, hints: junk(10) });
  for (const path of ['/payments', '/payments/challenges/fingerprint']) {
    const { body } = await here.pos(path, order);
    expect(body.code).toBe('PAYMENT_INTEGRATION_KEY_UNKNOWN');
  }
  expect((await here.pos('/payments', { ...order, hints: junk(50) })).body.code).toBe('REQUEST_INVALID');
  expect(decryptions()).toBe(0);
});

test('what cannot open, a mode that is mixed, and an expired card cost none either', async () => {
  const order = await here.payment(merchant);
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

test('each hint is opened once, and a repeat opens nothing', async () => {
  const order = await here.payment(merchant);
  const { hints } = (await here.pos('/payments/challenges/tds-frictionless', order)).body;
  kms.calls = [];
  const paid = await here.pos('/payments', { ...order, hints: [...hints, ...hints, ...hints] });
  expect([paid.status, decryptions()]).toEqual([201, 3]);
  expect((await here.pos('/payments', { ...order, hints })).text).toBe(paid.text);
  expect(decryptions()).toBe(3);
});

test.each([...Object.keys(failures), 'hung up', 'silent'])('what passes is waited for: %s', async (how) => {
  Object.assign(kms, { how, fail: how === 'silent' ? 1 : 3 });
  const { status } = await here.pos('/vault', { type: 'pcn', value: '4100000000000000' });
  expect([status, kms.calls.length]).toEqual([201, how === 'silent' ? 2 : 4]);
});

test.each([...Object.keys(failures), 'silent'])(
  'what does not pass is a 503 that says when to come again: %s',
  async (how) => {
    const order = await here.payment(merchant);
    const { hints } = (await here.pos('/payments/challenges/tds-frictionless', order)).body;
    Object.assign(kms, { how, fail: Number.POSITIVE_INFINITY });
    const started = Date.now();
    const answers = await Promise.all([
      here.pos('/vault', { type: 'pcn', value: '4100000000000000' }),
      here.pos('/payments', { ...order, hints }),
    ]);
    expect(Date.now() - started).toBeLessThan(15_000);
    for (const { status, headers, body } of answers)
      expect([status, headers['retry-after'], body]).toEqual([
        503,
        '1',
        { code: 'INTERNAL_ERROR', message: expect.any(String) },
      ]);
    kms.fail = 0;
    expect((await here.pos('/payments', { ...order, hints })).status).toBe(201);
  },
);

test('what KMS refuses for good is not asked for again', async () => {
  const order = await here.payment(merchant);
  const [type, expiry, id, sealed] = order.card.number.token.split('.');
  const token = [type, expiry, id.replace(/./g, 'A'), sealed].join('.');
  kms.calls = [];
  const { status, body } = await here.pos('/payments', {
    ...order,
    card: { ...order.card, number: { token } },
  });
  expect([status, body.code, decryptions()]).toEqual([400, 'TOKEN_INVALID', 2]);
});
