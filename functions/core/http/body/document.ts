import httpJsonBodyParser from '@middy/http-json-body-parser';
import { failure, type HttpError } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { mediaTypes } from '../request/accept.ts';
import { header } from '../request/headers.ts';
import { bodyParser, type Parsed } from './body-parser.ts';
import { bodyText } from './body-text.ts';
import { json, makeBody } from './media-type.ts';
import { readXml } from './read-xml.ts';
import { type Validator, validation } from './validate.ts';

/** In bytes: many times the size of any valid document of the service. */
const longest = 64 * 1024;

/**
 * Gives the handler the body of a request, JSON or XML, as the object that the schema describes. An absent body counts
 * as an empty document.
 *
 * @param element name of the XML root element
 */
export const document = <Body>(
  element: string,
  validator: Validator,
): Middleware<Parsed & { body: Body }>[] => [
  bodyText(),
  documentType(),
  httpJsonBodyParser({ disableContentTypeError: true }),
  xmlBodyParser(element),
  bodyParser('typed'),
  validation<Body>(validator),
];

/** Sets the content type and the text that the parsers read. @throws 413, 415 */
const documentType = (): Middleware => ({
  before: ({ event }) => {
    const text = event.body ?? '';
    const type = readType(header(event, 'content-type') ?? (text === '' ? json : ''));
    if (Buffer.byteLength(text) > longest)
      throw failure(413, 'REQUEST_TOO_LARGE', `The body must be at most ${longest} bytes`);
    if (text.trim() === '') makeBody(event, json, '{}');
    else makeBody(event, type, text);
  },
});

/** Allows only charsets that are compatible with UTF-8, as API Gateway has already decoded the text as UTF-8. */
function readType(contentType: string): string {
  const [name = '', ...params] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const type = mediaTypes.find((type) => type === name);
  const charset = params.find((param) => param.startsWith('charset='))?.replace(/^charset="?|"$/g, '');
  if (!type) throw unsupportedMediaType(`The content type must be one of ${mediaTypes.join(', ')}`);
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw unsupportedMediaType('The charset must be UTF-8');
  return type;
}

const unsupportedMediaType = (message: string): HttpError => failure(415, 'UNSUPPORTED_MEDIA_TYPE', message);

const xmlBodyParser = (element: string): Middleware => ({
  before: ({ event }) => {
    if (event.headers['content-type'] !== json) event.body = readXml(event.body ?? '', element) as never;
  },
});
