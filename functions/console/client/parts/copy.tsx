import { useState } from 'preact/hooks';
import { t } from '../values/texts.ts';
import { announce, announceFailure } from './announce.tsx';
import { Field } from './field.tsx';
import { Icon } from './icons.tsx';

/** Copies a text. If the browser refuses, the text stays visible, so that people can copy it by hand. */
export function Copy({
  text,
  label = t.common.copy,
  small = true,
}: {
  text: string;
  label?: string;
  small?: boolean;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(t.common.copied);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      announceFailure(t.common.notCopied);
    }
  };
  return (
    <button type="button" class={small ? 'button small' : 'button'} onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      {label}
    </button>
  );
}

/** A secret that is shown once. */
export const Secret = ({ text, hint, done }: { text: string; hint: string; done: () => void }) => (
  <div class="stack">
    <p class="notice warn">{hint}</p>
    <Field label={t.common.secret} value={text} readOnly spellcheck={false} />
    <div class="dialog-foot">
      <Copy text={text} small={false} />
      <button type="button" class="button main" onClick={done}>
        {t.common.isKept}
      </button>
    </div>
  </div>
);
