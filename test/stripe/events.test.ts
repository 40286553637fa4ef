import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '../../functions/core/acquirer/stripe/events/signature.ts';
import { translate } from '../../functions/core/acquirer/stripe/events/translate-event.ts';
import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { authorize, card, connect, movement, order } from './orders.ts';
import { startStandIn } from './stand-in/start.ts';
import { type Event, signatureOf } from './stand-in/webhooks.ts';

const secret = `whsec_${'test'.repeat(8)}`;

/** A server that receives events. It rejects some of them the first time. */
async function receiver(refuses: number) {
  const received: { body: string; header: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (refuses-- > 0) return response.writeHead(500).end();
    received.push({ body, header: String(request.headers['stripe-signature']) });
    return response.writeHead(204).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/acquirers/stripe/events`;
  return { url, received, close: () => server.close() };
}

test('the test double posts signed events, and the adapter reads each with the right meaning', async () => {
  const { url, received, close } = await receiver(1);
  const standIn = await startStandIn({ webhook: { url, secret } });
  connect(standIn.url);
  try {
    const account = 'acct_1';
    const [paid, held] = [order({ account }), order({ account })];
    const outcomes = [await authorize(paid, card()), await authorize(held, card())];
    const [payment, other] = outcomes.map((outcome) => {
      if (outcome.state !== 'approved') throw new Error(outcome.state);
      return outcome.payment;
    });
    if (!payment || !other) throw new Error('Not paid');
    await stripe.move(movement('capture', payment, 600, { account }));
    await stripe.move(movement('refund', payment, 100, { account }));
    const re = standIn.books(account).refunds[0]?.id ?? '';
    standIn.failRefund(re, account);
    const du = standIn.dispute(payment.reference, { amount: 500 }, account);
    standIn.closeDispute(du, 'won', account);
    standIn.warn(payment.reference, 'made_with_lost_card', account);
    standIn.expire(payment.reference, account);
    standIn.expire(other.reference, account);
    const po = standIn.payOut(500, account);
    standIn.endPayout(po, 'paid', account);
    await standIn.settled();
    expect(received).toHaveLength(standIn.events.length);
    expect(received.every(({ body, header }) => verify(body, header, [secret], Date.now()))).toBe(true);

    const events = standIn.events.map((event) => translate(event)).filter((event) => event !== undefined);
    const about = { account, payment: payment.reference };
    const looked = (operation: string) => ({ account, type: 'operation.changed', operation });
    const changed = { ...about, type: 'payment.changed' };
    const captured = { ...changed, operation: paid.id, captured: 600 };
    expect(events).toMatchObject([
      looked(paid.id),
      looked(held.id),
      changed,
      { ...captured, ended: false },
      changed,
      changed,
      changed,
      changed,
      ...Array(4).fill({ ...about, type: 'dispute.changed', reference: du }),
      { ...about, type: 'fraud.reported', reason: 7 },
      { ...captured, ended: true },
      {
        account,
        type: 'payment.changed',
        payment: other.reference,
        operation: held.id,
        captured: 0,
        ended: true,
      },
      { account, type: 'payout.paid', reference: po },
      { account, type: 'payout.paid', reference: po },
    ]);
    // 600 less its fee of 34; 100 that left and came back; 500 that left with a fee of 1500 and came back without it; and
    // the payout.
    expect(standIn.books(account).balance).toBe(66 - 1500);

    const again = standIn.events.at(-1) as Event;
    await standIn.deliver(again);
    expect(received.at(-1)?.body).toBe(JSON.stringify(again));
  } finally {
    await standIn.close();
    close();
  }
});

test('a signature equals the one that the documented algorithm makes', () => {
  const body = '{"id":"evt_1"}';
  const header = signatureOf(body, secret, 1_790_000_000_000);
  expect(verify(body, header, [secret], 1_790_000_100_000)).toBe(true);
});
