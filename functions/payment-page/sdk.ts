import { body, type } from 'asset:sdk.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { scriptAnswer } from './script-answer.ts';

/** The script that opens the payment page in a merchant's own page. */
export const handler = htmlPages('GET /sdk.js').handler(async () => scriptAnswer({ type, body }));
