import { validateAccount } from '../../../../functions/core/acquirer/stripe/setup/account.ts';
import { acquirer as stripe } from '../../../../functions/core/acquirer/stripe/stripe.ts';
import { newId } from '../../../../functions/core/domain/id.ts';
import type { LivePayment } from '../../../../functions/core/domain/transactions/operation.ts';
import { authorize, card, connect, findAuthorization, movement, order } from '../../../stripe/orders.ts';
import { type StandIn, startStandIn } from '../../../stripe/stand-in/start.ts';
import { requireApproval } from '../../../stripe/use-stand-in.ts';

const account = 'acct_own';
const own = (given = {}) => order({ account, ...given });

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn({ settings: { increments: true } });
  connect(standIn.url);
});
beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => {
  // A request without its account reads and moves the money of the platform.
  expect(standIn.seen.filter((request) => request.account !== account)).toEqual([]);
  jest.restoreAllMocks();
});
afterAll(() => standIn.close());

const moved = async (
  kind: 'increment' | 'capture' | 'refund' | 'void',
  payment: LivePayment,
  amount: number,
  given = {},
) => {
  const wanted = movement(kind, payment, amount, { account, ...given });
  requireApproval(await stripe.move(wanted));
  requireApproval(await stripe.find(wanted));
};

const reserved = async (given = {}) => requireApproval(await authorize(own(given), card())).payment;

test('each way to authorize uses the account of the order', async () => {
  const first = requireApproval(await authorize(own(), card(undefined, { store: true })));
  if (!first.credential) throw new Error('The card was not stored');
  requireApproval(await authorize(own(), { credential: first.credential }));
  const { store, returnUrl } = card();
  requireApproval(await authorize(own(), { saved: first.credential, code: '123', store, returnUrl }));
  const saving = own({ amount: 0 });
  const saved = requireApproval(await authorize(saving, card()));
  expect(await findAuthorization(saving)).toEqual(saved);
});

test('the search for an authorization uses the account of the order', async () => {
  expect(await stripe.findAuthorization(own())).toMatchObject({
    state: 'absent',
    reference: expect.stringMatching(/^pi_/),
  });
  const forgotten = own({ id: newId(Date.now() - 25 * 60 * 60 * 1000) });
  expect(await stripe.findAuthorization(forgotten)).toEqual({ state: 'absent' });
});

test('a request for a second customer of an intent uses the account of the order, and declines no payment', async () => {
  const made = own();
  const instrument = card(undefined, { store: true });
  let reference = '';
  const keep = async (id: string) => {
    reference = id;
    return id;
  };
  standIn.fail({ how: '500', of: /confirm$/ });
  expect(await stripe.authorize(made, instrument, keep)).toMatchObject({ state: 'unknown' });
  const copy = { ...made, id: newId(), reference };
  expect(await stripe.authorize(copy, instrument, keep)).not.toMatchObject({ state: 'declined' });
});

test('an authorization is given up on the account of the order, also the second time', async () => {
  const made = own();
  const { reference } = requireApproval(await authorize(made, card())).payment;
  for (const _ of 'twice') expect(await stripe.abandon(made, reference)).toEqual({ state: 'approved' });
});

test('each movement is on the account of its payment', async () => {
  const payment = await reserved({ increments: true });
  await moved('increment', payment, 100, { total: 1100 });
  await moved('capture', payment, 300);
  await moved('refund', payment, 100);
  await moved('void', payment, 800, { final: true });
  await moved('void', await reserved(), 1000, { final: true, untouched: true });
});

test('reports and evidence are about the account that they name', async () => {
  const { reference } = await reserved();
  standIn.capture(reference, 600, account);
  expect(await stripe.findPayment(account, reference)).toMatchObject({ captured: 600 });
  const dispute = standIn.dispute(reference, {}, account);
  const png = { kind: 'receipt', name: 'a.png', type: 'image/png', bytes: Buffer.from('png') } as const;
  const evidence = { texts: { explanation: 'Sent' }, files: [png] };
  expect(await stripe.sendEvidence(account, dispute, evidence, 'key')).toEqual({ state: 'submitted' });
  standIn.closeDispute(dispute, 'won', account);
  expect((await stripe.findDispute(account, dispute))?.figures).toHaveLength(2);
  expect((await stripe.listDisputes(account, 0)).disputes).toHaveLength(1);
  standIn.warn(reference, 'made_with_lost_card', account);
  expect(await stripe.listFraudWarnings?.(account, 0)).toMatchObject({
    warnings: [{ payment: reference, reason: 7, reported: expect.stringMatching(/^20/) }],
  });
  const { entries } = await stripe.listBalanceTransactions(account, { since: 0 });
  const [entry] = entries;
  expect(await stripe.findBalanceTransactions(account, entry?.reference ?? '')).toEqual([entry]);
  const payout = standIn.payOut(100, account);
  expect(await stripe.findBalanceTransactions(account, payout)).toHaveLength(1);
  expect(await stripe.findPayout(account, payout)).toMatchObject({ reference: payout });
  expect((await stripe.listPayouts(account, 0)).payouts).toHaveLength(1);
  await stripe.listPayoutEntries(account, payout);
  expect(await stripe.balanceOf(account)).toMatchObject({ EUR: { total: expect.any(Number) } });
  expect(await validateAccount(account)).toMatchObject({ currency: 'EUR' });
});
