import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, startEngine } from '../api/support/engine.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { basic, type Request, type Response, send } from '../api/support/http.ts';
import { scan, valuesIn } from '../api/support/stored-items.ts';
import { formsOf, tracesOf } from '../api/support/traces.ts';
import { world } from '../api/support/world.ts';

/** A card number that does not occur by chance. Florin may store its first six and last four digits. */
const number = '4921837465102938';
const code = '739';
/** An invalid code, which Florin rejects and must keep as secret. */
const longCode = '73918264';
const forms = formsOf(number);

const folder = mkdtempSync(join(tmpdir(), 'florin-secrecy-'));
let engine: Engine;
let florin: Florin;
const answers: string[] = [];

/** Does everything that a customer, a merchant or a stranger may do with a number, and then kills Florin. */
beforeAll(async () => {
  engine = await startEngine(join(folder, 'florin.sqlite'));
  florin = await startFlorin(['--memory'], { DYNAMODB_ENDPOINT: engine.endpoint });
  await payments();
  await oddRequests();
  items = await scan(engine.endpoint);
  await engine.stop();
  await paymentWithoutDatabase();
  await florin.stop();
});

afterAll(async () => {
  await florin?.stop();
  await engine?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const record = async (answer: Promise<Response>): Promise<Response> => {
  const { status, headers, text } = await answer;
  answers.push(`${status} ${JSON.stringify(headers)} ${text}`);
  return answer;
};

// biome-ignore lint/suspicious/noExplicitAny: bodies have every shape
let payment: any;

async function payments(): Promise<void> {
  const { key, merchant, ...here } = await openShop();
  payment = await here.payment(merchant, {
    card: { ...(await here.tokens(number, code)), expiry: { month: 12, year: 2090 } },
    custom: { order: 'A-1' },
  });
  const paid = await record(here.pay(payment, { 'idempotency-key': 'secrecy' }));
  expect(paid.status).toBe(201);
  const transactionId = paid.body.authorizationId;
  expect((await record(here.move(key, transactionId, 'captures', 500))).status).toBe(201);
  const body = { transactionId, currency: 'EUR', amount: 100 };
  await record(here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body }));
  for (const card of [
    { status: 'lost' },
    { code: 'invalid' },
    { balance: { currency: 'EUR', exponent: 2, value: 1 } },
  ])
    expect((await record(here.pay({ ...payment, test: { tds: { challenge: false }, card } }))).status).toBe(
      400,
    );
  await record(here.pos('/payments/challenges/tds-challenge', payment));
  for (const path of ['transactions', 'lines'])
    await record(here.api('GET', `/merchants/${merchant.id}/${path}`, { key, query: { limit: 100 } }));
  await record(here.api('GET', `/transactions/${transactionId}`, { key }));
}

async function openShop() {
  const here = world(florin);
  return { ...here, ...(await here.shop()) };
}

