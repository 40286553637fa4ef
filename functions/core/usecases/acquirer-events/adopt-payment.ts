import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { keepCase } from '#store/reconciliation/cases.ts';
import { logCase } from '../ledger/log-case.ts';
import { syncPayment, type UnadoptedFigures } from './adopt-dashboard-movements.ts';

/**
 * Brings a payment up to date after its acquirer has reported a change. A change that cannot be adopted becomes a case
 * for an operator.
 */
export async function adoptPayment(merchantId: Id, account: AcquirerAccount, payment: string): Promise<void> {
  for (const each of await syncPayment(account, payment))
    await keepUnadopted(merchantId, account, payment, each);
}

/** Keeps a case for a balance transaction that cannot be adopted, and raises an alarm. */
export async function keepUnadopted(
  merchantId: Id,
  account: AcquirerAccount,
  payment: string,
  { figures, why }: UnadoptedFigures,
): Promise<void> {
  const { reference, net: amount, fee, currency, pocket } = figures;
  const found = { kind: 'entry', reference, account, why, amount, fee, currency, pocket, payment } as const;
  if (await keepCase(merchantId, found)) logCase(merchantId, found);
}
