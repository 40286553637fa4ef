import { randomUUID } from 'node:crypto';
import { methodFaults } from '#acquirer/methods.ts';
import { numberVariable } from '#aws/environment.ts';
import { newId } from '#domain/id.ts';
import { type MerchantInput, openMerchant } from '#domain/merchants/merchant.ts';
import { unvouchedOf } from '#domain/merchants/unvouched-merchant.ts';
import { Refused } from '#domain/outcome.ts';
import type { Founder } from '#store/merchants/founders.ts';
import { accountOf, createMerchant, type MerchantAccount } from '#store/merchants/merchants.ts';
import { admitNewMerchant, type Standing, trialOf } from '#store/merchants/unvouched-writes.ts';
import type { Write } from '#store/table/transact.ts';

/** The days after which the test data of unvouched apps expires on this stage; 0 for never. */
const days = numberVariable('UNVOUCHED_TEST_DAYS', 0);

/**
 * Makes a merchant, with its founder as the first member.
 *
 * @param standing the app whose budget the merchant counts against. Without an operator who vouches for it, the merchant
 *   has limits
 * @param record the writes that go into the same transaction
 * @throws QuotaUsedUp, NoAccess; Refused for methods that the new merchant's account does not have
 */
export async function foundMerchant(
  input: MerchantInput,
  founder: Founder,
  standing: Standing,
  record: (account: MerchantAccount) => readonly Write[],
): Promise<MerchantAccount> {
  const unvouched = unvouchedOf(input, standing, days);
  const merchant = { ...openMerchant(input, newId(), randomUUID()), unvouched };
  const faults = methodFaults({ ...merchant, methods: undefined }, input.methods);
  if (faults.length > 0) throw new Refused(faults);
  await admitNewMerchant(standing);
  const account = accountOf(merchant, []);
  await createMerchant(merchant, founder, [...record(account), ...trialOf(merchant, standing)]);
  return account;
}
