import { useEffect, useRef, useState } from 'preact/hooks';
import { storeChoice, storedChoice } from '../browser/memory.ts';
import { printPlace, type Query } from '../browser/router.ts';
import { announce } from '../parts/announce.tsx';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { useConsole } from '../requests/session.ts';
import { fill, t } from '../values/texts.ts';
import { hasFilters } from './filters.ts';

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

/** The saved views of the user as links, and a form that saves the present filters as a further view. */
export function Views({ path, query }: { path: string[]; query: Query }) {
  const { merchant, session } = useConsole();
  const [views, setViews] = useState(() => savedViews(session.user.id, merchant.id));
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isNaming) form.current?.querySelector('input')?.focus();
  }, [isNaming]);
  const canSave = hasFilters(query);
  if (views.length === 0 && !canSave) return null;
  return (
    <div class="views">
      {views.length > 0 && (
        <ul class="chips" aria-label={t.payments.views}>
          {views.map((view) => (
            <li key={view.name} class="chip">
              <a class="ellipsis" href={printPlace(path, view.query)}>
                <bdi>{view.name}</bdi>
              </a>
              <button
                type="button"
                class="bare"
                aria-label={fill(t.payments.removeView, { name: view.name })}
                onClick={() => {
                  setViews(removeView(session.user.id, merchant.id, view.name));
                  announce(fill(t.payments.viewRemoved, { name: view.name }));
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {canSave && !isNaming && (
        <button type="button" class="button small" onClick={() => setNaming(true)}>
          {t.payments.saveView}
        </button>
      )}
      {canSave && isNaming && (
        <form
          ref={form}
          class="find"
          onSubmit={(event) => {
            event.preventDefault();
            const trimmed = name.trim();
            if (!trimmed) return;
            setViews(saveView(session.user.id, merchant.id, { name: trimmed, query }));
            setName('');
            setNaming(false);
            announce(fill(t.payments.viewSaved, { name: trimmed }));
          }}
        >
          <Field
            label={t.payments.viewName}
            value={name}
            maxLength={60}
            required
            autocomplete="off"
            hint={t.payments.viewHint}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button type="submit" class="button">
            {t.common.save}
          </button>
        </form>
      )}
    </div>
  );
}
