import type { Id } from '#domain/id.ts';
import { apiKeyKey, appKey } from './keys.ts';
import { type Once, recordAnswer } from './once.ts';
import { get, type Item } from './read.ts';
import { put, transact } from './transact.ts';

export interface App {
  id: Id;
  name: string | null;
}

/** Stores an app and the hash of its key. */
export async function createApp(
  { id, name }: App,
  key: string,
  once?: Once,
  answer?: unknown,
): Promise<void> {
  await transact([
    ...recordAnswer(once, answer),
    { item: put({ ...appKey(id), id, name }) },
    { item: put({ ...apiKeyKey(key), appId: id }) },
  ]);
}

export const getApp = (id: Id): Promise<(Item & App) | undefined> => get(appKey(id));

/** The app that has this API key. */
export const appOfKey = async (key: string): Promise<Id | undefined> =>
  (await get<Item & { appId: Id }>(apiKeyKey(key)))?.appId;
