import { keep, kept } from './memory.ts';
import type { Query } from './router.ts';

/** Filters of the payments under a name. This browser remembers them for one user and merchant. */
export interface SavedView {
  name: string;
  query: Query;
}

/** The most views, so that they stay a row of links. */
export const mostViews = 20;

const memoryOf = (userId: string, merchantId: string): string => `views.${userId}.${merchantId}`;

/** The saved views, the oldest first. Anything else that the memory holds is left out. */
export function savedViews(userId: string, merchantId: string): SavedView[] {
  try {
    const views: unknown = JSON.parse(kept(memoryOf(userId, merchantId)) ?? '[]');
    return Array.isArray(views) ? views.filter(isView).slice(0, mostViews) : [];
  } catch {
    return [];
  }
}

const isView = (view: unknown): view is SavedView => {
  const { name, query } = Object(view) as Partial<SavedView>;
  return (
    typeof name === 'string' &&
    Object(query) === query &&
    Object.values(query ?? {}).every((one) => typeof one === 'string')
  );
};

/** Saves filters under a name. A view of the same name gets them, too. */
export function saveView(userId: string, merchantId: string, view: SavedView): SavedView[] {
  const others = savedViews(userId, merchantId).filter(({ name }) => name !== view.name);
  return store(userId, merchantId, [...others, view].slice(-mostViews));
}

export const removeView = (userId: string, merchantId: string, name: string): SavedView[] =>
  store(
    userId,
    merchantId,
    savedViews(userId, merchantId).filter((view) => view.name !== name),
  );

function store(userId: string, merchantId: string, views: SavedView[]): SavedView[] {
  keep(memoryOf(userId, merchantId), JSON.stringify(views));
  return views;
}
