import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { type AtMethod, byMethod } from '../api/support/by-method.ts';
import { refusal, send } from '../api/support/http.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { scan } from '../api/support/stored-items.ts';

/* Abuses of the simulated bank by customers, merchants and browsers. `api/method-returns` has those of the way back. */

jest.setTimeout(120_000);

const appWrites = 40;
const own = ownFlorin({
  env: { UNVOUCHED_TEST_DAYS: '90', UNVOUCHED_APP_WRITES: String(appWrites), UNVOUCHED_STAGE_WRITES: '4000' },
});

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;
let at: ReturnType<typeof byMethod>;
beforeEach(async () => {
  ({ key, merchant } = await own.here.shop({ methods: ['mobilepay', 'bancontact'] }));
  at = byMethod(own.here);
});

const list = async (): Promise<Json[]> =>
  (await own.here.api('GET', `/merchants/${merchant.id}/transactions?limit=100`, { key })).body;

const codes = { approve: undefined, reject: 'PAYMENT_REJECTED_BY_ISSUER', cancel: 'PAYMENT_REJECTED' };

test('the bank counts one of different answers at the same time, for every browser', async () => {
  for (let n = 0; n < 5; n++) {
    const away = await at.begin(merchant, 'bancontact');
    await Promise.all(Object.keys(codes).map((given) => at.answer(away, given)));
    const outcomes = await Promise.all([at.returned(away), at.returned(away)]);
    const later = await at.returned(away);
    expect(Object.values(codes)).toContain(later.body.code);
    for (const { status, body } of outcomes) if (status !== 200) expect(body).toEqual(later.body);
    for (const given of ['approve', 'reject', 'cancel', 'late']) await at.answer(away, given);
    expect((await at.returned(away)).body).toEqual(later.body);
    const [made, ...others] = (await list()).slice(0, 1);
    expect([made.successful, others.length]).toEqual([later.status === 201, 0]);
  }
  expect(await list()).toHaveLength(5);
});

test('the bank keeps its first answer, even before anybody has asked for the outcome', async () => {
  const [paid, rejected] = [await at.begin(merchant, 'mobilepay'), await at.begin(merchant, 'mobilepay')];
  for (const given of ['approve', 'reject', 'cancel', 'late']) await at.answer(paid, given);
  for (const given of ['reject', 'approve']) await at.answer(rejected, given);
  expect((await at.returned(paid)).status).toBe(201);
  expect((await at.returned(rejected)).body.code).toBe('PAYMENT_REJECTED_BY_ISSUER');
});

test.each([
  ['an answer in other letters', { answer: 'аpprove' }, 404],
  ['an answer with a zero byte', { answer: 'approve\0' }, 404],
  ['no answer', {}, 404],
  ['a name of every object', { answer: 'constructor' }, 404],
  ['a body that is too large', { answer: 'approve', after: '💶'.repeat(100_000) }, 413],
] as const)('the bank takes nothing from a form with %s', async (_, form, status) => {
  const away = await at.begin(merchant, 'mobilepay');
  const sent = await send(`${own.florin.posUrl}/payments/simulated-bank`, 'POST', {
    form: { state: away.state, ...form } as Record<string, string>,
  });
  expect(sent.status).toBe(status);
  expect((await at.returned(away)).body.state).toBe('open');
});

test('an unknown scenario is none, and the page writes texts of the merchant as text', async () => {
  const named = await own.here.shop({ methods: ['mobilepay'], descriptor: 'A <b>"&shop' });
  const away = await at.begin(named.merchant, 'mobilepay');
  const page = await send(away.action.url, 'GET');
  expect(page.text).toContain('A &#60;b&#62;&#34;&#38;shop');
  expect(page.text).not.toContain('<script');
  const form = { state: away.state, answer: 'approve', after: '__proto__' };
  await send(`${own.florin.posUrl}/payments/simulated-bank`, 'POST', { form });
  expect((await at.returned(away)).status).toBe(201);
});

const call = callEngine;

/** Moves an operation to another account, as if it were one of real money. */
async function makeLive({ state }: AtMethod): Promise<void> {
  const items = (await scan(own.florin.dynamodb)) as Json[];
  const item = items.find(({ sk, operation, merchantId }) => {
    return sk?.S === 'operation' && merchantId?.S === merchant.id && operation.S.includes(state);
  });
  const operation = { ...JSON.parse(item.operation.S), account: { acquirer: 'stripe', account: 'acct_1' } };
  const { TableNames } = (await call(own.florin.dynamodb)('ListTables', {})) as Json;
  await call(own.florin.dynamodb)('PutItem', {
    TableName: TableNames.find((name: string) => name !== 'florin-local'),
    Item: { ...item, operation: { S: JSON.stringify(operation) } },
  });
}

test('the simulated bank shows and answers no payment of real money', async () => {
  const away = await at.begin(merchant, 'mobilepay');
  await makeLive(away);
  expect((await send(away.action.url, 'GET')).status).toBe(404);
  for (const given of ['approve', 'stay', 'never', 'late'])
    expect((await at.answer(away, given)).status).toBe(404);
});

test('nobody leaves the payment of another customer without the hint that began it', async () => {
  const [one, other] = [await at.begin(merchant, 'mobilepay'), await at.begin(merchant, 'mobilepay')];
  // The other customer has the same order, and sends what they know.
  const left = { ...other.body, hints: [...other.body.hints, ...one.action.left] };
  expect(refusal(await own.here.pos('/payments', left))).toEqual([400, 'PAYMENT_REJECTED']);
  expect((await at.returned(one)).body.state).toBe('open');
  const stranger = { ...other.body, amount: { ...other.body.amount, value: 1 }, hints: one.action.left };
  expect(refusal(await own.here.pos('/payments', stranger))).toEqual([400, 'TOKEN_INVALID']);
  const unbegun = { ...one.body, hints: one.action.left };
  expect((await own.here.pos('/payments', unbegun)).body.challenges).toMatchObject([{ name: 'begin' }]);
  await at.answer(one, 'approve');
  expect((await at.returned(one)).status).toBe(201);
});

test('payments that are begun and never answered count against the writes of an app that nobody approves', async () => {
  let begun = 0;
  let refused: Json;
  for (let n = 0; n < appWrites + 5 && !refused; n++) {
    const body = at.order(merchant, 'mobilepay');
    body.hints.push(...(await own.here.pos('/payments/challenges/begin', body)).body.hints);
    const answer = await own.here.pos('/payments', body);
    if (answer.status === 200) begun++;
    else refused = answer;
  }
  expect(begun).toBeLessThan(appWrites);
  expect(refused.status).toBe(429);
  expect(await list()).toEqual([]);
});

test('a customer who asks in a loop causes no writes, and uses up no budget', async () => {
  const away = await at.begin(merchant, 'mobilepay');
  await at.returned(away);
  own.proxy.reset();
  for (let n = 0; n < 2 * appWrites; n++) expect((await at.returned(away)).body.state).toBe('open');
  expect(own.proxy.units().write).toBe(0);
  for (let n = 0; n < 2 * appWrites; n++)
    expect((await own.here.pos('/payments', away.body)).body.challenges).toHaveLength(1);
  await at.answer(away, 'approve');
  expect((await own.here.pos('/payments', away.body)).status).toBe(201);
});
