import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { keepCase } from '#store/cases.ts';
import { logCase } from '../ledger/log-case.ts';
import { syncPayment } from './sync-payment.ts';

/** Brings a payment up to date when its acquirer reports a change; what cannot be adopted is a case for an operator. */
export async function adoptPayment(merchantId: Id, account: AcquirerAccount, payment: string): Promise<void> {
  for (const { figures, why } of await syncPayment(account, payment)) {
    const { reference, net, fee, currency } = figures;
    const found = { kind: 'entry', reference, account, why, amount: net, fee, currency, payment } as const;
    if (await keepCase(merchantId, found)) logCase(merchantId, found);
  }
}
