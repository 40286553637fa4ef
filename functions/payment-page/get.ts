import { knownQuery } from '#http/body/unknown-fields.ts';
import { header } from '#http/request/headers.ts';
import { basePath, baseUrl } from '#http/request/url.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { parameterPage } from './parameter-page.ts';
import { parameters } from './query.ts';

/** The page of a payment link with all terms in its parameters. */
export const handler = htmlPages('GET /')
  .use(knownQuery(parameters))
  .handler(async (event) =>
    parameterPage({
      query: event.queryStringParameters ?? {},
      accept: header(event, 'accept-language') ?? '',
      base: basePath(event),
      url: baseUrl(event),
      textsOnly: header(event, 'florin-part') === 'texts',
    }),
  );
