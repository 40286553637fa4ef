import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { type Engine, startEngine } from '../api/support/engine.ts';
import { type EngineProxy, startProxy } from '../api/support/proxy.ts';

/** A table for one test file, with the keys and indexes of the stack's table. */
export interface OwnTable {
  engine: Engine;
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
    own.engine = await startEngine();
    own.proxy = await startProxy(own.engine.endpoint);
    Object.assign(process.env, {
      TABLE_NAME: 'table',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      DYNAMODB_ENDPOINT: own.proxy.endpoint,
    });
    await makeTable(own.engine.endpoint);
    Object.assign(own, await load());
  });

  // If a hook fails, Jest still runs the others.
  afterAll(() => own.proxy?.stop());
  afterAll(() => own.engine?.stop());

  return own;
}

async function makeTable(endpoint: string): Promise<void> {
  const keys = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' },
    { AttributeName: sk, KeyType: 'RANGE' },
  ];
  await callEngine(endpoint)('CreateTable', {
    TableName: 'table',
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
