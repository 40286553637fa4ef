import { acquirer as stripe } from '../../../../functions/core/acquirer/stripe/stripe.ts';
import type { Evidence } from '../../../../functions/core/domain/disputes/evidence.ts';
import { authorize, card, connect, movement, order } from '../../../stripe/orders.ts';
import { type StandIn, startStandIn } from '../../../stripe/stand-in/start.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn();
  connect(standIn.url);
});
beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());
afterAll(() => standIn.close());

const files = [{ kind: 'receipt', name: 'a.png', type: 'image/png', bytes: Buffer.from('png') }] as const;
const evidence = { texts: { explanation: 'Sent' }, files: [...files] };

/** Opens a dispute. @returns functions that send evidence for the dispute, and that list the requests to Stripe */
async function makeDispute(options = {}) {
  const outcome = await authorize(order(), card());
  if (outcome.state !== 'approved') throw new Error(JSON.stringify(outcome));
  await stripe.move(movement('capture', outcome.payment, 1000));
  const dispute = standIn.dispute(outcome.payment.reference, options);
  const before = standIn.seen.length;
  const send = (key = dispute, given: Evidence = evidence) =>
    stripe.sendEvidence(undefined, dispute, given, key);
  const asked = () =>
    standIn.seen
      .slice(before)
      .map(({ method, path }) => `${method} ${path.replace(/^\/v1\/|\/(du|dp)_\w+/g, '')}`);
  const submissions = () => standIn.disputeOf(dispute).evidence_details?.submission_count;
  const appeal = () => standIn.appealDispute(dispute);
  return { send, asked, submissions, appeal, atStripe: () => standIn.disputeOf(dispute).evidence };
}

test('evidence that Stripe has taken is not looked up again', async () => {
  const { send, asked } = await makeDispute();
  expect(await send()).toEqual({ state: 'submitted' });
  expect(asked()).toEqual(['GET disputes', 'POST files', 'POST disputes']);
});

test('a file whose upload has failed at Stripe is uploaded with a new key, as Stripe repeats the failure', async () => {
  const { send, submissions } = await makeDispute();
  standIn.fail({ how: '500', of: /^POST \/v1\/files/ });
  expect(await send()).toEqual({ state: 'submitted' });
  expect(submissions()).toBe(1);
});

test('each text and file arrives in its own field', async () => {
  const { send, atStripe } = await makeDispute();
  const texts = {
    explanation: 'explained',
    productDescription: 'described',
    customerName: 'Ann',
    shippingCarrier: 'the post',
    shippingTrackingNumber: 'number 7',
    shippingDate: '1 May',
    serviceDate: '2 May',
    refundPolicy: 'refunds',
    cancellationPolicy: 'cancellations',
  };
  const kinds = ['receipt', 'shipping', 'communication', 'signature', 'other'] as const;
  const all = kinds.map((kind) => ({
    ...{ kind, name: `${kind}.png`, type: 'image/png' as const, bytes: Buffer.from(kind) },
  }));
  expect(await send('all', { texts, files: all })).toEqual({ state: 'submitted' });
  const { receipt, shipping_documentation, ...rest } = atStripe();
  const { customer_communication, customer_signature, uncategorized_file, ...sent } = rest;
  expect(sent).toEqual({
    uncategorized_text: 'explained',
    product_description: 'described',
    customer_name: 'Ann',
    shipping_carrier: 'the post',
    shipping_tracking_number: 'number 7',
    shipping_date: '1 May',
    service_date: '2 May',
    refund_policy_disclosure: 'refunds',
    cancellation_policy_disclosure: 'cancellations',
  });
  const files = [
    ...[receipt, shipping_documentation, customer_communication, customer_signature, uncategorized_file],
  ];
  expect(files.map((file) => standIn.fileOf(file ?? '').bytes.toString())).toEqual(kinds);
});

test.each([
  ['evidence[customer_name]', 'customerName'],
  ['evidence[uncategorized_text]', 'explanation'],
  ['evidence[cancellation_policy_disclosure]', 'cancellationPolicy'],
  ['evidence[customer_signature]', 'files'],
  ['evidence[uncategorized_file]', 'files'],
  ['evidence', 'body'],
  [undefined, 'body'],
])('evidence that Stripe refuses because of %p is rejected with the field %s', async (param, field) => {
  const { send } = await makeDispute();
  const really = globalThis.fetch;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method !== 'POST' || !String(url).includes('/disputes/')) return really(url, init);
    return Response.json({ error: { type: 'invalid_request_error', param } }, { status: 400 });
  });
  expect(await send()).toEqual({ state: 'rejected', field });
});

test('an appeal takes evidence once more, as one text and files, also if the answer is lost', async () => {
  const { send, submissions, atStripe, appeal } = await makeDispute();
  await send();
  expect(await send('other')).toEqual({ state: 'refused', reason: 'answered' });
  appeal();
  const texts = { explanation: 'Sent' };
  standIn.fail({ how: 'lost', of: /^POST \/v1\/disputes/ });
  expect(await send('appeal', { texts, files: [...files] })).toEqual({ state: 'submitted' });
  expect(await send('appeal', { texts, files: [...files] })).toEqual({ state: 'submitted' });
  expect(await send('more')).toEqual({ state: 'refused', reason: 'answered' });
  expect(submissions()).toBe(2);
  expect(atStripe()).toMatchObject({
    uncategorized_text: 'Sent',
    appeal: {
      card: {
        reason_for_filing: 'Sent',
        supporting_files: { 0: expect.stringMatching(/^file_/) },
      },
    },
  });
});

test.each(['visa_compliance', 'mastercard_compliance'])(
  'the fee of a dispute of %s is acknowledged if the merchant says so, and Stripe takes no evidence before',
  async (programme) => {
    const { send, atStripe, submissions } = await makeDispute({
      eligible: { [programme]: { status: 'requires_fee_acknowledgement' } },
    });
    expect(await send()).toEqual({ state: 'rejected', field: 'feeAcknowledged' });
    expect([atStripe(), submissions()]).toEqual([{}, 0]);
    expect(await send(`paid ${programme}`, { ...evidence, feeAcknowledged: true })).toEqual({
      state: 'submitted',
    });
    expect(atStripe()).toMatchObject({ enhanced_evidence: { [programme]: { fee_acknowledged: 'true' } } });
  },
);

test('an appeal takes files without a text', async () => {
  const { send, atStripe, appeal } = await makeDispute();
  appeal();
  expect(await send(undefined, { texts: {}, files: [...files] })).toEqual({ state: 'submitted' });
  expect(atStripe()).toEqual({ appeal: { card: { supporting_files: { 0: expect.any(String) } } } });
});
