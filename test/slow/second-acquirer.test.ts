import { aws } from '../api/support/aws.ts';
import { answerBank } from '../api/support/bank.ts';
import { send } from '../api/support/http.ts';
import { nightOf } from '../api/support/night.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { startReceiver } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { checkoutWithSecond } from './support/second/checkout.ts';
import { challengedCard, secret, startSecond } from './support/second/stand-in.ts';

/*
 * All of Florin with a second acquirer, which is registered as docs/adapter.md says: it answers captures, refunds and voids
 * by events alone, publishes their figures in a report days later, and its bank sends data back with the customer.
 */

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

const checkout = checkoutWithSecond();
afterAll(checkout.remove);

let second: Awaited<ReturnType<typeof startSecond>>;
const env: Record<string, string> = { SECOND_CREDENTIALS: secret, FLORIN_REQUEST_SECONDS: '12' };
beforeAll(async () => {
  second = await startSecond();
  env.SECOND_URL = second.url;
});
const own = ownFlorin({ env, cwd: checkout.folder });
beforeAll(() => second.reportsTo(`${own.florin.baseUrl}/acquirers/second/events`));
afterAll(() => second.close());

const day = 24 * 60 * 60 * 1000;

async function shop() {
  const { key, merchant } = await own.here.shop({ test: false });
  const account = `shop_${merchant.id}`;
  const asked = { acquirer: 'second', merchantId: merchant.id, account };
  const { error, body } = await aws(own.florin.aws).invoke('EnableMerchant', asked);
  if (error) throw new Error(JSON.stringify(body));
  const path = `/merchants/${merchant.id}`;
  const api = async (what: string): Promise<Json> => (await own.here.api('GET', what, { key })).body;
  const lines = (): Promise<Json[]> => api(`${path}/lines?limit=100`);
  const balance = async (): Promise<number> => (await api(path)).merchant.balance;
  const here = {
    ...{ key, merchant, account, lines, balance },
    order: async (over = {}, number = '4242424242424242'): Promise<Json> => ({
      integration: { key: merchant.key },
      amount: { currency: 'EUR', exponent: 2, value: 10000 },
      card: { ...(await own.here.tokens(number)), expiry: { month: 12, year: 2090 } },
      hints: [],
      ...over,
    }),
    async paid(): Promise<string> {
      const answer = await own.here.pay(await here.order());
      expect(answer.status).toBe(201);
      return answer.body.authorizationId;
    },
    show: (id: string): Promise<Json> => own.here.transaction(key, id),
    /** Requests a movement, which the acquirer accepts but does not resolve. */
    async ask(id: string, kind: 'captures' | 'refunds' | 'voids', amount: number) {
      const headers = { 'idempotency-key': `${kind}-${id}-${amount}-${Math.random()}` };
      expect((await own.here.move(key, id, kind, amount, headers)).status).toBe(504);
      return { ...second.received(account), repeat: () => own.here.move(key, id, kind, amount, headers) };
    },
    /** Requests a movement, which the acquirer approves by an event. */
    async made(id: string, kind: 'captures' | 'refunds' | 'voids', amount: number) {
      const asked = await here.ask(id, kind, amount);
      const movement = second.received(account);
      await report(second.approve(movement));
      const answer = await asked.repeat();
      expect(answer.status).toBe(201);
      return { movement, shown: answer.body.transaction as Json };
    },
    /** Checks the ledger, as each night does. @returns the reported cases */
    async ledger(): Promise<string[]> {
      const before = own.florin.log().length;
      const time = new Date(Date.now() + 2 * day).toISOString();
      const body = JSON.stringify({ time, merchantId: merchant.id });
      const done = await aws(own.florin.aws).invoke('CheckLedger', {
        Records: [{ messageId: 'check', body }],
      });
      expect(done.body).toEqual({ batchItemFailures: [] });
      const log = own.florin.log().slice(before).split('\n');
      return log.filter((line) => line.includes('LedgerMismatch'));
    },
    night: (now = Date.now()): Promise<Json[]> => nightOf(own.florin, merchant.id, now),
    /** Checks that ledger, balance and reports agree, and that no figures are due and no operation is open. */
    async expectSameBooks() {
      expect(await here.night()).toEqual([]);
      const all = await lines();
      expect(all).toHaveLength(second.entries(account));
      expect(new Set(all.map(({ reference }) => reference)).size).toBe(all.length);
      expect(await balance()).toBe(second.balance(account));
      expect(all.reduce((sum, line) => sum + line.balance, 0)).toBe(second.balance(account));
      const postings = await api(`${path}/postings?limit=100`);
      const sum = postings
        .flatMap((each: Json) => each.postings ?? each)
        .reduce((s: number, p: Json) => s + p.amount, 0);
      expect(sum).toBe(0);
      const transactions: Json[] = await api(`${path}/transactions?limit=100`);
      const trail = transactions.flatMap((each) => each.trail);
      expect(trail.filter(({ figuresDue }) => figuresDue)).toEqual([]);
      // Each entry of the trail has the same figures as its line.
      for (const { lineId, balance, amount } of trail)
        if (lineId)
          expect(all.find(({ id }) => id === lineId)).toMatchObject({ balance, amount: { amount } });
    },
  };
  return here;
}

