import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Conflict, NotFound } from '#domain/outcome.ts';
import { client, table } from './table/client.ts';
import { helloCounterKey, helloKey, helloPk } from './table/keys.ts';
import { get, type Item, stream } from './table/read.ts';
import { put, remove, transact, update } from './table/transact.ts';
import { answerIfWritten } from './table/write-one.ts';

export interface HelloWorld {
  id: number;
  name: string;
}

// Each write is a transaction with one item, as only transactions have a token by which DynamoDB recognizes a repeat
// after a lost answer.

/** @throws Conflict if the id is taken */
export const createHello = ({ id, name }: HelloWorld): Promise<void> =>
  transact([
    {
      item: put({ ...helloKey(id), id, name }, 'attribute_not_exists(pk)'),
      onFailed: () => new Conflict(`There is a helloWorld with id ${id}`),
    },
  ]);

/** Creates an object under the next free id, and skips only ids that clients have chosen. */
export async function createNextHello(name: string): Promise<number> {
  for (let id = await nextId(); ; id = (await claim(await freeAfter(id))) ?? (await nextId())) {
    try {
      await createHello({ id, name });
      return id;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

/** Increases the last id by one. The update is atomic, so that no two requests get the same id. */
const nextId = (): Promise<number> => moveCounter({ UpdateExpression: 'ADD lastId :by' }, { ':by': 1 });

/** The first free id after this one. */
async function freeAfter(id: number): Promise<number> {
  let free = id + 1;
  for await (const { id: taken } of listHello(free, 1000)) {
    if (taken !== free) break;
    free++;
  }
  return free;
}

/** Sets the last id to this one. Returns undefined if other requests have reached it first. */
const claim = (id: number): Promise<number | undefined> =>
  answerIfWritten(
    moveCounter({ UpdateExpression: 'SET lastId = :id', ConditionExpression: 'lastId < :id' }, { ':id': id }),
  );

async function moveCounter(
  expressions: { UpdateExpression: string; ConditionExpression?: string },
  values: Record<string, number>,
): Promise<number> {
  const command = new UpdateCommand({
    ...expressions,
    TableName: table,
    Key: helloCounterKey,
    ExpressionAttributeValues: values,
    ReturnValues: 'UPDATED_NEW',
  });
  return (await client.send(command)).Attributes?.lastId;
}

export const getHello = (id: number): Promise<(Item & HelloWorld) | undefined> => get(helloKey(id));

/** Lists the objects from an id on, by id. */
export const listHello = (from = 1, batch?: number): AsyncIterable<Item & HelloWorld> =>
  stream<HelloWorld>({
    Limit: batch,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND sk >= :from',
    ExpressionAttributeValues: { ':pk': helloPk, ':from': helloKey(from).sk },
  });

/** @throws NotFound if there is no object with this id */
export const updateHello = ({ id, name }: HelloWorld): Promise<void> =>
  transact([
    {
      item: update(
        helloKey(id),
        'SET #name = :name',
        { ':name': name },
        { condition: 'attribute_exists(pk)', names: { '#name': 'name' } },
      ),
      onFailed: () => new NotFound(),
    },
  ]);

/** @throws NotFound if there is no object with this id */
export const deleteHello = (id: number): Promise<void> =>
  transact([{ item: remove(helloKey(id)), onFailed: () => new NotFound() }]);
