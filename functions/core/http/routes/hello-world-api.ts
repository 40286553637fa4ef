import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Fault } from '#domain/outcome.ts';
import type { AnswerStyle } from '../answer/answer.ts';
import { noStoreHeader } from '../answer/answers.ts';
import { printXml } from '../answer/print-xml.ts';
import { knownQuery } from '../body/unknown-fields.ts';
import { failure, type HttpError } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { type MediaType, preferredType } from '../request/accept.ts';
import { headerValues } from '../request/headers.ts';
import { pathParameters } from '../request/path-parameters.ts';
import { pipeline } from './pipeline.ts';

/**
 * The pipeline of a route of the hello-world service, which answers in JSON or XML, as `Accept` asks.
 *
 * @param element name of the XML root element of an answer
 */
export const helloWorldApi = <Route extends string>(route: Route, element = '') =>
  pipeline(styleOf(element)).use(pathParameters(route)).use(knownQuery([])).use(requireAcceptable());

const styleOf = (element: string): AnswerStyle => ({
  print({ status, body }, event) {
    const always = { ...noStoreHeader, Vary: 'Accept' };
    if (body === undefined) return { headers: always, body: '' };
    const type = acceptableType(event) ?? 'application/json';
    return {
      headers: { ...always, 'Content-Type': `${type}; charset=utf-8` },
      body:
        type === 'application/json' ? JSON.stringify(body) : printXml(status < 400 ? element : 'error', body),
    };
  },
  error(error, event, thrown) {
    if (error.status < 500) return { status: error.status, body: bodyOf(error) };
    const { requestId } = event.requestContext;
    // Only the local runner sets this variable, for developers. In AWS a stack trace would show internals to strangers.
    const stack = process.env.STACK_TRACES === '1' ? thrown?.stack : undefined;
    // The specification of the service has only one status and code for internal failures.
    return { status: 500, body: { ...(error.body as object), code: 'INTERNAL_ERROR', requestId, stack } };
  },
});

/** Makes one object of an error: the merchants' API answers with a list of faults, and this service with an object. */
function bodyOf({ body }: HttpError): unknown {
  if (!Array.isArray(body)) return body;
  const faults = body as Fault[];
  const message = faults.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return { code: 'REQUEST_INVALID', message };
}

/** @throws 406 if the client accepts none of the service's media types */
const requireAcceptable = (): Middleware => ({
  before: ({ event }) => {
    if (!acceptableType(event))
      throw failure(406, 'NOT_ACCEPTABLE', 'The answer can be application/json or application/xml');
  },
});

function acceptableType({ headers, multiValueHeaders }: APIGatewayProxyEvent): MediaType | undefined {
  return preferredType(headerValues(multiValueHeaders ?? headers, 'accept').join(','));
}
