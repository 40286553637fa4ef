import type { Acquirer } from '../../functions/core/acquirer/acquirer.ts';
import type { AcquirerSetup } from '../../functions/core/acquirer/setup.ts';
import { rights } from '../../functions/core/acquirer/stripe/setup/rights.ts';
import { setup, acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import type { LivePayment } from '../../functions/core/domain/transactions/operation.ts';
import { authorize, card, movement, order } from './orders.ts';
import { authorizePayment, requireApproval, standIn, useStandIn } from './use-stand-in.ts';

useStandIn();

const all = Object.keys(rights);
const without = (right: string) => all.filter((other) => other !== right);

/** The objects at the acquirer that the calls below need. */
interface Scene {
  payment: LivePayment;
  captured: LivePayment;
  dispute: string;
  saved: { reference: string; customer?: string };
}

async function prepare(): Promise<Scene> {
  standIn.settings().increments = true;
  const captured = await authorizePayment();
  requireApproval(await stripe.move(movement('capture', captured, 1000, { final: true })));
  const kept = requireApproval(await authorize(order(), card(undefined, { keep: true })));
  const dispute = standIn.dispute(captured.reference);
  if (!kept.credential) throw new Error('It was not kept');
  return {
    payment: await authorizePayment({ increments: true }),
    captured,
    dispute,
    saved: kept.credential,
  };
}

type Port = Acquirer & Pick<AcquirerSetup, 'validateAccount'>;

/** Calls each function of the port, so that it sends all its requests. */
const calls: { [name in Exclude<keyof Port, 'refusalOf'>]-?: (scene: Scene) => Promise<unknown> } = {
  async authorize({ saved }) {
    await authorize(order(), card());
    await authorize(order({ amount: 0 }), card(undefined, { store: true }));
    const by = { store: false, returnUrl: 'https://pos.example/back' };
    await authorize(order(), { ...by, saved, code: '123' });
    await authorize(order(), { credential: saved });
  },
  async findAuthorization({ payment }) {
    const known = order();
    await stripe.findAuthorization({ ...known, reference: payment.reference });
    await stripe.findAuthorization({ ...known, amount: 0, reference: 'seti_1' });
    await stripe.findAuthorization(known);
  },
  abandon: ({ payment }) => stripe.abandon(order(), payment.reference),
  async move({ payment, captured }) {
    await stripe.move(movement('increment', payment, 100, { total: 1100 }));
    await stripe.move(movement('capture', payment, 500));
    await stripe.move(movement('void', payment, 600, { final: true }));
    await stripe.move(movement('refund', captured, 100));
  },
  async find({ payment, captured }) {
    for (const kind of ['increment', 'capture', 'void'] as const)
      await stripe.find(movement(kind, payment, 100, { final: true }));
    await stripe.find(movement('refund', captured, 100));
  },
  async sendEvidence({ dispute }) {
    const files = [{ kind: 'receipt', name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }];
    const texts = { explanation: 'Sent' };
    await stripe.sendEvidence(undefined, dispute, { texts, files } as never, 'key');
  },
  findPayment: ({ captured }) => stripe.findPayment(undefined, captured.reference),
  findDispute: ({ dispute }) => stripe.findDispute(undefined, dispute),
  listFraudWarnings: async () => stripe.listFraudWarnings?.(undefined, 0),
  listDisputes: () => stripe.listDisputes(undefined, 0),
  listBalanceTransactions: () => stripe.listBalanceTransactions(undefined, { since: 0 }),
  async findBalanceTransactions({ captured }) {
    await stripe.findBalanceTransactions(undefined, captured.reference);
    await stripe.findBalanceTransactions(undefined, 'txn_1');
  },
  balanceOf: () => stripe.balanceOf(undefined),
  findPayout: () => stripe.findPayout(undefined, 'po_1'),
  listPayouts: () => stripe.listPayouts(undefined, 0),
  listPayoutEntries: () => stripe.listPayoutEntries(undefined, 'po_1'),
  validateAccount: () => setup.validateAccount(),
};

/** Runs all calls. @returns the names of the calls of which the acquirer has refused a request */
async function refusedCalls(granted: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  for (const [name, call] of Object.entries(calls)) {
    standIn.rights = undefined;
    const scene = await prepare();
    const before = standIn.seen.length;
    standIn.rights = granted;
    await call(scene).catch(() => undefined);
    if (standIn.seen.slice(before).some(({ status }) => status === 403)) refused.push(name);
  }
  return refused;
}

test('the rights of the guide are enough for every call of the port', async () => {
  expect(await refusedCalls(all)).toEqual([]);
  standIn.rights = all;
  expect(await setup.missingRights()).toEqual([]);
});

test.each(all)('without %s, a call of the port is refused, and the check names the right', async (right) => {
  expect(await refusedCalls(without(right))).not.toEqual([]);
  expect(await setup.missingRights()).toEqual([rights[right]]);
});

test('the check has no effect, and asks about the account', async () => {
  standIn.rights = all;
  expect(await setup.missingRights('acct_1')).toEqual([]);
  expect(standIn.books('acct_1')).toMatchObject({ intents: [], authorized: {} });
  expect(new Set(standIn.seen.map(({ account }) => account))).toEqual(new Set(['acct_1']));
});

test('a right is not missing if the acquirer’s answer is unclear', async () => {
  standIn.rights = all;
  standIn.fail({ how: 'gateway', of: /disputes|payouts/, times: 99 });
  expect(await setup.missingRights()).toEqual([]);
});

test.each([
  ['the key', { how: 'denied' }, /refuses the key.*401/s],
  ['the account', undefined, /refuses the key/],
] as const)('the check ends if the acquirer refuses %s', async (_, failure, message) => {
  if (failure) standIn.fail({ ...failure, times: 99 });
  else standIn.settings('acct_1').disconnected = true;
  await expect(setup.missingRights('acct_1')).rejects.toThrow(message);
});

test('the acquirer’s message reaches the operator without the key', async () => {
  standIn.rights = without('balance_transaction_source_read');
  const written = jest.mocked(process.stdout.write);
  const permission = /Having the 'rak_balance_transaction_source_read' permission would allow this request/;
  await expect(stripe.listBalanceTransactions(undefined, { since: 0 })).rejects.toThrow(permission);
  const [line = ''] = written.mock.calls.map(([line]) => String(line));
  expect(line).toMatch(permission);
  expect(line).toContain('AcquirerRefusals');
  expect(line).not.toMatch(/sk_test/);
});
