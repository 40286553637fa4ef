import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Conflict, NotFound, type Outcome } from '#domain/outcome.ts';
import { client, table } from './client.ts';
import { helloCounterKey, helloKey, helloPk } from './keys.ts';
import { get, type Item, query } from './read.ts';

export interface HelloWorld {
  id: number;
  name: string;
}

const defaults = { TableName: table, ReturnConsumedCapacity: 'INDEXES' } as const;
const exists = 'attribute_exists(pk)';

/** @throws Conflict if there is one with this id */
export async function createHello({ id, name }: HelloWorld): Promise<void> {
  const put = new PutCommand({
    ...defaults,
    Item: { ...helloKey(id), id, name },
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  await otherwise(new Conflict(`There is a helloWorld with id ${id}`), client.send(put));
}

/**
 * Creates one under the next free id. Ids that clients chose are passed over, by a step that doubles: a thousand
 * of them in a row cost ten tries, not a thousand.
 */
export async function createNextHello(name: string): Promise<number> {
  for (let taken = 0; ; taken++) {
    const id = await advanceCounter(2 ** Math.max(0, taken - 1));
    try {
      await createHello({ id, name });
      return id;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

/** Atomic, so that no two requests get the same id. */
async function advanceCounter(step: number): Promise<number> {
  const { Attributes } = await client.send(
    new UpdateCommand({
      ...defaults,
      Key: helloCounterKey,
      UpdateExpression: 'ADD lastId :step',
      ExpressionAttributeValues: { ':step': step },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Attributes?.lastId;
}

export const getHello = (id: number): Promise<(Item & HelloWorld) | undefined> => get(helloKey(id));

/** All there are, by id. */
export const listHello = async (): Promise<HelloWorld[]> =>
  (await query({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': helloPk },
  })) as unknown as HelloWorld[];

/** @throws NotFound if there is none with this id */
export async function updateHello({ id, name }: HelloWorld): Promise<void> {
  const update = new UpdateCommand({
    ...defaults,
    Key: helloKey(id),
    UpdateExpression: 'SET #name = :name',
    ConditionExpression: exists,
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':name': name },
  });
  await otherwise(new NotFound(), client.send(update));
}

/** @throws NotFound if there is none with this id */
export async function deleteHello(id: number): Promise<void> {
  const remove = new DeleteCommand({ ...defaults, Key: helloKey(id), ConditionExpression: exists });
  await otherwise(new NotFound(), client.send(remove));
}

/** Waits for a write; if its condition failed, that is `outcome`. */
async function otherwise(outcome: Outcome, write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? outcome : error;
  }
}
