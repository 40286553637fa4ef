import { routes } from '../../lib/routes.ts';
import { createClient, createCustomerClient, createHelloClient } from '../../packages/florin/src/index.ts';

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

let document: Document;
beforeAll(async () => {
  const answer = await fetch(`${process.env.FLORIN_BASE_URL}/openapi.json`);
  document = (await answer.json()) as Document;
});

const plain = (path: string): string => path.replace(/\{\w+\}/g, 'x');

/** The operations that the client leaves out. */
const unnamed = routes.filter(({ verb }) => verb === 'none').map(({ method, path }) => `${method} ${path}`);

/** Every operation that the running Florin describes, but for those that the client leaves out. */
const documented = (): string[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((name) => name !== 'servers')
      .map((method) => `${method.toUpperCase()} ${path}`)
      .filter((route) => !unnamed.includes(route))
      .map(plain),
  );

/** The verbs of a client, each with the operation that it asks for. */
async function operationsOf(client: object, asked: string[]): Promise<[verb: string, operation: string][]> {
  const operations: [string, string][] = [];
  for (const [resource, members] of Object.entries(client))
    for (const [verb, call] of Object.entries(members as Record<string, (...args: string[]) => unknown>)) {
      asked.length = 0;
      const result = call('x', 'x', 'x', 'x') as Promise<unknown> & { page?(): Promise<unknown> };
      await (result.page ? result.page() : result).catch(() => {});
      operations.push([`${resource}.${verb}`, asked.join(' and ')]);
    }
  return operations;
}

test('each operation of the running Florin has a verb, and each verb performs one of them', async () => {
  const asked: string[] = [];
  const record = async (url: unknown, { method }: RequestInit = {}) => {
    asked.push(`${method} ${new URL(String(url)).pathname}`);
    return new Response('null');
  };
  const settings = { fetch: record as typeof fetch, retries: 0 };
  const [baseUrl, posUrl] = ['http://base', 'http://pos'];
  const login = { username: 'a', password: 'b', scheme: 'basic' } as const;
  const clients = [
    createClient({ baseUrl, ...settings }),
    createCustomerClient({ posUrl, ...settings }),
    { hello: createHelloClient({ baseUrl, ...login, ...settings }) },
  ];
  const operations: [string, string][] = [];
  for (const client of clients) operations.push(...(await operationsOf(client, asked)));
  expect(operations.map(([, operation]) => operation).sort()).toEqual(documented().sort());
  expect(new Set(operations.map(([verb]) => verb)).size).toBe(operations.length);
  expect(operations.length).toBeGreaterThan(55);
});
