import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Fault } from '#domain/outcome.ts';
import { type MediaType, preferred } from './accept.ts';
import { failure, type HttpError } from './errors.ts';
import { type Answer, pipeline, type Style } from './pipeline.ts';
import { printXml } from './print-xml.ts';
import { baseUrl } from './url.ts';

/** What a handler of the hello-world service gets. */
export interface NegotiatedCall<Body> {
  params: Record<string, string | undefined>;
  body: Body;
  /** The URL in front of `/api`, as the client sees it. */
  baseUrl: string;
}

interface Options<Body> {
  /** The element that an answer is in XML. */
  element?: string;
  /** Reads the request's body; see `document.ts`. */
  read?: (event: APIGatewayProxyEvent) => Body;
}

/** Wraps a route of the hello-world service, which answers in JSON or XML as the client likes. */
export const negotiated = <Body = undefined>(
  handle: (call: NegotiatedCall<Body>) => Promise<Answer>,
  { element = '', read }: Options<Body> = {},
) =>
  pipeline(styleOf(element), async (event) => {
    if (!acceptable(event))
      throw failure(406, 'NOT_ACCEPTABLE', 'The answer can be application/json or application/xml');
    return handle({
      params: event.pathParameters ?? {},
      body: read?.(event) as Body,
      baseUrl: baseUrl(event),
    });
  });

const styleOf = (element: string): Style => ({
  print({ status, body }, event) {
    const vary = { Vary: 'Accept' };
    if (body === undefined) return { headers: vary, body: '' };
    const type = acceptable(event) ?? 'application/json';
    return {
      headers: { ...vary, 'Content-Type': `${type}; charset=utf-8` },
      body:
        type === 'application/json' ? JSON.stringify(body) : printXml(status < 400 ? element : 'error', body),
    };
  },
  error(error, event, thrown) {
    if (error.status < 500) return { status: error.status, body: bodyOf(error) };
    const { requestId } = event.requestContext;
    // For developers: set on a laptop only.
    const pipeline = process.env.STACK_TRACES === '1' ? thrown?.stack : undefined;
    // Its specification has one status for whatever fails inside.
    return { status: 500, body: { ...(error.body as object), code: 'INTERNAL_ERROR', requestId, pipeline } };
  },
});

/** One object, where the merchants' API has a list of faults. */
function bodyOf({ body }: HttpError): unknown {
  if (!Array.isArray(body)) return body;
  const faults = body as Fault[];
  const message = faults.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return { code: 'REQUEST_INVALID', message };
}

function acceptable({ headers, multiValueHeaders }: APIGatewayProxyEvent): MediaType | undefined {
  const all = Object.entries(multiValueHeaders ?? headers ?? {});
  const values = all.flatMap(([name, value]) => (name.toLowerCase() === 'accept' ? (value ?? []) : []));
  return preferred(values.join(','));
}
