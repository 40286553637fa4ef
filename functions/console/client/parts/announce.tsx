import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts.ts';
import { Icon } from './icons.tsx';

let say: (text: string) => void = () => {};

/** How long an outcome is shown. */
const shown = 7000;

/**
 * Shows the outcome of an action for some seconds, and tells screen readers. They ignore everything outside of an open modal
 * dialog, so the text comes again when the dialog closes.
 */
export function announce(text: string): void {
  const begin = Date.now();
  say(text);
  const again = () => Date.now() - begin < shown && say(text);
  document.querySelector('dialog[open]')?.addEventListener('close', again, { once: true });
}

/** The place of the outcomes. The region exists from the start, as screen readers ignore regions that appear with a text. */
export function Announcer() {
  const [entry, setEntry] = useState({ text: '', count: 0 });
  say = (text) => setEntry(({ count }) => ({ text, count: count + 1 }));
  useEffect(() => {
    const timer = entry.text ? setTimeout(() => setEntry({ text: '', count: 0 }), shown) : undefined;
    return () => clearTimeout(timer);
  }, [entry]);
  return (
    <div class="outcomes">
      <div role="status" aria-live="polite">
        {entry.text && (
          <p class="outcome" key={entry.count}>
            <Icon name="check" />
            {entry.text}
          </p>
        )}
      </div>
      {entry.text && (
        <button
          type="button"
          class="outcome-close"
          aria-label={t.common.close}
          onClick={() => setEntry({ text: '', count: 0 })}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
