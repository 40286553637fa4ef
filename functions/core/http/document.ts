import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type MediaType, mediaTypes } from './accept.ts';
import { header, parseJson, textOf } from './body.ts';
import { coerce } from './coercion.ts';
import { failure, type HttpError, invalid } from './errors.ts';
import { readXml } from './read-xml.ts';
import { type Check, faultsOf } from './validate.ts';

/** Many times what any document of the service needs. */
const longest = 64 * 1024;

/**
 * Makes a reader of request bodies, in JSON or XML as their content type says. No body is an empty document.
 *
 * @param name of the XML element
 * @returns throws 400 for what is malformed or not valid, 413, 415
 */
export const documentReader =
  <Body>(name: string, check: Check) =>
  (event: APIGatewayProxyEvent): Body => {
    const text = textOf(event).replace(/^\uFEFF/, '');
    const contentType = header(event, 'content-type') ?? (text === '' ? 'application/json' : '');
    const type = readType(contentType);
    if (Buffer.byteLength(text) > longest)
      throw failure(413, 'REQUEST_TOO_LARGE', `The body must be at most ${longest} bytes`);

    const body =
      text.trim() === ''
        ? {}
        : type === 'application/json'
          ? coerce(parseJson(text), check.schema, 'json')
          : coerce(readXml(text, name), check.schema, 'form'); // as in a form, all is text
    const faults = faultsOf(check, body);
    if (faults.length > 0) throw invalid(faults);
    return body as Body;
  };

/** API Gateway hands us text that it has read as UTF-8. */
function readType(contentType: string): MediaType {
  const [name = '', ...params] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const type = mediaTypes.find((type) => type === name);
  const charset = params.find((param) => param.startsWith('charset='))?.replace(/^charset="?|"$/g, '');
  if (!type) throw unsupported(`The content type must be one of ${mediaTypes.join(', ')}`);
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw unsupported('The charset must be UTF-8');
  return type;
}

const unsupported = (message: string): HttpError => failure(415, 'UNSUPPORTED_MEDIA_TYPE', message);
