import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts.ts';
import { Icon } from './icons.tsx';

interface Outcome {
  text: string;
  isFailure: boolean;
}

/** The announcers on the page. The last one is in the open dialog, if there is one. */
const announcers: ((outcome: Outcome) => void)[] = [];

/** How long a success is shown. */
const shown = 7000;

/** Shows the success of an action for some seconds, and tells screen readers. */
export const announce = (text: string): void => tell({ text, isFailure: false });

/** Shows why an action had no success, until the user closes the text, and tells screen readers. */
export const announceFailure = (text: string): void => tell({ text, isFailure: true });

/**
 * Screen readers ignore everything outside of an open modal dialog, so the text stands in the dialog, and comes again when
 * the dialog closes.
 */
function tell(outcome: Outcome): void {
  const begin = Date.now();
  const say = () => announcers.at(-1)?.(outcome);
  say();
  const again = () => Date.now() - begin < shown && say();
  document.querySelector('dialog[open]')?.addEventListener('close', again, { once: true });
}

/** The place of the outcomes. The region exists from the start, as screen readers ignore regions that appear with a text. */
export function Announcer() {
  const [entry, setEntry] = useState<Outcome & { count: number }>({ text: '', isFailure: false, count: 0 });
  const { text, isFailure, count } = entry;
  const clear = () => setEntry({ text: '', isFailure: false, count: 0 });
  useEffect(() => {
    const add = (outcome: Outcome) => setEntry((before) => ({ ...outcome, count: before.count + 1 }));
    announcers.push(add);
    return () => {
      announcers.splice(announcers.indexOf(add), 1);
    };
  }, []);
  useEffect(() => {
    const timer = text && !isFailure ? setTimeout(clear, shown) : undefined;
    return () => clearTimeout(timer);
  }, [entry]);
  return (
    <div class="outcomes">
      <div role="status" aria-live="polite">
        {text && (
          <p class="outcome" key={count}>
            <Icon name={isFailure ? 'warning' : 'check'} />
            {text}
          </p>
        )}
      </div>
      {text && (
        <button type="button" class="outcome-close" aria-label={t.common.close} onClick={clear}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
