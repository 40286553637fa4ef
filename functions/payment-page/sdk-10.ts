import { body, type } from 'asset:sdk-10.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { scriptAnswer } from './script-answer.ts';

/** The same script for existing shop plugins, which load `10.js` and call `Paylike(…)`. */
export const handler = htmlPages('GET /10.js').handler(async () => scriptAnswer({ type, body }));
