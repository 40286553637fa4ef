import { useState } from 'preact/hooks';
import { t } from '../texts.ts';
import { Copy } from './copy.tsx';

/** An entry as the API returns it, collapsed until the user opens it. */
export function Json({ value }: { value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const text = isOpen ? JSON.stringify(value, undefined, 2) : '';
  return (
    <details class="sheet json" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.common.json}</summary>
      {isOpen && (
        <>
          <Copy text={text} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this region */}
          <pre tabIndex={0}>{text}</pre>
        </>
      )}
    </details>
  );
}
