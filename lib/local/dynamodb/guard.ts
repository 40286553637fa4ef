import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { engineAt, textOf } from '../model/engine.ts';
import { failure, type Input } from '../model/protocol.ts';
import { callerOf, type May, refusalOf, tableArn } from '../roles.ts';
import { signed } from './engine.ts';

export interface Guard {
  endpoint: string;
  stop(): Promise<void>;
}

/**
 * Stands before an engine, which would let everybody do everything, and lets a function do what its role in AWS does.
 *
 * @param refused told what a function was refused
 */
export async function startGuard(engine: string, may: May, refused: (what: string) => void): Promise<Guard> {
  const behind = engineAt(engine);
  const server = createServer(async (incoming, outgoing) => {
    try {
      const { headers } = incoming;
      const body = await textOf(incoming);
      const caller = callerOf(headers.authorization);
      const operation = String(headers['x-amz-target'] ?? '').replace(/^.*\./, '');
      const denied = actionsOf(operation, JSON.parse(body)).find(
        ([action, resource]) => !may(caller, action, resource),
      );
      if (denied) refused(refusalOf(caller, ...denied));
      const answer = denied
        ? failure('AccessDeniedException', refusalOf(caller, ...denied))
        : await behind.forward({ headers: { ...headers, ...signed } }, body);
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      outgoing.destroy();
    }
  });
  server.keepAliveTimeout = 65_000; // a client on this machine is not to lose a connection by chance
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      behind.stop();
    },
  };
}

/** What a request does to what; AWS has no actions for transactions, but for what is in them. */
function actionsOf(operation: string, input: Input): [action: string, resource: string][] {
  const one = (action: string, { TableName = '', IndexName }: Input): [string, string] => [
    `dynamodb:${action}`,
    tableArn(TableName, IndexName),
  ];
  const { TransactItems: items } = input;
  if (!items) return [one(operation, input)];
  return items.flatMap((item) =>
    Object.entries(item).map(([kind, each]) =>
      one(kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, each),
    ),
  );
}
