import { readFileSync } from 'node:fs';
import type { AuthorizationOrder, MovementOrder, MovementOutcome } from '#acquirer/acquirer.ts';
import { newId } from '#domain/id.ts';
import { Refused } from '#domain/outcome.ts';
import { acquirer, readEvent } from './acme.ts';
import { acmeKey, challengedCard, type Failure, poorCard, startAcme } from './stand-in.ts';

let acme: Awaited<ReturnType<typeof startAcme>>;
let account: string;

beforeAll(async () => {
  acme = await startAcme();
  process.env.ACME_URL = acme.url;
  process.env.ACME_CREDENTIALS = acmeKey;
});
beforeEach(() => {
  account = `shop-${newId()}`;
});
afterEach(() => acme.recover());
afterAll(() => acme.close());

const order = (over: Partial<AuthorizationOrder> = {}): AuthorizationOrder => ({
  ...{ acquirer: 'acme', account, id: newId(), amount: 1000, currency: 'EUR', descriptor: 'My shop' },
  ...over,
});

const card = (number = '4242424242424242') => ({
  card: { number, code: '123', expiry: { month: 12, year: 2090 } },
  ...{ store: false, returnUrl: 'https://pos.example/back' },
});

/** Stores the id, as Florin does before the acquirer is asked. */
const keep = async (reference: string) => reference;

const authorize = (asked = order(), number?: string) => acquirer.authorize(asked, card(number), keep);

async function paid() {
  const outcome = await authorize();
  if (outcome.state !== 'approved') throw new Error(outcome.state);
  return outcome.payment;
}

const movement = (
  payment: Awaited<ReturnType<typeof paid>>,
  over: Partial<MovementOrder> = {},
): MovementOrder => ({
  ...{ acquirer: 'acme', account, id: newId(), kind: 'capture', amount: 400, currency: 'EUR', attempts: 0 },
  ...{ payment, ...over },
});

test.each(['payments', 'acme'])('docs/adapter.md shows %s.ts as it is tested here', (name) => {
  const guide = readFileSync('docs/adapter.md', 'utf8');
  const blocks = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block);
  expect(blocks).toContain(readFileSync(`test/unit/acquirer/acme/${name}.ts`, 'utf8'));
});

test('repeated requests have one effect, and the same outcome', async () => {
  const asked = order();
  const first = await authorize(asked);
  expect(await authorize(asked)).toEqual(first);
  expect(await acquirer.findAuthorization(asked)).toEqual(first);
  if (first.state !== 'approved') throw new Error(first.state);
  for (const kind of ['capture', 'refund', 'void'] as const) {
    const wanted = movement(first.payment, { kind });
    const outcome = await acquirer.move(wanted);
    expect(outcome.state).toBe('approved');
    expect(await acquirer.move(wanted)).toEqual(outcome);
    expect(await acquirer.find(wanted)).toEqual(outcome);
  }
  expect(acme.books(account)).toEqual({
    ...{ payments: ['reserved'], voids: 1 },
    entries: [
      ['capture', 390],
      ['refund', -400],
    ],
  });
});

test('the adapter holds nothing under an id that Florin has given up', async () => {
  const outcome = await acquirer.authorize(order(), card(), async () => undefined);
  expect([outcome.state, acme.books(account).payments]).toEqual(['unknown', []]);
});

test('a declined card gives a decline with its reason', async () => {
  expect(await authorize(order(), poorCard)).toEqual({
    ...{ state: 'declined', decline: 'PAYMENT_INSUFFICIENT_FUNDS' },
  });
  const tooMuch = movement(await paid(), { amount: 1001 });
  expect(await acquirer.move(tooMuch)).toEqual({ state: 'declined', decline: 'PAYMENT_REJECTED' });
});

test('a challenge is open until the bank has decided', async () => {
  const asked = order();
  const challenge = await authorize(asked, challengedCard);
  if (challenge.state !== 'challenge') throw new Error(challenge.state);
  expect(await acquirer.findAuthorization(asked)).toEqual(challenge);
  const body = new URLSearchParams({ passed: 'yes' });
  await fetch(challenge.url, { method: 'POST', body, redirect: 'manual' });
  expect((await acquirer.findAuthorization(asked)).state).toBe('approved');
});

test('an abandoned authorization holds nothing; without an answer of Acme its outcome is unknown', async () => {
  const asked = order();
  await authorize(asked);
  acme.fail('lost');
  expect((await acquirer.abandon(asked, `florin-${asked.id}`)).state).toBe('unknown');
  expect((await acquirer.abandon(asked, `florin-${asked.id}`)).state).toBe('approved');
  expect(acme.books(account).payments).toEqual(['cancelled']);
});

/** Resolves a movement as Florin's worker does. */
async function resolve(wanted: MovementOrder): Promise<MovementOutcome> {
  const found = await acquirer.find(wanted);
  return found.state === 'absent' ? acquirer.move({ ...wanted, attempts: 1 }) : found;
}

