import { t } from '../texts.ts';
import { Copy } from './copy.tsx';
import { Field } from './field.tsx';

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