/** Posts events as the acquirer does, and waits until Florin has applied them. */
async function report(...events: object[]): Promise<void> {
  for (const event of events) expect(await second.post(event)).toBe(200);
  const { emptied, waiting } = aws(own.florin.aws);
  await emptied('AcquirerEvents');
  expect(await waiting('AcquirerEventDeadLetters')).toBe(0);
}

const due = { balance: 0, fee: { flat: 0, rate: 0 }, figuresDue: true };

afterEach(() => {
  second.settings.namesOperations = true;
  second.settings.answersWithin = undefined;
});

test.each([
  ['yes', 201],
  ['no', 400],
] as const)('the acquirer decides by the data of the customer’s return: %s', async (passed, status) => {
  const { order, key } = await shop();
  const asked = await order({}, challengedCard);
  const begun = (await own.here.pos('/payments/challenges/begin', asked)).body.hints;
  const { challenges } = (await own.here.pos('/payments', { ...asked, hints: begun })).body;
  const init = (await own.here.pos(challenges[0].path, { ...asked, hints: begun })).body;
  const page = await send(init.action, init.method, { form: init.fields });
  const returned = (await answerBank(page.text, passed)) ?? [];
  const answer = await own.here.pos('/payments', { ...asked, hints: [...begun, ...init.hints, ...returned] });
  expect(answer.status).toBe(status);
  if (status === 201)
    expect(await own.here.transaction(key, answer.body.authorizationId)).toMatchObject({
      pendingAmount: 10000,
    });
  expect(own.florin.log()).not.toContain('of-the-acquirer');
});

test('a capture counts immediately, and its figures are booked when the report comes', async () => {
  const { paid, made, show, lines, balance, night, ledger, expectSameBooks } = await shop();
  const id = await paid();
  const { shown } = await made(id, 'captures', 10000);
  expect(shown).toMatchObject({ capturedAmount: 10000, pendingAmount: 0 });
  expect(shown.trail).toMatchObject([{ capture: true, amount: 10000, ...due }]);
  expect(shown.trail[0]).not.toHaveProperty('lineId');
  expect([await lines(), await balance()]).toEqual([[], 0]);
  // The nightly comparison before the report finds no difference.
  expect(await night()).toEqual([]);
  second.publish();
  await expectSameBooks();
  const [entry] = (await show(id)).trail;
  expect(entry).toMatchObject({ amount: 10000, balance: 9890, fee: { flat: 110, rate: 0 } });
  expect(await lines()).toMatchObject([{ id: entry.lineId, balance: 9890, fee: 110, reference: 'booked-1' }]);
  expect(await ledger()).toEqual([]);
});

