import schema from 'validator:tillPair';
import { ownUrl } from '#aws/own-url.ts';
import { requireFound } from '#domain/outcome.ts';
import { qrCode } from '#html/qr-code.ts';
import { sanitizeText } from '#html/text.ts';
import { body } from '#http/body/body.ts';
import { nameFaults } from '#http/body/validate.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { presentTill } from '#presenters/console.ts';
import type { Requests } from '#schemas/index.ts';
import { removeTill } from '#store/console/tills.ts';
import { membershipOf } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import { asMember, assertMember } from '#usecases/accounts/membership.ts';
import { makePairing, openTills } from '#usecases/console/tills.ts';

/** Lists the tills of a merchant, the newest first. */
const list = consoleApi('GET /api/merchants/{merchantId}/tills').handler(
  async (_, { caller, params: { merchantId } }) => {
    const tills = await asMember(merchantId, caller, openTills(merchantId));
    return { status: 200, body: tills.map(presentTill) };
  },
);

/**
 * Makes a code that pairs one device within 10 minutes. Only this answer shows it. In the URL the code is in the fragment,
 * which browsers send to no server.
 */
const make = consoleApi('POST /api/merchants/{merchantId}/tills')
  .use(body<Requests['tillPair']>({ ...schema, rules: nameFaults }))
  .handler(async (event, { caller, session, params: { merchantId }, body: { name, mayRefund } }) => {
    const reading = Promise.all([findMerchant(merchantId), membershipOf(merchantId, caller)]);
    const [merchant, membership] = await asMember(merchantId, caller, reading);
    const found = requireFound(merchant);
    await admitMerchantWrite(found);
    const { test } = found;
    const role = mayRefund ? 'refundingTill' : 'till';
    const pairedBy = { id: session.userId, email: session.email, admission: membership?.admission };
    const { code, until } = await makePairing({ merchantId, test, name: sanitizeText(name), role, pairedBy });
    const url = `${ownUrl(event)}/till#${code}`;
    const expires = new Date(until).toISOString();
    return { status: 201, body: { code, url, svg: qrCode(url, 'shown'), expires } };
  });

/** Ends a till: its next request is refused. */
const end = consoleApi('DELETE /api/merchants/{merchantId}/tills/{tillId}').handler(
  async (_, { caller, params: { merchantId, tillId } }) => {
    await assertMember(merchantId, caller);
    await removeTill(merchantId, tillId);
    return { status: 204 };
  },
);

/** The handlers of tills. */
export const tills = { list, make, end };
