import { signatureHeaders } from './dynamodb/engine.ts';
import { type Loopback, serveHere } from './loopback.ts';
import { engineAt, textOf } from './model/engine.ts';
import { type Answer, failure, type Input } from './model/protocol.ts';
import { reportRefusal, validationError } from './model/validation.ts';
import { callerOf, type May, notAuthorized, streamArn, tableArn } from './roles.ts';

/**
 * Starts a proxy before an engine. The engine checks no permissions, and checks requests less strictly than AWS. A
 * function may do only what its role in AWS allows.
 *
 * @param refused called with each request that was refused to a function
 */
export async function startGuard(
  engine: string,
  may: May,
  refused: (what: string) => void,
): Promise<Loopback> {
  const upstream = engineAt(engine);
  const server = await serveHere(async (incoming, outgoing) => {
    const { headers } = incoming;
    const body = await textOf(incoming);
    const answer =
      refusalOf(String(headers['x-amz-target'] ?? ''), body, callerOf(headers.authorization)) ??
      (await upstream.forward({ headers: { ...headers, ...signatureHeaders } }, body));
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  });
  return {
    endpoint: server.endpoint,
    stop: async () => {
      await server.stop();
      upstream.stop();
    },
  };

  function refusalOf(target: string, body: string, caller: string): Answer | undefined {
    const input: Input = JSON.parse(body);
    const asked = actionsOf(target.replace(/^.*\./, ''), input);
    // A shard iterator names no stream, but only a caller who may read the stream can have got one.
    if (target.endsWith('.GetRecords')) return undefined;
    const denied = asked.find(([action, resource]) => !may(caller, action, resource));
    if (denied) return refuse('AccessDeniedException', notAuthorized(caller, ...denied));
    const invalid = validationError(input);
    return invalid === undefined
      ? undefined
      : refuse('ValidationException', invalid, reportRefusal(invalid, body));
  }

  function refuse(type: string, message: string, report = message): Answer {
    refused(report);
    return failure(type, message);
  }
}

/**
 * The actions of a request and the resource of each. AWS has no actions for transactions, only for the writes in them.
 */
function actionsOf(operation: string, input: Input): [action: string, resource: string][] {
  const actionOn = (action: string, { TableName = '', IndexName }: Input): [string, string] => [
    `dynamodb:${action}`,
    tableArn(TableName, IndexName),
  ];
  if (input.StreamArn) return [[`dynamodb:${operation}`, streamArn(input.StreamArn)]];
  const { TransactItems: items, RequestItems: batches } = input;
  // The fields of a batch are the names of its tables.
  if (batches) return Object.keys(batches).map((TableName) => actionOn(operation, { TableName }));
  if (!items) return [actionOn(operation, input)];
  return items.flatMap((item) =>
    Object.entries(item).map(([kind, each]) =>
      actionOn(kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, each),
    ),
  );
}
