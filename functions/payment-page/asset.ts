import * as amountScript from 'asset:amount.ts';
import * as styles from 'asset:page.css';
import * as paymentScript from 'asset:payment.ts';
import * as savedStyles from 'asset:saved.css';
import * as savedScript from 'asset:saved.ts';
import * as tillStyles from 'asset:till.css';
import { requireFound } from '#domain/outcome.ts';
import { htmlPages } from '#http/routes/html-pages.ts';

const assets = [styles, amountScript, paymentScript, savedStyles, savedScript, tillStyles];

/** Serves the files of the page. A file's name contains the hash of its content, so browsers cache it for ever. */
export const handler = htmlPages('GET /assets/{asset}').handler(async (_, { params }) => {
  const { type, body } = requireFound(assets.find(({ name }) => name === params.asset));
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, body };
});
