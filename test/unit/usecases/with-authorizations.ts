import type { MovementOutcome, PaymentAcquirer } from '../../../functions/core/acquirer/acquirer.ts';
import type { StoredMerchant } from '../../../functions/core/store/merchants/merchants.ts';
import type { LiveAuthorization } from '../../../functions/core/usecases/acquirer-operations/open-authorization.ts';
import { withRealMoney } from './real-money.ts';

/** Prepares unit tests of payments of real money: `payment` makes a merchant with an account, and a payment to send. */
export function withAuthorizations() {
  const live = withRealMoney(async () => ({
    ...(await import('../../../functions/core/acquirer/registry.ts')),
    ...(await import('../../../functions/core/aws/deadline.ts')),
    ...(await import('../../../functions/core/domain/transactions/link.ts')),
    ...(await import('../../../functions/core/store/cards/customer-cards.ts')),
    ...(await import('../../../functions/core/store/ledger/rates.ts')),
    ...(await import('../../../functions/core/store/transactions/ending-authorizations.ts')),
    ...(await import('../../../functions/core/store/transactions/links.ts')),
    ...(await import('../../../functions/core/store/transactions/operations.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/authorize-at-acquirer.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/record-authorization.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/ask-for-authorization.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/resolve-capture.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/resolve-operation.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    authorizePayment: (await import('../../../functions/core/usecases/payments/authorize.ts')).authorize,
  }));
  const { own } = live;
  beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
  afterEach(() => {
    jest.restoreAllMocks();
    own.proxy.afterAnswer = undefined;
    own.endBy(Number.POSITIVE_INFINITY);
  });

  async function payment() {
    const shop = await live.shop();
    const id = own.newId();
    const adapter = own.paymentAcquirerOf(shop.account);
    const stored = async () => {
      const operation = await own.getOperation(id);
      if (operation?.kind !== 'authorize') throw new Error(`No authorization ${id}`);
      return operation;
    };
    const card = {
      bin: '424242',
      last4: '4242',
      expiry: '',
      scheme: 'visa',
      code: { present: true },
    } as const;
    const draft = { descriptor: 'Shop', card, recurring: false };
    const pay = (
      record: () => ReturnType<typeof own.payLink> = () => [],
      over: Partial<LiveAuthorization> = {},
    ) =>
      own.authorizeLive(shop.merchant as StoredMerchant, {
        ...{ id, amount: 1000, currency: 'EUR', draft, record },
        instrument: own.card(),
        ...over,
      });
    const held = () => live.stripe.books(shop.account.account).capturable.EUR ?? 0;
    return { shop, id, adapter, stored, pay, held, draft };
  }

  return { live, own, payment };
}

/** Makes the acquirer answer the next cancellation with the outcome. */
export const failing = (adapter: PaymentAcquirer, outcome: MovementOutcome) =>
  jest.spyOn(adapter, 'abandon').mockResolvedValueOnce(outcome);
