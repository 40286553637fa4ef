import { requireFound } from '#domain/outcome.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { assetAnswer } from './asset-answer.ts';
import { assets } from './inventory.ts';

/** Serves the files of the page. */
export const handler = htmlPages('GET /assets/{asset}').handler(async (_, { params }) =>
  assetAnswer(requireFound(assets.find(({ name }) => name === params.asset))),
);
