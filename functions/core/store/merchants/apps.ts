import type { Id } from '#domain/id.ts';
import { NotFound } from '#domain/outcome.ts';
import { apiKeyKey, appKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { put, transact, update, type Write } from '../table/transact.ts';

export interface App {
  id: Id;
  name: string | null;
  /** Whether an operator knows the app's owner. */
  vouched?: boolean;
}

/**
 * Stores an app and the hash of its key.
 *
 * @param alongside writes in the same transaction
 */
export async function createApp(
  { id, name }: App,
  key: string,
  alongside: readonly Write[] = [],
): Promise<void> {
  await transact([...alongside, ...newApp({ id, name }, key)]);
}

/** The items of an app and of its key, which is found by its hash. */
export const newApp = ({ id, name }: App, key: string): Write[] => [
  { item: put({ ...appKey(id), id, name }) },
  { item: put({ ...apiKeyKey(key), appId: id }) },
];

export const getApp = (id: Id): Promise<(Item & App) | undefined> => get(appKey(id));

/** @throws NotFound */
export const vouchFor = (id: Id, vouched: boolean): Promise<void> =>
  transact([
    {
      item: update(
        appKey(id),
        'SET vouched = :vouched',
        { ':vouched': vouched },
        { condition: 'attribute_exists(pk)' },
      ),
      onFailed: () => new NotFound(`There is no app ${id}`),
    },
  ]);

/** The app of an API key. */
export const appOfKey = async (key: string): Promise<Id | undefined> =>
  (await get<Item & { appId: Id }>(apiKeyKey(key)))?.appId;
