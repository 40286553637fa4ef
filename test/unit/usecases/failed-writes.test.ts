import type { AcquirerBalanceTransaction } from '../../../functions/core/acquirer/acquirer.ts';
import type { Caller } from '../../../functions/core/domain/caller.ts';
import { failure } from '../../api/support/answer.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/store/ledger/balance.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/accounts/audit.ts')),
  ...(await import('../../../functions/core/usecases/console/overview.ts')),
  ...(await import('../../../functions/core/usecases/ledger/check-ledger.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-acquirer-payout.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-entry.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-entry.ts')),
}));
const { own } = live;

const day = 24 * 60 * 60 * 1000;
const money = { currency: 'EUR', net: 500, fee: 0 };
const entry: AcquirerBalanceTransaction = {
  ...{ ...money, reference: 'txn_1', type: 'payout', about: 'payout', source: 'po_1' },
  created: new Date().toISOString(),
};
const caller: Caller = {
  ...{ kind: 'user', id: 'u', route: 'POST /merchants/{merchantId}/links' },
  request: {
    ...{ id: 'r', email: 'ann@example.com', stepUps: {}, address: '', device: '', params: {} },
    body: () => ({}),
  },
};

type Shop = Awaited<ReturnType<typeof live.shop>>;

/**
 * Work that ends with a write. In AWS, a function that has answered is frozen, and so is a write that is still in
 * progress.
 */
const works: Record<string, (shop: Shop) => Promise<unknown>> = {
  'the line of an entry': ({ merchant }) =>
    own.recordEntry(merchant, 'stripe', { ...money, kind: 'adjustment', reference: 'txn_1', amount: 500 }),
  'the line of an adjustment': ({ merchant }) =>
    own.recordAdjustment(merchant, 'stripe', { ...entry, about: 'other' }),
  'the line of a payout': ({ merchant }) => own.recordPayoutLine(merchant, 'stripe', entry),
  'the sum of a ledger': ({ merchant }) => own.checkLedger(merchant.id, Date.now() + 2 * day, () => {}),
  'the figures of a day': ({ merchant }) => own.overviewOf(merchant, 3, Date.now() + 2 * day),
  'the audit log': ({ merchant }) => own.audit(merchant.id, caller, false),
};

test.each(Object.entries(works))(
  'a use case waits for its write, and fails if the write fails: %s',
  async (_, work) => {
    const shop = await live.shop();
    const line = own.makeLine(shop.merchant, { ...money, kind: 'adjustment', amount: 500 });
    await own.transact([own.putLine(line), own.addToBalance([line])]);
    own.proxy.instead = (operation) =>
      /Get|Query/.test(operation) ? undefined : failure('ValidationException');
    await expect(work(shop)).rejects.toMatchObject({ name: 'ValidationException' });
    own.proxy.instead = undefined;
    await work(shop);
  },
);
