import pairing from 'validator:tillOpen';
import sale from 'validator:tillSale';
import { posUrl } from '#aws/pos-url.ts';
import { networkOf } from '#basics/network.ts';
import { daySeconds } from '#basics/time.ts';
import { tillLifetime } from '#domain/console/till.ts';
import { takesPayments } from '#domain/merchants/integration.ts';
import { capturesInConsole } from '#domain/merchants/merchant.ts';
import { timeZoneOf } from '#domain/merchants/time-zone.ts';
import { refuse, requireFound } from '#domain/outcome.ts';
import { qrCode } from '#html/qr-code.ts';
import { body } from '#http/body/body.ts';
import { hostCookie } from '#http/request/cookies.ts';
import { byRoute } from '#http/routes/by-route.ts';
import { browserOf, cookies, openConsoleApi, tillApi } from '#http/routes/console-api.ts';
import { presentTillDay } from '#presenters/console.ts';
import type { Requests } from '#schemas/index.ts';
import { removeTill } from '#store/console/tills.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { limitAttempts } from '#usecases/console/limit-attempts.ts';
import { dayOfTill } from '#usecases/console/till-day.ts';
import { pair } from '#usecases/console/tills.ts';
import { makeCode } from '#usecases/payments/till-codes.ts';

/** Pairs this device with a code. The answer is the same whatever makes a code invalid. */
const open = openConsoleApi('POST /till/session')
  .use(body<Requests['tillOpen']>(pairing))
  .handler(async (event, { body: { code } }) => {
    await limitAttempts('till', networkOf(event.requestContext.identity.sourceIp));
    const { device, address } = browserOf(event);
    const cookie = hostCookie(cookies.till, await pair(code, { device, address }), mostOfCookie);
    return { status: 204, headers: { 'Set-Cookie': cookie } };
  });

/** In seconds. Browsers keep no cookie for longer than 400 days. The server ends a till that is not used. */
const mostOfCookie = Math.min(400 * daySeconds, (12 * tillLifetime) / 1000);

/** Returns the till, and the merchant's data that its page needs. */
const get = tillApi('GET /till/session').handler(async (_, { till }) => {
  const found = requireFound(await findMerchant(till.merchantId));
  const { id, name: own, test, currency, descriptor, refundLimit = 0 } = found;
  const captures = capturesInConsole(found);
  const timeZone = timeZoneOf(found);
  const merchant = { id, name: own ?? descriptor, test, currency, timeZone, refundLimit, captures };
  return { status: 200, body: { name: till.name, mayRefund: till.role === 'refundingTill', merchant } };
});

/**
 * Makes the code of a sale. A till makes it by its session and not with the merchant's public key, since the code says whether
 * the payment is captured, and customers must not decide that.
 */
const sell = tillApi('POST /till/codes')
  .use(body<Requests['tillSale']>(sale))
  .handler(async (_, { till, body: { amount } }) => {
    const merchant = requireFound(await findMerchant(till.merchantId));
    if (!takesPayments(merchant)) refuse('merchant', 'Takes no payments at the moment');
    const { currency } = merchant;
    const capture = capturesInConsole(merchant);
    const made = await makeCode(merchant, { amount, currency, recurring: false, capture });
    const url = `${posUrl}/l/${made.code}`;
    const body = { url, svg: qrCode(url, 'shown'), watch: made.watch, expires: made.expiresAt };
    return { status: 201, body };
  });

/** Ends the till of this device. */
const leave = tillApi('DELETE /till/session').handler(async (_, { till: { merchantId, id } }) => {
  await removeTill(merchantId, id);
  return { status: 204, headers: { 'Set-Cookie': hostCookie(cookies.till, '', 0) } };
});

/** Returns the payments of the present day, and their sums. */
const day = tillApi('GET /till/day').handler(async (_, { till: { merchantId } }) => {
  const merchant = requireFound(await findMerchant(merchantId));
  return { status: 200, body: presentTillDay(await dayOfTill(merchant, Date.now())) };
});

export const handler = byRoute({
  'POST /till/session': open,
  'GET /till/session': get,
  'DELETE /till/session': leave,
  'POST /till/codes': sell,
  'GET /till/day': day,
});
