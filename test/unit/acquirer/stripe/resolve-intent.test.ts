import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentIntent } from '../../../../functions/core/acquirer/stripe/api/shapes.ts';
import {
  abandon,
  resolveIntent,
} from '../../../../functions/core/acquirer/stripe/payments/resolve-intent.ts';
import { connect, order } from '../../../stripe/orders.ts';

type Answer = [status: number, body: object];

let server: Server;
/** Stripe's answers to the request that cancels the intent, and to the request that reads the intent. */
let answers: Record<'POST' | 'GET', Answer>;
let requests: string[];

beforeAll(async () => {
  server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    const [status, body] = answers[method as 'POST' | 'GET'];
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
beforeEach(() => {
  requests = [];
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const refused: Answer = [
  400,
  { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } },
];
const failed: Answer = [500, { error: { type: 'api_error' } }];
const intent = (status: string): Answer => [200, { id: 'pi_1', object: 'payment_intent', status }];
const declined = { state: 'declined', decline: 'PAYMENT_REJECTED' };

const others = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
  'succeeded',
];

test('an intent that Stripe has cancelled is abandoned, and no other', async () => {
  answers = { POST: intent('canceled'), GET: failed };
  expect(await abandon(order(), 'pi_1')).toEqual({ state: 'approved' });
  for (const status of others) {
    answers = { POST: intent(status), GET: failed };
    expect(await abandon(order(), 'pi_1')).toEqual({ state: 'unknown', cause: `Cancelled, and ${status}` });
  }
  expect(requests).toEqual(Array(1 + others.length).fill('POST /v1/payment_intents/pi_1/cancel'));
});

test.each(others)('a refused cancellation of an intent that %s leaves the money held', async (status) => {
  answers = { POST: refused, GET: intent(status) };
  expect(await abandon(order(), 'pi_1')).toEqual(declined);
  expect(requests.at(-1)).toBe('GET /v1/payment_intents/pi_1');
});

test('a cancellation is done if Stripe refuses it because the intent is cancelled already', async () => {
  answers = { POST: refused, GET: intent('canceled') };
  expect(await abandon(order(), 'pi_1')).toEqual({ state: 'approved' });
});

test.each<[string, Answer, Answer]>([
  ['the cancellation fails', failed, intent('canceled')],
  ['the cancellation is refused, and the look at the intent fails', refused, failed],
  [
    'the cancellation and the look at the intent are refused',
    refused,
    [404, { error: { type: 'invalid_request_error', code: 'resource_missing' } }],
  ],
])('it is unknown whether the money is held if %s', async (_, POST, GET) => {
  answers = { POST, GET };
  expect(await abandon(order(), 'pi_1')).toMatchObject({ state: 'unknown' });
});

describe('a payment without the full 3-D Secure that its merchant requires', () => {
  const made = {
    id: 'pi_1',
    status: 'requires_capture',
    metadata: { tds: 'full' },
  } as unknown as PaymentIntent;

  test('a payment without full 3-D Secure is declined once Stripe has cancelled it', async () => {
    answers = { POST: intent('canceled'), GET: failed };
    expect(await resolveIntent(order(), made)).toMatchObject({
      state: 'declined',
      decline: 'TDSECURE_REQUIRED',
    });
  });

  test.each<[string, Answer, Answer]>([
    ['refuses the cancellation', refused, intent('requires_capture')],
    ['fails', failed, failed],
    ['has not cancelled it yet', intent('processing'), failed],
  ])('a payment without full 3-D Secure has no outcome while Stripe %s', async (_, POST, GET) => {
    answers = { POST, GET };
    expect(await resolveIntent(order(), made)).toMatchObject({ state: 'unknown' });
  });
});
