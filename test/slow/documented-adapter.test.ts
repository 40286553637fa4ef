import { aws } from '../api/support/aws.ts';
import { answerBank } from '../api/support/bank.ts';
import { send } from '../api/support/http.ts';
import { nightOf } from '../api/support/night.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { acmeKey, challengedCard, startAcme } from '../unit/acquirer/acme/stand-in.ts';
import { checkoutWith } from './support/second/checkout.ts';

/* Tests all of Florin with the adapter that docs/adapter.md shows, registered as that page says. */

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

const checkout = checkoutWith('acme', 'test/unit/acquirer/acme', ['acme', 'payments']);
afterAll(checkout.remove);

let acme: Awaited<ReturnType<typeof startAcme>>;
const env: Record<string, string> = { ACME_CREDENTIALS: acmeKey, FLORIN_REQUEST_SECONDS: '12' };
beforeAll(async () => {
  acme = await startAcme();
  env.ACME_URL = acme.url;
});
const own = ownFlorin({ env, cwd: checkout.folder });
afterAll(() => acme.close());
afterEach(() => acme.recover());

async function shop() {
  const { key, merchant } = await own.here.shop({ test: false });
  const account = `shop_${merchant.id}`;
  const asked = { acquirer: 'acme', merchantId: merchant.id, account };
  const { error, body } = await aws(own.florin.aws).invoke('EnableMerchant', asked);
  if (error) throw new Error(JSON.stringify(body));
  const order = async (number = '4242424242424242'): Promise<Json> => ({
    integration: { key: merchant.key },
    amount: { currency: 'EUR', exponent: 2, value: 1000 },
    card: { ...(await own.here.tokens(number)), expiry: { month: 12, year: 2090 } },
    hints: [],
  });
  const read = async (path: string): Promise<Json> => (await own.here.api('GET', path, { key })).body;
  return {
    ...{ key, account, order },
    async paid(): Promise<string> {
      const answer = await own.here.pay(await order());
      expect(answer.status).toBe(201);
      return answer.body.authorizationId;
    },
    show: (id: string): Promise<Json> => own.here.transaction(key, id),
    move: (id: string, kind: 'captures' | 'refunds' | 'voids', amount: number, again: string) =>
      own.here.move(key, id, kind, amount, { 'idempotency-key': `${kind}-${id}-${again}` }),
    report: (report: object) =>
      acme.report(`${own.florin.baseUrl}/acquirers/acme/events`, { account, ...report }),
    /** Checks that the ledger and the acquirer's books agree, and that the nightly comparison finds no difference. */
    async expectSameBooks() {
      expect(await nightOf(own.florin, merchant.id)).toEqual([]);
      const { entries } = acme.books(account);
      const lines: Json[] = await read(`/merchants/${merchant.id}/lines?limit=100`);
      expect(lines.map(({ balance }) => balance).reverse()).toEqual(entries.map(([, net]) => net));
      const { merchant: now } = await read(`/merchants/${merchant.id}`);
      expect(now.balance).toBe(entries.reduce((sum, [, net]) => sum + Number(net), 0));
    },
  };
}

test('a payment is captured, refunded and voided, and both books say so', async () => {
  const { paid, move, show, expectSameBooks } = await shop();
  const id = await paid();
  for (const [kind, amount] of [
    ['captures', 400],
    ['captures', 300],
    ['refunds', 500],
    ['voids', 300],
  ] as const)
    expect((await move(id, kind, amount, `${amount}`)).status).toBe(201);
  expect((await move(id, 'captures', 1, 'late')).status).toBe(400);
  expect(await show(id)).toMatchObject({
    ...{ capturedAmount: 700, refundedAmount: 500, voidedAmount: 300, pendingAmount: 0 },
  });
  await expectSameBooks();
});

test.each([
  ['yes', 201],
  ['no', 400],
] as const)('the customer’s bank decides: %s', async (passed, status) => {
  const { order } = await shop();
  const asked = await order(challengedCard);
  const begun = (await own.here.pos('/payments/challenges/begin', asked)).body.hints;
  const { challenges } = (await own.here.pos('/payments', { ...asked, hints: begun })).body;
  const init = (await own.here.pos(challenges[0].path, { ...asked, hints: begun })).body;
  const page = await send(init.action, init.method, { form: init.fields });
  const returned = (await answerBank(page.text, passed)) ?? [];
  const hints = [...begun, ...init.hints, ...returned];
  expect((await own.here.pos('/payments', { ...asked, hints })).status).toBe(status);
});

test('a capture and a refund whose answers are lost are resolved by a repeat, once', async () => {
  const { paid, move, show, expectSameBooks } = await shop();
  const id = await paid();
  for (const kind of ['captures', 'refunds'] as const) {
    acme.fail('lost');
    expect((await move(id, kind, 400, 'one')).status).toBe(504);
    expect((await move(id, kind, 400, 'one')).status).toBe(201);
  }
  expect(await show(id)).toMatchObject({ capturedAmount: 400, refundedAmount: 400 });
  await expectSameBooks();
});

test('a refused key returns 503 without an effect', async () => {
  const { paid, move, show, expectSameBooks } = await shop();
  const id = await paid();
  acme.fail('refused');
  expect((await move(id, 'captures', 400, 'one')).status).toBe(503);
  expect(await show(id)).toMatchObject({ capturedAmount: 0, pendingAmount: 1000 });
  expect((await move(id, 'captures', 400, 'one')).status).toBe(201);
  await expectSameBooks();
});

test('a capture in Acme’s own dashboard is adopted once, by reports that arrive twice and late', async () => {
  const { paid, account, show, report, expectSameBooks } = await shop();
  const id = await paid();
  const payment = `florin-${id}`;
  const made = await fetch(`${acme.url}/movements/by-hand-${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${acmeKey}` },
    body: JSON.stringify({ account, payment, kind: 'capture', amount: 250 }),
  });
  expect(made.status).toBe(200);
  for (let n = 0; n < 2; n++) expect(await report({ type: 'payment', payment })).toBe(200);
  await waitUntil(
    () => show(id),
    ({ capturedAmount }: Json) => capturedAmount === 250,
  );
  expect(await report({ type: 'payment', payment })).toBe(200);
  await aws(own.florin.aws).emptied('AcquirerEvents');
  expect(await show(id)).toMatchObject({ capturedAmount: 250 });
  await expectSameBooks();
});