test('reports that name no operation resolve partial captures, a void and refunds', async () => {
  second.settings.namesOperations = false;
  const { paid, made, ask, account, show, expectSameBooks } = await shop();
  const id = await paid();
  await made(id, 'captures', 3000);
  await made(id, 'captures', 2000);
  await made(id, 'captures', 3000);
  await made(id, 'voids', 1000);
  await made(id, 'refunds', 2500);
  second.publish();
  await made(id, 'captures', 500);
  const declined = await ask(id, 'captures', 500);
  await report(second.decline(second.received(account)));
  expect((await declined.repeat()).status).toBe(400);
  await made(id, 'refunds', 500);
  second.publish();
  await expectSameBooks();
  expect(await show(id)).toMatchObject({
    ...{ capturedAmount: 8500, refundedAmount: 3000, voidedAmount: 1000, pendingAmount: 500 },
  });
});

test('figures that come by event, by report or by both, twice and at the same time, are booked once', async () => {
  const { paid, made, lines, expectSameBooks, night } = await shop();
  const id = await paid();
  const captures = [];
  for (const amount of [1000, 2000, 3000]) captures.push((await made(id, 'captures', amount)).movement);
  const [a, b, c] = captures.map((each) => second.figures(each)) as [object, object, object];
  await report(a, a);
  expect(await lines()).toHaveLength(1);
  second.publish();
  await Promise.all([report(b, c, b, a), night(), night(), report(c)]);
  await report(a, b, c);
  await expectSameBooks();
});

test('figures that come during other movements are booked once, and no movement is lost', async () => {
  const { paid, made, show, expectSameBooks } = await shop();
  const id = await paid();
  // There are more entries than fit in the tail of the trail, so that some waiting entries are in a part.
  const captures = [];
  for (let n = 0; n < 14; n++) {
    captures.push((await made(id, 'captures', 100 + n)).movement);
    if (n % 3 === 2)
      await Promise.all([report(second.figures(captures[n - 2] as Json)), made(id, 'voids', 1)]);
  }
  second.publish();
  await expectSameBooks();
  const { trail, capturedAmount, voidedAmount } = await show(id);
  const sum = trail.reduce((total: number, each: Json) => total + (each.capture ? each.amount : 0), 0);
  expect([trail.length, sum, capturedAmount, voidedAmount]).toEqual([18, 1491, 1491, 4]);
});

test('a movement that has read the trail before an entry got its figures does not undo them', async () => {
  const { paid, made, ask, account, lines, show, expectSameBooks } = await shop();
  const id = await paid();
  const { movement } = await made(id, 'captures', 4000);
  await ask(id, 'voids', 1000);
  const approved = second.approve(second.received(account));
  own.proxy.instead = async (called, asked) => {
    if (called !== 'TransactWriteItems' || !asked.includes('voidedAmount')) return undefined;
    own.proxy.instead = undefined;
    expect(await second.post(second.figures(movement))).toBe(200);
    await waitUntil(lines, ({ length }) => length === 1);
    return undefined;
  };
  await report(approved);
  expect(own.proxy.instead).toBeUndefined();
  expect((await show(id)).trail).toMatchObject([
    { amount: 4000, balance: 3950 },
    { void: true, amount: 1000 },
  ]);
  second.publish();
  await expectSameBooks();
});

test.each(['before', 'after'] as const)(
  'figures are booked once and completely if Florin dies while booking them: %s the write',
  async (when) => {
    const { paid, made, lines, balance, expectSameBooks } = await shop();
    const id = await paid();
    const { movement } = await made(id, 'captures', 10000);
    let dead: Promise<void> | undefined;
    const kill = (called: string, asked: string) => {
      if (called !== 'TransactWriteItems' || !asked.includes('figuresKnown') || dead) return undefined;
      dead = own.florin.kill();
      return dead.then(() => ({ status: 500, headers: {}, body: '{}' }));
    };
    if (when === 'before') own.proxy.instead = kill;
    else own.proxy.afterAnswer = kill;
    await second.post(second.figures(movement));
    await waitUntil(
      async () => dead,
      (found) => found !== undefined,
    );
    await dead;
    own.proxy.instead = undefined;
    own.proxy.afterAnswer = undefined;
    await own.start();
    second.reportsTo(`${own.florin.baseUrl}/acquirers/second/events`);
    // The event stays in the queue, and is delivered again.
    await waitUntil(lines, ({ length }) => length === 1);
    expect(await balance()).toBe(9890);
    await report(second.figures(movement));
    second.publish();
    await expectSameBooks();
  },
);

