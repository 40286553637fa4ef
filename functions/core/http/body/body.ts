import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { Middleware } from '../middleware.ts';
import { bodyParser, type Parsed } from './body-parser.ts';
import { bodyText } from './body-text.ts';
import { formParser } from './form.ts';
import { mediaType } from './media-type.ts';
import { type Validator, validation } from './validate.ts';

/**
 * Gives the handler the body of a request, JSON or a form, as the object that the schema describes.
 *
 * @param options `largest`: the most bytes of the body, for a route with files
 */
export const body = <Body>(
  validator: Validator,
  { largest }: { largest?: number } = {},
): Middleware<Parsed & { body: Body }>[] => [...parsedBody(largest), validation<Body>(validator)];

/** For a route that has no fields. */
export const noFields = (): Middleware<Parsed & { body: object }>[] =>
  body({ validate: () => true, schema: { type: 'object', properties: {} } });

/**
 * Gives the handler any JSON object or form, without a schema. An absent body counts as an empty object, whatever its
 * content type.
 */
export const parsedBody = (largest?: number): Middleware<Parsed>[] => [
  bodyText(largest),
  mediaType(),
  httpJsonBodyParser({ disableContentTypeError: true }),
  ...formParser(),
  bodyParser(),
];
