import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validateAccount } from '../../functions/core/acquirer/stripe/setup/account.ts';
import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { newId } from '../../functions/core/domain/id.ts';
import { authorize, card, connect, findAuthorization, movement, order } from './orders.ts';

/** A server in place of the acquirer that returns arbitrary answers. */
let between: Server;
let answer: (response: ServerResponse) => void;
let elsewhere: string[];
let written: jest.SpyInstance;

beforeEach(async () => {
  elsewhere = [];
  between = createServer((request, response) => {
    request.resume();
    if (request.url === '/elsewhere') elsewhere.push(String(request.headers.authorization));
    answer(response);
  });
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
  connect(`http://127.0.0.1:${(between.address() as AddressInfo).port}`);
  written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(async () => {
  jest.restoreAllMocks();
  between.closeAllConnections();
  await new Promise((done) => between.close(done));
});

const payment = { reference: 'pi_1', manyCaptures: true };

/** All calls that return an outcome. */
const questions: [name: string, ask: () => Promise<{ state: string }>][] = [
  ['authorize', () => authorize(order(), card())],
  ['save a card', () => authorize(order({ amount: 0 }), card())],
  ['charge again', () => authorize(order(), { credential: { reference: 'pm_1', customer: 'cus_1' } })],
  ['find an authorization', () => findAuthorization(order())],
  ['find it by its name', () => stripe.findAuthorization(order({ reference: 'pi_1' }))],
  ['abandon', () => stripe.abandon(order(), 'pi_1')],
  ['capture', () => stripe.move(movement('capture', payment, 1))],
  ['refund', () => stripe.move(movement('refund', payment, 1))],
  ['void', () => stripe.move(movement('void', payment, 1, { final: true, untouched: true }))],
  ['void the rest', () => stripe.move(movement('void', payment, 1, { final: true }))],
  ['find a capture', () => stripe.find(movement('capture', payment, 1))],
  ['find a refund', () => stripe.find(movement('refund', payment, 1))],
  ['find a void', () => stripe.find(movement('void', payment, 1, { final: true, untouched: true }))],
];

const says =
  (status: number, body: string | Buffer = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };

/** Objects as the acquirer has them, but of another payment. */
const other = {
  metadata: { florin: newId() },
  latest_charge: null,
  customer: null,
  payment_method: 'pm_other',
};
const entry = { id: 'txn_other', currency: 'eur', amount: -1, net: -1, fee: 0, exchange_rate: null };
const others = {
  payment: { object: 'payment_intent', id: 'pi_other', status: 'requires_capture', amount: 1, ...other },
  card: { object: 'setup_intent', id: 'seti_other', status: 'succeeded', ...other },
  refund: { object: 'refund', id: 're_other', status: 'succeeded', balance_transaction: entry, ...other },
};

const answers: [name: string, answer: (response: ServerResponse) => void][] = [
  ['a page', says(200, '<!doctype html><title>Sign in to the network</title>')],
  ['nothing', says(200)],
  ['no content', says(204)],
  ...['null', '[]', '{}', '"text"', '42', 'true', '{"data":', '{"error":null}', '{"id":"pi_1"}'].map(
    (body): [string, (response: ServerResponse) => void] => [body, says(200, body)],
  ),
  ['an object of another kind', says(200, '{"object":"page"}')],
  ['a list of nothing it has', says(200, '{"object":"list","data":[{}],"has_more":true}')],
  ...Object.entries(others).map(([name, object]): [string, (response: ServerResponse) => void] => [
    `another ${name}`,
    says(200, JSON.stringify(object)),
  ]),
  ['brackets without end', says(200, '['.repeat(200_000))],
  ['ten megabytes', says(200, Buffer.alloc(10_000_000, ' '))],
  ['a redirect', says(302, '', { location: '/elsewhere' })],
  ['a redirect of a post', says(307, '{"object":"payment_intent"}', { location: '/elsewhere' })],
  ['a page that refuses', says(403, '<h1>Forbidden</h1>')],
  ['another’s refusal', says(403, '{"message":"Forbidden"}')],
  ['another’s error', says(400, '{"error":"Bad Request"}')],
  ['nothing found', says(404, 'null')],
  ['a proxy that asks who we are', says(407)],
  ['a gateway without an answer', says(502, '<h1>Bad gateway</h1>')],
];

test.each(answers)('%s in place of an answer makes the outcome unknown', async (_, given) => {
  answer = given;
  const found = await Promise.all(questions.map(async ([name, ask]) => [name, (await ask()).state]));
  expect(found).toEqual(questions.map(([name]) => [name, 'unknown']));
  expect(elsewhere).toEqual([]);
  expect(written.mock.calls.join('')).not.toMatch(/4242424242424242|sk_test|Bearer/);
  await expect(validateAccount()).rejects.toThrow();
  await expect(stripe.listBalanceTransactions(undefined, { since: 0 })).rejects.toThrow();
});

test('an answer of another form is logged with the place of the error, and without its content', async () => {
  answer = says(200, '{"object":"page","text":"never logged"}');
  expect((await findAuthorization(order({ reference: 'pi_1' }))).state).toBe('unknown');
  const logged = written.mock.calls.join('');
  expect(logged).toMatch(/"stripe":"findAuthorization","error":"\w+Error","at":" +at /);
  expect(logged).not.toContain('never logged');
});

test.each([
  [{ currently_due: ['company.tax_id'], current_deadline: 1_893_582_000 }, '2030-01-02T11:00:00.000Z'],
  [{ currently_due: [], current_deadline: 1_893_582_000 }, undefined],
  [{ currently_due: ['company.tax_id'], current_deadline: null }, undefined],
  [{ currently_due: null, current_deadline: 1_893_582_000 }, undefined],
  [{ currently_due: ['company.tax_id'], current_deadline: 'soon' }, undefined],
  [{ currently_due: ['company.tax_id'], current_deadline: 1e17 }, undefined],
  [{ currently_due: ['company.tax_id'], current_deadline: -1 }, undefined],
  [null, undefined],
  [undefined, undefined],
])('an account that asks for %j is read, with the deadline %s', async (requirements, asksUntil) => {
  const facts = { default_currency: 'eur', country: 'DK', charges_enabled: true, payouts_enabled: true };
  const body = JSON.stringify({ object: 'account', ...facts, requirements });
  answer = says(200, body, { 'request-id': 'req_1' });
  expect(await validateAccount()).toEqual({
    currency: 'EUR',
    country: 'DK',
    chargesEnabled: true,
    payoutsEnabled: true,
    asksUntil,
    live: false,
  });
});

test('the adapter gives up a body that never ends, or never comes, in time', async () => {
  for (const chunk of ['', ' '.repeat(1000)]) {
    answer = (response) => {
      response.writeHead(200).write(' ');
      const more = setInterval(() => chunk && response.write(chunk), 10);
      response.on('close', () => clearInterval(more));
    };
    const started = Date.now();
    expect((await stripe.findAuthorization(order({ reference: 'pi_1' }))).state).toBe('unknown');
    expect(Date.now() - started).toBeLessThan(7_000);
  }
});