test('a payment that is captured immediately is captured by an event, and its figures come later', async () => {
  const { key, merchant, account, paid, show, expectSameBooks } = await shop();
  await own.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { capture: true } });
  const id = await paid();
  expect(await show(id)).toMatchObject({ capturedAmount: 0, operation: { capture: true } });
  await report(second.approve(second.received(account)));
  expect(await show(id)).toMatchObject({ capturedAmount: 10000, trail: [due] });
  second.publish();
  await expectSameBooks();
});

test('figures of another account, or of an unknown operation, change nothing', async () => {
  const [one, other] = [await shop(), await shop()];
  const id = await one.paid();
  const { movement } = await one.made(id, 'captures', 10000);
  const figures = second.figures(movement);
  await report({ ...figures, account: other.account }, { ...figures, payment: 'second-other' });
  expect([await one.lines(), await other.lines()]).toEqual([[], []]);
  await report(figures, { ...figures, ...answeredBy('booked-other') });
  second.publish();
  await one.expectSameBooks();
});

const answeredBy = (reference: string) => ({
  answer: { state: 'approved', figures: { reference, currency: 'EUR', net: 1, fee: 0 } },
});

test('a capture that fails before its figures come, and after a partial refund, is a case', async () => {
  const { paid, made, show, night } = await shop();
  const id = await paid();
  const { movement } = await made(id, 'captures', 10000);
  await made(id, 'refunds', 3000);
  const failed = second.decline(movement);
  await report(failed, failed);
  expect(await show(id)).toMatchObject({ capturedAmount: 10000, refundedAmount: 3000 });
  second.publish();
  expect(await night()).toMatchObject([{ kind: 'figures', source: id }]);
});

test('a report resolves a movement whose event never came', async () => {
  const { paid, ask, account, show, night, expectSameBooks } = await shop();
  const id = await paid();
  const { repeat } = await ask(id, 'captures', 4000);
  second.approve(second.received(account));
  expect((await show(id)).operation).toBeDefined();
  second.publish();
  expect(await night()).toEqual([]);
  expect((await repeat()).status).toBe(201);
  await expectSameBooks();
});

test('a capture that fails before its figures come is reversed immediately, without figures', async () => {
  const { paid, made, show, lines, night } = await shop();
  const id = await paid();
  const { movement } = await made(id, 'captures', 10000);
  const failed = second.decline(movement);
  await report(failed, failed);
  const shown = await show(id);
  expect(shown).toMatchObject({ capturedAmount: 0 });
  expect(shown.trail.slice(0, 2)).toMatchObject([
    { amount: 10000, ...due },
    { amount: -10000, ...due },
  ]);
  second.publish();
  expect(await night(Date.now() + 9 * day)).toEqual([]);
  expect(await lines()).toEqual([]);
});

test.each(['before', 'after'] as const)(
  'a capture that fails after its money moved has a line for each direction: the failure is reported %s the figures',
  async (when) => {
    const { paid, made, show, expectSameBooks } = await shop();
    const id = await paid();
    const { movement } = await made(id, 'captures', 10000);
    if (when === 'after') {
      second.publish();
      await expectSameBooks();
    }
    const failed = second.decline(movement, true);
    await report(failed, failed);
    second.publish();
    await expectSameBooks();
    const { trail, capturedAmount } = await show(id);
    expect(capturedAmount).toBe(0);
    expect(trail.slice(0, 2).map(({ balance }: Json) => balance)).toEqual([9890, -10000]);
  },
);

