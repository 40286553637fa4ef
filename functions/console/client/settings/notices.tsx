import { useEffect, useState } from 'preact/hooks';
import type { Notices } from '#domain/mail/notices.ts';
import { announce } from '../parts/announce.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Check } from '../parts/field.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { useConsole } from '../requests/session.ts';
import { fill, t } from '../values/texts.ts';

const kinds = ['disputes', 'payouts', 'summary', 'webhooks'] as const;

/** The mails that the user gets about this merchant. Each choice is saved at once. */
export function OwnNotices() {
  const { merchant, session, refresh } = useConsole();
  const known = merchant.notifications;
  /** The choices that the server's answer does not contain yet. Another tab may have changed the other choices. */
  const [saving, setSaving] = useState<Partial<Notices>>({});
  useEffect(() => setSaving({}), [known]);
  const chosen = { ...known, ...saving };
  const { isBusy, error, run } = useAction();
  const choose = async (kind: keyof Notices, is: boolean) => {
    if (isBusy) return;
    setSaving({ ...saving, [kind]: is });
    const isDone = await run(() =>
      call('PUT', `api/merchants/${merchant.id}/notifications`, { body: { [kind]: is } }),
    );
    if (!isDone) return setSaving(saving);
    announce(t.settings.saved);
    await refresh();
  };
  return (
    <section class="sheet stack" aria-labelledby="notices">
      <h2 id="notices">{t.notices.title}</h2>
      <p class="hint">{fill(t.notices.hint, { email: session.user.email })}</p>
      {kinds.map((kind) => (
        <Check
          key={kind}
          label={kind === 'webhooks' ? t.notices.webhooks : t.settings.notifications[kind]}
          checked={chosen[kind]}
          onChange={(is) => choose(kind, is)}
        />
      ))}
      <div role="alert">{error && <p class="notice bad">{failureText(error)}</p>}</div>
    </section>
  );
}
