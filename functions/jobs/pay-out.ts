import { requireVariable } from '#aws/environment.ts';
import { canBePaid } from '#domain/ledger/payout.ts';
import { eachMerchant } from '#jobs/each-merchant.ts';
import { log } from '#observability/log.ts';
import { payOut } from '#usecases/ledger/pay-out.ts';

/** Minor units of the merchant's currency; what is not above stays on the account for another day. */
const minimum = Number(requireVariable('PAYOUT_MINIMUM'));

const testToo = requireVariable('PAY_TEST_MERCHANTS') === 'yes';

/**
 * Pays out every merchant that has a bank account and a balance above the minimum: once a day, however often it runs
 * or is interrupted. The day is the schedule's, so that a retry after midnight is still the same payout.
 */
export const handler = eachMerchant({
  name: 'PayOut',
  ledgersOnly: true,
  skip: (merchant) => !canBePaid(merchant, testToo),
  async work(merchantId, time) {
    const day = time.toISOString().slice(0, 10);
    const amount = await payOut(merchantId, minimum, day);
    if (amount > 0) log('info', { merchantId, day, amount });
  },
});