describe.each<Failure>(['cut', 'lost', 'hangs', 'garbage', 'fails'])('if a request %s', (how) => {
  beforeEach(() => {
    if (how !== 'hangs') return;
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((time) => timeout(time / 8));
  });
  afterEach(() => jest.restoreAllMocks());

  test('the outcome is unknown, a later search finds it, and the money moves once', async () => {
    const asked = order();
    acme.fail(how);
    expect((await authorize(asked)).state).toBe('unknown');
    const found = await acquirer.findAuthorization(asked);
    const outcome = found.state === 'absent' ? await authorize(asked) : found;
    if (outcome.state !== 'approved') throw new Error(outcome.state);
    for (const kind of ['capture', 'refund', 'void'] as const) {
      const wanted = movement(outcome.payment, { kind });
      acme.fail(how);
      expect((await acquirer.move(wanted)).state).toBe('unknown');
      acme.fail(how);
      expect((await acquirer.find(wanted)).state).toBe('unknown');
      expect((await resolve(wanted)).state).toBe('approved');
    }
    const { payments, entries, voids } = acme.books(account);
    expect([payments.length, entries.length, voids]).toEqual([1, 2, 1]);
  });

  test('reading the books is an error, and returns no part of them', async () => {
    acme.fail(how, how, how);
    await expect(acquirer.findPayment(account, 'one')).rejects.toThrow();
    await expect(acquirer.listBalanceTransactions(account, { since: 0 })).rejects.toThrow();
    await expect(acquirer.balanceOf(account)).rejects.toThrow();
  });
});

test('a refused key forbids a new request, leaves the outcome of an earlier one unknown, and counts for the alarm', async () => {
  const logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const payment = await paid();
  const wanted = movement(payment);
  for (const ask of [() => authorize(), () => acquirer.move(wanted)]) {
    acme.fail('refused');
    expect((await ask()).state).toBe('forbidden');
  }
  for (const ask of [() => acquirer.find(wanted), () => acquirer.findAuthorization(order())]) {
    acme.fail('refused');
    expect((await ask()).state).toBe('unknown');
  }
  expect(logged.mock.calls.filter(([line]) => String(line).includes('"AcquirerRefusals":1'))).toHaveLength(4);
  logged.mockRestore();
});

test('a payment that Acme does not support is refused without a request', () => {
  expect(acquirer.refusalOf(order())).toBeUndefined();
  for (const over of [{ currency: 'USD' }, { amount: 0 }, { fee: { flat: 1 } as never }])
    expect(acquirer.refusalOf(order(over))).toMatchObject({ message: expect.any(String) });
});

test('a payment, dispute or payout that Acme does not know is undefined', async () => {
  expect(await acquirer.findPayment(account, 'none')).toBeUndefined();
  expect(await acquirer.findDispute(account, 'none')).toBeUndefined();
  expect(await acquirer.findPayout(account, 'none')).toBeUndefined();
});

describe('a report', () => {
  const id = newId();
  const report = { type: 'payment', live: false, account: 'shop', payment: `florin-${id}` };
  const reading = ({ body, headers }: ReturnType<typeof acme.signed>) =>
    readEvent({ body, header: (name) => (headers as Record<string, string>)[name] });

  test('names the payment and the dispute that have changed', async () => {
    expect(await reading(acme.signed(report))).toEqual({
      state: 'read',
      events: [{ type: 'payment.changed', account: 'shop', payment: `florin-${id}`, operation: id }],
    });
    expect(await reading(acme.signed({ ...report, type: 'dispute', dispute: 'one' }))).toMatchObject({
      events: [{ type: 'dispute.changed', reference: 'one', payment: `florin-${id}` }],
    });
    expect(await reading(acme.signed({ ...report, type: 'news' }))).toEqual({ state: 'read', events: [] });
  });

  test('a report that is forged, changed, old or of the other mode has no effect', async () => {
    const signed = acme.signed(report);
    expect((await reading({ ...signed, body: signed.body.replace('shop', 'spoh') })).state).toBe('unsigned');
    expect((await reading(acme.signed(report, Date.now() - 301_000))).state).toBe('unsigned');
    for (const name of ['acme-time', 'acme-signature'])
      expect((await reading({ ...signed, headers: { ...signed.headers, [name]: 'x' } })).state).toBe(
        'unsigned',
      );
    expect((await reading(acme.signed({ ...report, live: true }))).state).toBe('other mode');
  });

  test.each([null, [], 'text', { type: 'payment' }, { ...report, live: 'no' }, { ...report, payment: 1 }])(
    'with missing or wrong fields is refused: %j',
    async (wrong) => {
      await expect(reading(acme.signed(wrong as object))).rejects.toThrow(Refused);
    },
  );

  test('a report of a stage without keys is not read', async () => {
    delete process.env.ACME_CREDENTIALS;
    expect((await reading(acme.signed(report))).state).toBe('unconfigured');
    process.env.ACME_CREDENTIALS = acmeKey;
  });
});
