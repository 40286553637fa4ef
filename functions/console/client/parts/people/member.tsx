import { t } from '../../texts.ts';

/** The most people, or apps, on the page. */
export const mostMembers = 200;

/** The button that removes a member. */
export const Removal = ({ name, ask }: { name: string; ask: () => void }) => (
  <button type="button" class="button small" aria-label={`${t.common.remove}: ${name}`} onClick={ask}>
    {t.common.remove}
  </button>
);
