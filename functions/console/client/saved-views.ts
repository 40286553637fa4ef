import { namedList } from './named-list.ts';
import type { Query } from './router.ts';

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

const views = namedList('views', isView, mostViews);

export const [savedViews, saveView, removeView] = [views.of, views.save, views.remove];
