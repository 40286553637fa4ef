import type { PaymentAcquirer } from '../../../functions/core/acquirer/acquirer.ts';
import type { AcquirerAccount } from '../../../functions/core/domain/merchants/acquirer-account.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import type { Transaction } from '../../../functions/core/domain/transactions/transaction.ts';
import { connect, testKey } from '../../stripe/orders.ts';
import { type StandIn, startStandIn } from '../../stripe/stand-in/start.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

/** Provides merchants with an account at a stand-in for Stripe, and payments, for use cases in this process. */
export function withRealMoney<T extends object>(load: () => Promise<T>) {
  /** `ahead`: the milliseconds by which the stand-in’s clock is ahead. */
  const live = { ahead: 0 } as { stripe: StandIn; ahead: number };

  const own = onOwnTable(async () => {
    live.stripe = await startStandIn({ apiKey: testKey, now: () => Date.now() + live.ahead });
    connect(live.stripe.url);
    return {
      ...(await import('../../../functions/core/domain/id.ts')),
      ...(await import('../../../functions/core/domain/transactions/transaction.ts')),
      ...(await import('../../../functions/core/domain/transactions/test-movements.ts')),
      ...(await import('../../../functions/core/store/reconciliation/acquirer-references.ts')),
      ...(await import('../../../functions/core/store/merchants/acquirer-accounts.ts')),
      ...(await import('../../../functions/core/store/merchants/merchants.ts')),
      ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
      ...(await import('../../../functions/core/store/transactions/transaction-item.ts')),
      ...(await import('../../../functions/core/store/transactions/transactions.ts')),
      ...(await import('../../stripe/orders.ts')),
      ...(await load()),
    };
  });
  afterAll(() => live.stripe?.close());

  let accounts = 0;

  async function shop() {
    const account: AcquirerAccount = { acquirer: 'stripe', account: `acct_${++accounts}` };
    const merchant = someMerchant({ test: false });
    const app = own.newId();
    await own.createMerchant(merchant, { id: app, name: null });
    await own.setAcquirer(merchant, account, true, {});
    const connected = { ...merchant, acquirer: { ...account, connected: Date.now() - 1000 } };
    return { account, merchant: connected as Merchant, app };
  }

  /** Authorizes a payment at the stand-in, and stores its transaction. @param increments whether its amount can be raised */
  async function authorized(
    { merchant, account }: Awaited<ReturnType<typeof shop>>,
    amount = 10_000,
    currency = 'EUR',
    increments?: true,
  ) {
    const id = own.newId();
    if (increments) live.stripe.settings(account.account).increments = true;
    const asked = own.order({ id, amount, currency, account: account.account, increments });
    const outcome = await own.authorize(asked, own.card());
    if (outcome.state !== 'approved') throw new Error(JSON.stringify(outcome));
    const { reference } = outcome.payment;
    const transaction: Transaction = own.openTransaction(merchant, {
      ...{ id, currency, amount, descriptor: 'Shop', recurring: false },
      card: { bin: '424242', last4: '4242', expiry: '', scheme: 'visa', code: { present: true } },
      acquirer: { ...account, ...outcome.payment },
    });
    const alongside = [own.namePayment('stripe', reference, id)];
    await own.createTransaction(transaction, {}, { merchant, alongside });
    return { id, reference };
  }

  const transactionOf = async (id: string) => {
    const found = await own.getTransaction(id);
    if (!found || !own.isLive(found)) throw new Error(`No transaction ${id}`);
    return found;
  };

  return Object.assign(live, { own, shop, authorized, transactionOf });
}

/** Has an acquirer make the next authorization, and loses its answer. */
export function loseAuthorization(adapter: PaymentAcquirer): void {
  const { authorize } = adapter;
  jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (...asked) => {
    await authorize(...asked);
    return { state: 'unknown', cause: 'TIMEOUT' };
  });
}