test('a refund that comes back has a line for each direction', async () => {
  const { paid, made, show, expectSameBooks } = await shop();
  const id = await paid();
  await made(id, 'captures', 10000);
  const { movement } = await made(id, 'refunds', 4000);
  await report(second.decline(movement, true));
  expect(await show(id)).toMatchObject({ refundedAmount: 0 });
  second.publish();
  await expectSameBooks();
  const { trail } = await show(id);
  expect(trail.map(({ amount, balance }: Json) => [amount, balance])).toEqual([
    [10000, 9890],
    [4000, -4000],
    [-4000, 4000],
  ]);
});

test('movements that are on their way hold their own amounts, and are made or declined by events and by the nightly look', async () => {
  const { key, account, paid, show, expectSameBooks } = await shop();
  const id = await paid();
  second.settings.answersWithin = 14 * day;
  const asked = async (kind: 'captures' | 'refunds' | 'voids', amount: number) => {
    const answer = await own.here.move(key, id, kind, amount);
    expect(answer.status).toBe(201);
    expect(answer.body.transaction).toMatchObject({ amount: 10000 });
    expect(answer.body.transaction.trail.at(-1)).toMatchObject({ amount, pending: true });
    return second.received(account);
  };
  const capture = await asked('captures', 5000);
  const other = await asked('captures', 2000);
  const release = await asked('voids', 3000);
  expect(await show(id)).toMatchObject({ pendingAmount: 0, capturedAmount: 0, voidedAmount: 0 });
  await report(second.decline(release), second.approve(capture));
  expect(await show(id)).toMatchObject({
    ...{ pendingAmount: 3000, capturedAmount: 5000 },
    declinedMovements: [{ void: true, amount: 3000 }],
  });
  const refund = await asked('refunds', 1000);
  // The events of these two are lost.
  second.approve(other);
  second.approve(refund);
  second.publish();
  await expectSameBooks();
  expect(await show(id)).toMatchObject({ pendingAmount: 3000, capturedAmount: 7000, refundedAmount: 1000 });
  // An approval is taken back.
  const rest = await asked('captures', 3000);
  await report(second.approve(rest), second.decline(rest));
  expect(await show(id)).toMatchObject({ capturedAmount: 7000, refundedAmount: 1000 });
});

test('a dispute of a capture whose figures are due is booked', async () => {
  const { paid, made, show, expectSameBooks } = await shop();
  const id = await paid();
  const { movement } = await made(id, 'captures', 10000);
  await report(second.dispute(movement));
  expect(await show(id)).toMatchObject({ disputedAmount: 10000 });
  second.publish();
  await expectSameBooks();
});

test('figures that have not come after a week are a case, until they come', async () => {
  const { paid, made, night, expectSameBooks } = await shop();
  const id = await paid();
  const { movement } = await made(id, 'captures', 10000);
  expect(await night(Date.now() + 5 * day)).toEqual([]);
  const cases = await night(Date.now() + 7 * day);
  const why = expect.stringContaining('has not told the figures of this');
  expect(cases).toMatchObject([{ kind: 'figures', source: id, amount: 0, why }]);
  expect(await night(Date.now() + 8 * day)).toHaveLength(1);
  await report(second.figures(movement));
  second.publish();
  await expectSameBooks();
});

test('a merchant gets an event for the movement, and one for its figures', async () => {
  const { paid, made, key, merchant, expectSameBooks } = await shop();
  const server = await startReceiver();
  try {
    const events = ['transaction.captured', 'transaction.figures_known'];
    const path = `/merchants/${merchant.id}/webhooks`;
    expect((await own.here.api('POST', path, { key, body: { url: server.url, events } })).status).toBe(201);
    const id = await paid();
    await made(id, 'captures', 10000);
    second.publish();
    await expectSameBooks();
    const told = await server.events(2);
    expect(told).toMatchObject([
      { type: 'transaction.captured', data: { transaction: { trail: [due] } } },
      { type: 'transaction.figures_known', data: { transaction: { trail: [{ balance: 9890 }] } } },
    ]);
  } finally {
    await server.stop();
  }
});
