import type { Id } from '#domain/id.ts';
import type { AppUse } from '#domain/merchants/app-use.ts';
import { NotFound } from '#domain/outcome.ts';
import { apiKeyKey, appKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { put, transact, update, type Write } from '../table/transact.ts';

export interface App {
  id: Id;
  name: string | null;
  /** Whether the app has, or once had, limits at some merchant. */
  hasLimits?: boolean;
  /** Whether an operator knows the app's owner. */
  vouched?: boolean;
  /** In seconds since 1970: when an app that nobody uses expires. Its key then expires, too. */
  expires?: number;
  /** The name of the key's item, for an app that expires. */
  apiKey?: string;
}

/**
 * Stores an app and the hash of its key.
 *
 * @param alongside writes in the same transaction
 * @param expires in seconds since 1970; undefined for an app that stays
 */
export async function createApp(
  { id, name }: App,
  key: string,
  alongside: readonly Write[] = [],
  expires?: number,
): Promise<void> {
  await transact([...alongside, ...newApp({ id, name }, key, expires)]);
}

/** The items of an app and of its key, which is found by its hash. */
export const newApp = ({ id, name, hasLimits }: App, key: string, expires?: number): Write[] => {
  const apiKey = apiKeyKey(key);
  return [
    {
      item: put({
        ...appKey(id),
        id,
        name,
        ...(hasLimits && { hasLimits }),
        ...(expires && { expires, apiKey: apiKey.pk }),
      }),
    },
    { item: put({ ...apiKey, appId: id, ...(expires && { expires }) }) },
  ];
};

/** Removes the expiry of an app and of its key, once the app is used. */
export const keepApp = ({ id, expires, apiKey }: App): Write[] =>
  expires === undefined || apiKey === undefined
    ? []
    : [appKey(id), { ...apiKeyKey(''), pk: apiKey }].map((key) => ({
        item: update(key, 'REMOVE expires', {}, { condition: 'attribute_exists(pk)' }),
        onFailed: () => new NotFound(`There is no app ${id}`),
      }));

export const getApp = (id: Id): Promise<(Item & App) | undefined> => get(appKey(id));

/** @throws NotFound */
export async function vouchFor(id: Id, vouched: boolean): Promise<void> {
  const [, ...key] = keepApp((await getApp(id)) ?? { id, name: null });
  await transact([
    {
      item: update(
        appKey(id),
        'SET vouched = :vouched REMOVE expires',
        { ':vouched': vouched },
        { condition: 'attribute_exists(pk)' },
      ),
      onFailed: () => new NotFound(`There is no app ${id}`),
    },
    ...key,
  ]);
}

/** An API key as it is stored, by its hash. */
export interface StoredKey {
  appId: Id;
  used?: AppUse;
}

/** The app of an API key, and the key's last use. */
export const findKey = (key: string): Promise<(Item & StoredKey) | undefined> => get(apiKeyKey(key));
