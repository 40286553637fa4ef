import { requireFound } from '#domain/outcome.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { proofOf, unsealFrame } from './challenge-frames.ts';
import { proofPage } from './challenge-pages.ts';

/** The page to which a real bank sends its customer back. It is loaded inside the iframe of the challenge. */
export const handler = htmlPages('GET /payments/frames/{frame}').handler(async (event, { params }) => {
  const state = event.queryStringParameters?.state ?? '';
  const frame = params.frame === 'bank' ? await unsealFrame('bank', state) : undefined;
  return proofPage(await proofOf(requireFound(frame), true, event.queryStringParameters));
});