/** Sends the number and the code in wrong places, except in merchants' free text, which Florin stores unchanged. */
async function oddRequests(): Promise<void> {
  const { key, merchant } = await openShop();
  const version = { 'accept-version': '1' };
  const json = { ...version, 'content-type': 'application/json' };
  const pos = (path: string, request: Request) =>
    record(send(florin.posUrl + path, 'POST', { headers: json, ...request }));
  const base = (method: string, path: string, request: Request) =>
    record(send(florin.baseUrl + path, method, request));

  for (const body of [
    { type: number, value: number },
    { type: 'pcn', value: `${number}x` },
    { type: 'pcn', value: `${number}${number}` },
    { type: 'pcn', value: Number(number) },
    { type: 'pcsc', value: number },
    { type: 'pcsc', value: longCode },
    { type: 'pcsc', value: Number(code) },
    { type: 'pcn', value: { [number]: code } },
    { [number]: code },
    [number],
    `{"type":"pcn","value":"${number}"`,
    `{"type":"pcn","value":${number}${number}}}`,
    `${number}`,
    `"${number}"`,
  ])
    await pos('/vault', { body });
  await pos('/vault', { form: { type: 'pcn', value: `${number} ` }, headers: version });
  await pos('/vault', { body: number, headers: { ...json, 'content-type': 'text/plain' } });
  await pos('/vault', { body: '{}', headers: { ...json, 'content-type': `application/${number}` } });
  await pos('/vault', { body: '{}', headers: { ...json, 'accept-version': number } });
  for (const over of [
    { card: { ...payment.card, number } },
    { card: { ...payment.card, number: { token: number } } },
    { card: { ...payment.card, number: { token: `pcn.${number}.${number}` } } },
    { card: { ...payment.card, code: longCode } },
    { card: { ...payment.card, code: { token: code } } },
    { card: { ...payment.card, expiry: { month: Number(number), year: number } } },
    { integration: { key: number } },
    { hints: [number] },
    { test: { card: { status: number } } },
    { amount: { currency: number, exponent: 2, value: 1 } },
  ])
    await pos('/payments', { body: { ...payment, ...over } });
  await pos(`/payments/challenges/${number}`, { body: payment });
  await pos(`/payments/frames/${number}`, { form: { state: number, outcome: number }, headers: version });
  await pos(`/${number}`, { body: {} });

  await base('GET', `/transactions/${number}`, { key });
  await base('GET', `/merchants/${merchant.id}/transactions`, {
    key,
    query: { limit: number, before: number },
  });
  await base('GET', `/${number}`, { key });
  await base('GET', '/me', { headers: { authorization: basic('', number) } });
  await base('GET', '/me', { headers: { authorization: basic(number, code) } });
  await base('GET', '/me', {
    key,
    headers: { 'user-agent': number, cookie: number, 'x-amzn-trace-id': number },
  });
  const body = { transactionId: number, cardId: number, currency: number, amount: number };
  await base('POST', `/merchants/${merchant.id}/transactions`, {
    key,
    body,
    headers: { 'idempotency-key': number },
  });
}

/** Causes an unexpected error. Florin logs it with its stack and the content that the AWS SDK adds. */
async function paymentWithoutDatabase(): Promise<void> {
  const here = world(florin);
  const unknown = { ...payment, integration: { key: '00000000-0000-4000-8000-000000000000' } };
  for (const body of [payment, unknown])
    expect((await record(here.pos('/payments', body, { 'idempotency-key': number }))).status).toBe(503);
  await record(here.tokens(number, code).then(() => here.pos('/vault', { type: 'pcn', value: number })));
}

let items: Record<string, unknown>[];

test('the card number is nowhere in the database’s files', () => {
  const files = readdirSync(folder);
  const bytes = files.map((name) => readFileSync(join(folder, name)));
  // The search works: it finds the digits that Florin may store.
  expect(bytes.some((file) => file.includes(number.slice(0, 6)) && file.includes(number.slice(-4)))).toBe(
    true,
  );
  expect(bytes.map((file, n) => [files[n], tracesOf(forms, file)])).toEqual(files.map((name) => [name, []]));
  expect(bytes.some((file) => file.includes(longCode))).toBe(false);
});

test('the card number is in no log line and in no response', () => {
  const lines = [...florin.log().split('\n'), ...answers];
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => line.includes(longCode) || tracesOf(forms, line).length > 0)).toEqual([]);
});

/**
 * Any large file contains three given digits by chance. So this test searches for the code as a whole value in stored
 * items, and as a word in log lines, without times and source positions.
 */
test('the security code is in no stored value, log line or answer', () => {
  const words = new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`);
  const values = items.flatMap(valuesIn);
  expect(values).toContain(number.slice(-4));
  expect(values.filter((value) => words.test(value))).toEqual([]);

  const beside = /^\d\d:\d\d:\d\d\.\d{3} |\b\d+ ms\b|"ms":\d+|:\d+:\d+\)?$/g;
  const lines = [...florin.log().split('\n'), ...answers];
  expect(lines.filter((line) => words.test(line.replace(beside, '')))).toEqual([]);
});
