import { qrCode } from '#html/qr-code.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { urlOf } from '#presenters/link.ts';
import { getLink } from '#store/transactions/links.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** Returns the QR code of a link's page. */
export const handler = florinApi('GET /links/{linkId}/qr').handler(async (_, { caller, params }) => {
  const { id } = await forMember(caller, getLink(params.linkId));
  const headers = { 'Content-Type': 'image/svg+xml; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
  return { status: 200, headers, body: qrCode(urlOf(id), 'printed') };
});
