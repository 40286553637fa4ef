import { useEffect, useState } from 'preact/hooks';
import { go } from '../browser/router.ts';
import { Confirm } from '../parts/dialog.tsx';
import { t } from '../values/texts.ts';

/**
 * Asks before a link or the browser leaves a page with unsaved changes. The form keeps them in the tab's memory, so the
 * user finds them again after Back.
 *
 * @returns the question, while it is asked
 */
export function useLeaveWarning(isChanged: boolean) {
  const [target, setTarget] = useState<string>();
  useEffect(() => {
    if (!isChanged) return;
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
      if (!link || link.hash === location.hash || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setTarget(link.hash);
    };
    const onUnload = (event: Event) => event.preventDefault();
    document.addEventListener('click', onClick, true);
    addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      removeEventListener('beforeunload', onUnload);
    };
  }, [isChanged]);
  return (
    target && (
      <Confirm
        title={t.settings.leaveTitle}
        confirm={t.settings.leave}
        close={() => setTarget(undefined)}
        work={async () => go(target)}
      >
        <p>{t.settings.leaveHint}</p>
      </Confirm>
    )
  );
}
