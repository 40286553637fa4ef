import type { ComponentChildren } from 'preact';
import type { Loaded } from '../requests/load.ts';
import { t } from '../values/texts.ts';
import { FailureNotice } from './failure-notice.tsx';

/**
 * Shows the answer of a request: a placeholder first, then the data, or the error if the request fails. If a repeated
 * request fails, the earlier data stays below the error.
 */
export function LoadedContent<T>({
  of,
  children,
}: {
  of: Loaded<T>;
  children: (data: T) => ComponentChildren;
}) {
  return (
    <>
      {of.error && <FailureNotice error={of.error} retry={of.reload} />}
      {of.data === undefined ? !of.error && <LoadingPlaceholder /> : children(of.data)}
    </>
  );
}

export const LoadingPlaceholder = () => (
  <div class="waiting" role="status">
    <span class="unseen">{t.common.loading}</span>
    <i />
    <i />
    <i />
  </div>
);

/** Shows that a list is empty, and how it gets its first entry. */
export const EmptyList = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);
