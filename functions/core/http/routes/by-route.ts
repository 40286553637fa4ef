import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

/** A handler of a pipeline. Its middlewares add to the context, so that each handler has a type of its own for it. */
type Handler<Answer> = (event: APIGatewayProxyEvent, context: never, options: never) => Promise<Answer>;

/**
 * Joins the handlers of several routes into one function, as each function takes resources of the stack. `HEAD` is served
 * like `GET`.
 */
export const byRoute =
  <Answer>(handlers: Readonly<Record<string, Handler<Answer>>>) =>
  async (event: APIGatewayProxyEvent, context: Context): Promise<Answer> => {
    const method = event.httpMethod === 'HEAD' ? 'GET' : event.httpMethod;
    const handler = handlers[`${method} ${event.resource}`];
    if (!handler) throw new Error(`No handler for ${method} ${event.resource}`);
    return handler(event, context as never, undefined as never);
  };
