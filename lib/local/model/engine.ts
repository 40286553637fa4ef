import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Answer, Attributes, Request } from './protocol.ts';

/** The engine behind the model. */
export interface Engine {
  /** Forwards a request, unchanged or with another body. */
  forward(request: Pick<Request, 'headers'>, body: string): Promise<Answer>;
  /** Sends a request that the model makes for the request of a client. */
  ask(request: Pick<Request, 'headers'>, operation: string, input: object): Promise<Record<string, unknown>>;
  /**
   * Reads the present items, in the order of the keys.
   *
   * @throws EngineRefusal
   */
  read(request: Pick<Request, 'headers'>, keys: readonly Located[]): Promise<(Attributes | undefined)[]>;
  stop(): void;
}

/** The engine refuses a request that the model makes for a client. The engine will refuse the client's own request, too. */
export class EngineRefusal extends Error {}

export interface Located {
  table: string;
  key: Attributes;
}

export function engineAt(endpoint: string): Engine {
  const agent = new Agent({ keepAlive: true });
  const url = new URL(endpoint);

  async function forward({ headers }: Pick<Request, 'headers'>, body: string): Promise<Answer> {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(url, { method: 'POST', agent, headers: { ...headers, ...length } }).end(body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { 'content-type': type = 'application/x-amz-json-1.0', 'x-amz-crc32': crc } = incoming.headers;
    return {
      status: incoming.statusCode ?? 500,
      headers: { 'content-type': type, ...(crc ? { 'x-amz-crc32': String(crc) } : {}) },
      body: await textOf(incoming),
    };
  }

  async function ask({ headers }: Pick<Request, 'headers'>, operation: string, input: object) {
    const target = { 'x-amz-target': `DynamoDB_20120810.${operation}` };
    const { status, body } = await forward({ headers: { ...headers, ...target } }, JSON.stringify(input));
    if (status !== 200) throw new EngineRefusal(`${operation}: ${status} ${body}`);
    return JSON.parse(body);
  }

  return {
    forward,
    ask,
    async read(request, keys) {
      if (keys.length === 0) return [];
      const TransactItems = keys.map(({ table, key }) => ({ Get: { TableName: table, Key: key } }));
      const { Responses } = await ask(request, 'TransactGetItems', { TransactItems });
      return (Responses as { Item?: Attributes }[]).map(({ Item }) => Item);
    },
    stop: () => agent.destroy(),
  };
}

export async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
