import {
  AuthenticationError,
  type Circumstances,
  ConflictError,
  DeclinedError,
  FlorinError,
  ForbiddenError,
  InvalidRequestError,
  KeyReusedError,
  NotFoundError,
  OperationOpenError,
  ServerError,
  ThrottledError,
} from './errors.ts';

const classes: Record<number, typeof FlorinError> = {
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  422: KeyReusedError,
  429: ThrottledError,
};

/**
 * Makes an error of an answer with an error status.
 *
 * @param call names the verb in messages: `transactions.capture`
 * @param body the parsed body; any value, as servers before Florin can answer too
 */
export function errorOf(call: string, status: number, body: unknown, more: Circumstances): FlorinError {
  const all = { ...more, status };
  const say = (text: string) =>
    `${call}: ${text.slice(0, 1000)}${more.requestId ? ` (request ${more.requestId})` : ''}`;
  if (Array.isArray(body) && body.length > 0) {
    const [first] = body;
    if (typeof first?.code === 'number') return new DeclinedError(say(String(first.message)), first, all);
    const text = body.map((fault) => `${fault?.field}: ${fault?.message}`).join('; ');
    return new InvalidRequestError(say(text), body, all);
  }
  const { error, code, message, operation } = (body ?? {}) as Record<string, unknown>;
  const name = String(error ?? code ?? `HTTP_${status}`);
  const text = say(message === undefined ? `the answer has the status ${status}` : String(message));
  if (name === 'OPERATION_OPEN') return new OperationOpenError(text, String(operation), all);
  return new (classes[status] ?? (status >= 500 ? ServerError : FlorinError))(text, name, all);
}
