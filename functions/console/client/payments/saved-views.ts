import { storeChoice, storedChoice } from '../browser/memory.ts';
import type { Query } from '../browser/router.ts';

/** Filters of the payments under a name. This browser remembers them for one user and merchant. */
export interface SavedView {
  name: string;
  query: Query;
}

/** The most views, so that they stay a row of links. */
export const mostViews = 20;

const isView = (view: unknown): view is SavedView => {
  const { name, query } = Object(view) as Partial<SavedView>;
  return (
    typeof name === 'string' &&
    Object(query) === query &&
    Object.values(query ?? {}).every((one) => typeof one === 'string')
  );
};

/** The name in the browser's storage. */
const nameOf = (userId: string, merchantId: string): string => `views.${userId}.${merchantId}`;

/** The saved views, the oldest first. Anything else in the storage is ignored. */
export function savedViews(userId: string, merchantId: string): SavedView[] {
  try {
    const views: unknown = JSON.parse(storedChoice(nameOf(userId, merchantId)) ?? '[]');
    return Array.isArray(views) ? views.filter(isView).slice(0, mostViews) : [];
  } catch {
    return [];
  }
}

/** Saves a view. It replaces another view of its name. If there are too many views, the oldest one is dropped. */
export const saveView = (userId: string, merchantId: string, view: SavedView): SavedView[] =>
  store(userId, merchantId, [...viewsExcept(userId, merchantId, view.name), view].slice(-mostViews));

export const removeView = (userId: string, merchantId: string, name: string): SavedView[] =>
  store(userId, merchantId, viewsExcept(userId, merchantId, name));

const viewsExcept = (userId: string, merchantId: string, name: string): SavedView[] =>
  savedViews(userId, merchantId).filter((view) => view.name !== name);

function store(userId: string, merchantId: string, views: SavedView[]): SavedView[] {
  storeChoice(nameOf(userId, merchantId), JSON.stringify(views));
  return views;
}
