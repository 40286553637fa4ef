import validator from 'validator:codeCreate';
import { exponentOf, isCurrency } from '#domain/money/currency.ts';
import { canExchange } from '#domain/money/exchange.ts';
import { isExact, maxAmount, toMinorUnits } from '#domain/money/money.ts';
import { refuse } from '#domain/outcome.ts';
import { qrCode } from '#html/qr-code.ts';
import { body } from '#http/body/body.ts';
import { knownQuery, strict } from '#http/body/unknown-fields.ts';
import { baseUrl } from '#http/request/url.ts';
import { posApi } from '#http/routes/pos-api.ts';
import type { Requests } from '#schemas/index.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { merchantOfKey } from '#store/merchants/merchants.ts';
import { makeCode } from '#usecases/payments/till-codes.ts';
import { requireMerchant, requireTakesPayments } from './payee.ts';

/** Makes a QR code with which customers pay an amount of a till on their own phones. */
export const handler = posApi('POST /payments/codes')
  .use(strict())
  .use(knownQuery([]))
  .use(body<Requests['codeCreate']>(validator))
  .handler(async (event, { body: { integration, amount, text, reference, recurring = false } }) => {
    const { currency } = amount;
    if (!isCurrency(currency)) refuse('amount.currency', 'Must be an ISO 4217 currency');
    if (!isExact(amount))
      refuse('amount', `Must not have more decimals than ${currency}, which has ${exponentOf(currency)}`);
    const minor = toMinorUnits(amount);
    if (minor < 1 || minor > maxAmount) refuse('amount', 'Must be 1 to 10^12 minor units');
    const [merchant, rates] = await Promise.all([merchantOfKey(integration.key), currentRates()]);
    requireMerchant(merchant);
    requireTakesPayments(merchant);
    // For real money the acquirer exchanges, so only test merchants need a rate.
    if (merchant.test && !canExchange(rates, currency, merchant.currency))
      refuse('amount.currency', `There is no rate from ${currency} to ${merchant.currency}`);
    const { code, watch, expiresAt } = await makeCode(merchant, {
      amount: minor,
      currency,
      text,
      reference,
      recurring,
    });
    const url = `${baseUrl(event)}/l/${code}`;
    return { status: 201, body: { code, url, svg: qrCode(url, 'shown'), watch, expires: expiresAt } };
  });
