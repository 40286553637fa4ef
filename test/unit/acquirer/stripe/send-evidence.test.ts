import { stripe } from '../../../../functions/core/acquirer/stripe/stripe.ts';
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

/** A dispute, and the requests for its evidence. */
async function disputed() {
  const outcome = await authorize(order(), card());
  if (outcome.state !== 'approved') throw new Error(JSON.stringify(outcome));
  await stripe.move(movement('capture', outcome.payment, 1000));
  const dispute = standIn.dispute(outcome.payment.reference);
  const before = standIn.seen.length;
  const send = (key = dispute) => stripe.sendEvidence(undefined, dispute, evidence, key);
  const asked = () =>
    standIn.seen
      .slice(before)
      .map(({ method, path }) => `${method} ${path.replace(/^\/v1\/|\/(du|dp)_\w+/g, '')}`);
  const submissions = () => standIn.disputeOf(dispute).evidence_details?.submission_count;
  return { send, asked, submissions };
}

test('evidence that Stripe has taken is not looked up again', async () => {
  const { send, asked } = await disputed();
  expect(await send()).toEqual({ state: 'submitted' });
  expect(asked()).toEqual(['GET disputes', 'POST files', 'POST disputes']);
});

test('evidence that Stripe has taken before is not sent again, and other evidence is refused', async () => {
  const { send, asked } = await disputed();
  await send();
  expect([await send(), await send('other')]).toEqual([
    { state: 'submitted' },
    { state: 'refused', reason: 'answered' },
  ]);
  expect(asked().slice(3)).toEqual(['GET disputes', 'GET disputes']);
});

test.each(['reset', 'lost', '500-after', 'gateway', 'locked'] as const)(
  'evidence whose first answer is %s is submitted once',
  async (how) => {
    const { send, submissions } = await disputed();
    standIn.fail({ how, of: /^POST \/v1\/disputes/ });
    for (const _ of 'twice') expect(await send()).toEqual({ state: 'submitted' });
    expect(submissions()).toBe(1);
  },
);
