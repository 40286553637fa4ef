import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { merchantsApi } from '#http/merchants-api.ts';
import { getLink } from '#store/links.ts';
import { forMember } from '#usecases/membership.ts';
import { urlOf } from './present.ts';

/**
 * Black on white, also where what is around it is dark, with the four modules of silence that ISO/IEC 18004 asks for.
 * In pixels, a module: a browser, or a printer, scales it as it likes.
 */
const look = { on: 'black', off: 'white', pad: 4, scale: 8 };

/** The address of a link's page as a QR code. */
export const handler = merchantsApi('GET /links/{linkId}/qr').handler(async (_, { appId, params }) => {
  const { id } = await forMember(appId, getLink(params.linkId));
  // A seventh of it may be covered or worn off.
  const code = generate(urlOf(id), { minCorrectionLevel: correction.M });
  const headers = { 'Content-Type': 'image/svg+xml; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
  return { status: 200, headers, body: toSvgSource(code, look) };
});
