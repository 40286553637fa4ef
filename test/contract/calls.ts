import type { Acquirer, StoredCredential } from '../../functions/core/acquirer/acquirer.ts';
import type { AcquirerSetup } from '../../functions/core/acquirer/setup.ts';
import { newId } from '../../functions/core/domain/id.ts';
import type { LivePayment } from '../../functions/core/domain/transactions/operation.ts';
import { type Contract, code, requireApproval } from './contract.ts';

/** The objects at the acquirer that the calls below need. */
export interface Scene {
  payment: LivePayment;
  captured: LivePayment;
  dispute: string;
  saved?: StoredCredential;
}

export async function prepare(c: Contract): Promise<Scene> {
  const captured = await c.paid();
  requireApproval(await c.world.acquirer.move(c.movement('capture', captured, 1000, { final: true })));
  const saves = c.world.capabilities.keepsCards;
  const kept = saves
    ? requireApproval(await c.authorize(c.order(), c.card(undefined, { keep: true })))
    : undefined;
  const dispute = c.world.dashboard.dispute?.(c.account, captured.reference) ?? 'none';
  const payment = await c.paid({ increments: true });
  return { payment, captured, dispute, saved: kept?.credential };
}

type Port = Required<Acquirer> & Pick<AcquirerSetup, 'validateAccount'>;
type Calls = { [name in Exclude<keyof Port, 'refusalOf'>]: ((scene: Scene) => Promise<unknown>)[] };

/** Calls of each function of the port, which together send every request of the adapter. */
export function callsOf(c: Contract): Calls {
  const { acquirer, setup, capabilities } = c.world;
  const { account } = c;
  const { kinds } = c.facts;
  const { store, returnUrl } = c.card();
  const given = (kind: 'increment' | 'capture' | 'refund' | 'void') =>
    ({ increment: { total: 1100 }, void: { final: true } })[kind as string] ?? {};
  const order = (kind: (typeof kinds)[number], { payment, captured }: Scene) =>
    kind === 'refund'
      ? c.movement(kind, captured, 100)
      : c.movement(kind, payment, kind === 'void' ? 600 : kind === 'capture' ? 500 : 100, given(kind));
  const files = [{ kind: 'receipt', name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }];
  const evidence = { texts: { explanation: 'Sent' }, files } as never;
  return {
    authorize: [
      () => c.authorize(c.order()),
      ...(capabilities.keepsCards
        ? [
            () => c.authorize(c.order({ amount: 0 }), c.card(undefined, { store: true })),
            ({ saved }: Scene) => c.authorize(c.order(), { store, returnUrl, saved, code } as never),
            ({ saved }: Scene) => c.authorize(c.order(), { credential: saved } as never),
          ]
        : []),
    ],
    findAuthorization: [
      ({ payment }) => acquirer.findAuthorization(c.order({ reference: payment.reference })),
      () => acquirer.findAuthorization(c.order()),
      () => acquirer.findAuthorization(c.order({ id: aDayAgo() })),
      ...(capabilities.keepsCards
        ? [() => acquirer.findAuthorization(c.order({ amount: 0, reference: 'seti_1' }))]
        : []),
    ],
    abandon: [({ payment }) => acquirer.abandon(c.order(), payment.reference)],
    move: [
      ...kinds.map((kind) => (scene: Scene) => acquirer.move(order(kind, scene))),
      // The acquirer may have forgotten the key of the request.
      (scene) => acquirer.move({ ...order('capture', scene), id: aDayAgo() }),
    ],
    find: kinds.map((kind) => (scene) => acquirer.find(order(kind, scene))),
    sendEvidence: [
      // A dispute takes evidence once.
      async ({ captured }) => {
        const dispute = c.world.dashboard.dispute?.(account, captured.reference) ?? 'none';
        return acquirer.sendEvidence(account, dispute, evidence, newId());
      },
    ],
    findPayment: [({ captured }) => acquirer.findPayment(account, captured.reference)],
    findDispute: [({ dispute }) => acquirer.findDispute(account, dispute)],
    listFraudWarnings: acquirer.listFraudWarnings
      ? [async () => acquirer.listFraudWarnings?.(account, 0)]
      : [],
    listDisputes: [() => acquirer.listDisputes(account, 0)],
    listBalanceTransactions: [() => acquirer.listBalanceTransactions(account, { since: 0 })],
    findBalanceTransactions: [
      ({ captured }) => acquirer.findBalanceTransactions(account, captured.reference),
      () => acquirer.findBalanceTransactions(account, 'txn_1'),
    ],
    balanceOf: [() => acquirer.balanceOf(account)],
    findPayout: [() => acquirer.findPayout(account, 'po_1')],
    listPayouts: [() => acquirer.listPayouts(account, 0)],
    listPayoutEntries: [() => acquirer.listPayoutEntries(account, 'po_1')],
    validateAccount: [() => setup.validateAccount(account)],
    // The last one, because others pay with the card.
    forget: acquirer.forget
      ? [async ({ saved }) => acquirer.forget?.(account, saved ?? { reference: 'pm_1' }, async () => false)]
      : [],
  };
}

const aDayAgo = () => newId(Date.now() - 25 * 60 * 60 * 1000);

/** The functions that return an outcome, whatever the acquirer answers. The others throw an error. */
export const returnOutcomes = ['authorize', 'findAuthorization', 'abandon', 'move', 'find'] as const;
