import type { ComponentChildren } from 'preact';
import type { Loaded } from '../load.ts';
import { t } from '../texts.ts';
import { Trouble } from './trouble.tsx';

/** Shows the answer of a request: a placeholder first, then the data, or the error if the request fails. */
export function Shown<T>({ of, children }: { of: Loaded<T>; children: (data: T) => ComponentChildren }) {
  return (
    <>
      {of.error && <Trouble error={of.error} retry={of.reload} />}
      {of.data === undefined ? !of.error && <Waiting /> : children(of.data)}
    </>
  );
}

export const Waiting = () => (
  <div class="waiting" role="status">
    <span class="unseen">{t.common.loading}</span>
    <i />
    <i />
    <i />
  </div>
);

/** Shows that a list is empty, and how it gets its first entry. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);
