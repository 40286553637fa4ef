import * as styles from 'asset:./client/console.css';
import * as tillScript from 'asset:./client/till.tsx';
import * as da from 'asset:../core/messages/console/da.json';
import * as de from 'asset:../core/messages/console/de.json';
import * as en from 'asset:../core/messages/console/en.json';
import * as pageStyles from 'asset:../payment-page/client/page.css';
import { bodies } from 'modules:./client/console.tsx';
import { requireFound } from '#domain/outcome.ts';
import { htmlPages } from '#http/routes/html-pages.ts';

const modules = Object.entries(bodies).map(([name, body]) => ({ name, body, type: tillScript.type }));

const assets = [styles, tillScript, pageStyles, en, de, da, ...modules];

/** Serves the files of the console. A file's name contains the hash of its content, so browsers cache it for ever. */
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
