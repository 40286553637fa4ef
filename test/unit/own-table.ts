import { randomUUID } from 'node:crypto';
import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { type EngineProxy, type ProxyRequest, startProxy } from '../api/support/proxy.ts';

/** A table for one test file, with the keys and indexes of the stack's table. */
export interface OwnTable {
  /** The endpoint of the engine that all files share. */
  engine: string;
  table: string;
  /** The proxy between the modules and the engine. */
  proxy: EngineProxy;
}

const indexes = [
  ['list', 'listPk'],
  ['pending', 'pendingPk'],
];

/**
 * Loads modules of the store, or use cases, into this process. When loaded, these modules read the name and the
 * endpoint of the table from the environment, so test files must import only types from such modules.
 */
export function onOwnTable<T extends object>(load: () => Promise<T>): T & OwnTable {
  const own = {} as T & OwnTable;

  beforeAll(async () => {
    // A project that starts a Florin has the engine of that Florin.
    own.engine = process.env.FLORIN_TEST_ENGINE ?? process.env.FLORIN_DYNAMODB ?? '';
    own.table = `table-${randomUUID()}`;
    own.proxy = await startProxy(own.engine);
    Object.assign(process.env, {
      TABLE_NAME: own.table,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      DYNAMODB_ENDPOINT: own.proxy.endpoint,
    });
    await makeTable(own);
    Object.assign(own, await load());
    await sendThrough(own.proxy);
  });

  // If the hook fails, Jest still runs this one.
  afterAll(() => own.proxy?.stop());

  return own;
}

/**
 * Hands the requests of the store to the proxy inside this process. A connection on this machine takes longer than all
 * other parts of a request together.
 */
async function sendThrough(proxy: EngineProxy): Promise<void> {
  const { documents } = await import('../../functions/core/store/table/client.ts');
  documents.middlewareStack.add(
    () => async (args) => {
      const { headers, body } = args.request as { headers: ProxyRequest['headers']; body: Uint8Array };
      const request = { headers, body: new TextDecoder().decode(body) };
      const answer = await proxy.exchange(request).catch(() => {
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      });
      const response = { ...answer, statusCode: answer.status, body: Buffer.from(answer.body) };
      return { response } as never;
    },
    { step: 'deserialize', priority: 'low', name: 'sendThrough' },
  );
}

async function makeTable({ engine, table }: OwnTable): Promise<void> {
  const keys = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' },
    { AttributeName: sk, KeyType: 'RANGE' },
  ];
  await callEngine(engine)('CreateTable', {
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'listPk', 'listSk', 'pendingPk'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: keys('pk', 'sk'),
    GlobalSecondaryIndexes: indexes.map(([IndexName, pk = '']) => ({
      IndexName,
      KeySchema: keys(pk, 'listSk'),
      Projection: { ProjectionType: 'ALL' },
    })),
  });
}
