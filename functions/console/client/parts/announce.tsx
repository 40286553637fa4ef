import { useEffect, useState } from 'preact/hooks';
import { t } from '../values/texts.ts';
import { Icon } from './icons.tsx';

interface Outcome {
  text: string;
  isFailure: boolean;
}

/** The announcers on the page. The last one is in the open dialog, if there is one. */
const announcers: ((outcome: Outcome) => void)[] = [];

/** The time for which a success is shown, in milliseconds. */
const shown = 7000;

/** Shows the success of an action for some seconds, also to screen readers. */
export const announce = (text: string): void => showOutcome({ text, isFailure: false });

/** Shows why an action failed, until the user closes the message, also to screen readers. */
export const announceFailure = (text: string): void => showOutcome({ text, isFailure: true });

/**
 * Shows the message in the open dialog, and once more when the dialog closes, as screen readers ignore everything
 * outside of an open modal dialog.
 */
function showOutcome(outcome: Outcome): void {
  const begin = Date.now();
  const say = () => announcers.at(-1)?.(outcome);
  say();
  const again = () => Date.now() - begin < shown && say();
  document.querySelector('dialog[open]')?.addEventListener('close', again, { once: true });
}

/** The region for messages. It exists from the start, as screen readers ignore regions that appear together with a text. */
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
