import { t } from '../texts.ts';

/** The button in a row that asks whether to remove the row's object. */
export const Removal = ({ name, ask }: { name: string; ask: () => void }) => (
  <button type="button" class="button small" aria-label={`${t.common.remove}: ${name}`} onClick={ask}>
    {t.common.remove}
  </button>
);
