import { FailureNotice } from '../parts/failure-notice.tsx';
import { Mode } from '../parts/status.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { nameOf } from '../values/names.ts';
import { t } from '../values/texts.ts';
import type { Session } from '../values/types.ts';

/** The merchants that invite the user. Until the user accepts, an invitation gives and shows nothing else. */
export function Invitations({ session, refresh }: { session: Session; refresh: () => Promise<void> }) {
  const { isBusy, error, run } = useAction();
  if (session.invitations.length === 0) return null;
  const answer = (method: 'PUT' | 'DELETE', id: string) =>
    run(async () => {
      await call(method, `api/merchants/${id}/membership`);
      await refresh();
    });
  return (
    <section class="block" aria-labelledby="invitations">
      <h2 id="invitations">{t.shell.invitations}</h2>
      <p class="muted">{t.shell.invitationsHint}</p>
      {error && <FailureNotice error={error} />}
      <ul class="invitations">
        {session.invitations.map(({ merchant, role }) => (
          <li key={merchant.id} class="with-button">
            <span translate={false}>
              <bdi>{nameOf(merchant)}</bdi> <Mode test={merchant.test} />
            </span>
            <span class="muted">{t.people.roles[role]}</span>
            <button
              type="button"
              class="button small main"
              aria-busy={isBusy}
              onClick={() => answer('PUT', merchant.id)}
            >
              {t.shell.accept}
            </button>
            <button
              type="button"
              class="button small"
              aria-busy={isBusy}
              onClick={() => answer('DELETE', merchant.id)}
            >
              {t.shell.decline}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
