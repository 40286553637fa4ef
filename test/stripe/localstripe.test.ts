import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import type { LivePayment } from '../../functions/core/domain/transactions/operation.ts';
import { startFront } from './localstripe-front.ts';
import { authorize, card, connect, findAuthorization, movement, order } from './orders.ts';
import { type Program, startLocalstripe } from './programs.ts';

let localstripe: Program;
let front: Awaited<ReturnType<typeof startFront>>;

beforeAll(async () => {
  localstripe = await startLocalstripe();
  front = await startFront(localstripe.url);
  connect(front.url);
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterAll(async () => {
  jest.restoreAllMocks();
  await front?.close();
  localstripe?.stop();
});

async function makeAuthorization(): Promise<LivePayment> {
  const outcome = await authorize(order(), card());
  if (outcome.state !== 'approved') throw new Error(JSON.stringify(outcome));
  return outcome.payment;
}

/** Reads the status from localstripe directly, without the front. */
async function statusOf(reference: string): Promise<string> {
  const headers = { authorization: `Bearer ${['sk', 'test', 'looks'].join('_')}` };
  return (await (await fetch(`${localstripe.url}/v1/payment_intents/${reference}`, { headers })).json())
    .status;
}

test('a payment can be authorized, found, captured and refunded', async () => {
  const made = order();
  const outcome = await authorize(made, card());
  if (outcome.state !== 'approved') throw new Error(outcome.state);
  expect(await authorize(made, card())).toEqual(outcome);
  expect(await findAuthorization(made)).toEqual(outcome);
  expect(await findAuthorization(order())).toMatchObject({ state: 'absent' });
  const { payment } = outcome;
  expect(await statusOf(payment.reference)).toBe('requires_capture');

  const capture = movement('capture', payment, 1000);
  expect(await stripe.find(capture)).toEqual({ state: 'absent' });
  expect(await stripe.move(capture)).toMatchObject({ state: 'approved', figures: { net: 1000, fee: 0 } });
  expect(await stripe.find(capture)).toMatchObject({ state: 'approved', figures: { net: 1000 } });
  expect(await statusOf(payment.reference)).toBe('succeeded');
  expect(await stripe.move(movement('capture', payment, 1))).toMatchObject({ state: 'declined' });

  const refund = movement('refund', payment, 400);
  expect(await stripe.find(refund)).toEqual({ state: 'absent' });
  const refunded = await stripe.move(refund);
  expect(refunded).toMatchObject({ state: 'approved', figures: { net: -400 } });
  expect(await stripe.find(refund)).toEqual(refunded);
  expect(await stripe.move(refund)).toEqual(refunded);
});

test('a void releases the hold', async () => {
  const payment = await makeAuthorization();
  const all = movement('void', payment, 1000, { final: true, untouched: true });
  expect(await stripe.move(all)).toEqual({ state: 'approved' });
  expect(await statusOf(payment.reference)).toBe('canceled');
  expect(await stripe.find(all)).toEqual({ state: 'approved' });
});

test('a payment with a card that cannot be charged is declined', async () => {
  expect(await authorize(order(), card('4000000000000341'))).toMatchObject({
    state: 'declined',
    decline: 'PAYMENT_REJECTED',
    reference: expect.stringMatching(/^pi_/),
  });
});

test.each([
  ['yes', '4000002760003184', { state: 'approved', tds: 'full' }],
  ['no', '4000002760003184', { state: 'declined', decline: 'TDSECURE_FAILED' }],
  ['yes', '4000008400001629', { state: 'declined', decline: 'PAYMENT_REJECTED' }],
])('the bank’s answer %s to a card %s', async (passed, number, expected) => {
  const made = order();
  const challenge = await authorize(made, card(number));
  if (challenge.state !== 'challenge') throw new Error(challenge.state);
  const body = new URLSearchParams({ passed });
  const back = await fetch(challenge.url ?? '', { method: 'POST', body, redirect: 'manual' });
  expect(back.headers.get('location')).toBe('https://pos.example/back');
  expect(await stripe.findAuthorization({ ...made, reference: challenge.reference })).toMatchObject(expected);
});

test('an abandoned authorization is cancelled', async () => {
  const made = order();
  const challenge = await authorize(made, card('4000002760003184'));
  if (challenge.state !== 'challenge') throw new Error(challenge.state);
  expect(await stripe.abandon(made, challenge.reference)).toEqual({ state: 'approved' });
  expect(await statusOf(challenge.reference)).toBe('canceled');
});

test('a stored card can be charged again', async () => {
  for (const amount of [0, 1000]) {
    const stored = await authorize(order({ amount }), card(undefined, { store: true }));
    if (stored.state !== 'approved' || !stored.credential) throw new Error(JSON.stringify(stored));
    const again = await authorize(order(), { credential: stored.credential });
    expect(again).toMatchObject({ state: 'approved' });
  }
});
