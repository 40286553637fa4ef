import { numberVariable, requireVariable } from '#aws/environment.ts';
import { utcDay } from '#basics/time.ts';
import { canBePaid } from '#domain/ledger/payout.ts';
import { eachMerchant } from '#jobs/each-merchant.ts';
import { log } from '#observability/log.ts';
import { payOut } from '#usecases/ledger/pay-out.ts';

/** In minor units of the merchant's currency. A balance up to this amount waits for another day. */
const minimum = numberVariable('PAYOUT_MINIMUM');

const testToo = requireVariable('PAY_TEST_MERCHANTS') === 'yes';

/**
 * Pays out every merchant with a bank account and a balance above the minimum, once a day even if it runs twice or is
 * interrupted. The schedule gives the day, so that a retry after midnight continues the same payout.
 */
export const handler = eachMerchant({
  name: 'PayOut',
  ledgersOnly: true,
  skip: (merchant) => !canBePaid(merchant, testToo),
  async work(merchantId, time) {
    const day = utcDay(time.getTime());
    const amount = await payOut(merchantId, minimum, day);
    if (amount > 0) log('info', { merchantId, day, amount });
  },
});
