import * as amountScript from 'asset:amount.ts';
import * as styles from 'asset:page.css';
import * as paymentScript from 'asset:payment.ts';
import { NotFound } from '#domain/outcome.ts';
import { htmlRoute } from '#http/html-pages.ts';

const assets = [styles, amountScript, paymentScript];

/** `GET /assets/{asset}`: what the page is made of. The name has the content's hash in it, so it is good for ever. */
export const handler = htmlRoute(async ({ pathParameters }) => {
  const asset = assets.find(({ name }) => name === pathParameters?.asset);
  if (!asset) throw new NotFound();
  const { type, body } = asset;
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, body };
});
