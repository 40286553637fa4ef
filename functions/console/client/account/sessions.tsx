import { useState } from 'preact/hooks';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { LoadedContent } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Badge } from '../parts/status.tsx';
import { Table, Time } from '../parts/table.tsx';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole } from '../requests/session.ts';
import { t } from '../values/texts.ts';
import type { SessionEntry } from '../values/types.ts';
import { Invitations } from './invitations.tsx';
import { Passkeys } from './passkeys.tsx';

/** The open sessions of the user, each of which can be ended, and the user's passkeys. */
export function Sessions() {
  const { session, refresh } = useConsole();
  const loaded = useLoad('sessions', (signal) => call<SessionEntry[]>('GET', 'sessions', { signal }));
  const [asked, setAsked] = useState<SessionEntry | 'all'>();
  return (
    <Page
      title={t.nav.sessions}
      lead={t.sessions.lead}
      actions={
        <button type="button" class="button danger" onClick={() => setAsked('all')}>
          {t.sessions.endAll}
        </button>
      }
    >
      <LoadedContent of={loaded}>
        {(sessions) => (
          <Table
            caption={t.nav.sessions}
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                name: t.sessions.device,
                show: ({ device, current }) => (
                  <>
                    <strong>{device || t.sessions.unknown}</strong>{' '}
                    {current && <Badge tone="good">{t.sessions.current}</Badge>}
                  </>
                ),
              },
              { name: t.sessions.address, show: ({ address }) => address },
              { name: t.sessions.began, show: ({ created }) => <Time at={created} /> },
              { name: t.sessions.seen, show: ({ seen }) => <Time at={seen} /> },
              {
                name: t.common.actions,
                show: (session) =>
                  session.current ? (
                    '–'
                  ) : (
                    <button type="button" class="button small" onClick={() => setAsked(session)}>
                      {t.sessions.end}
                    </button>
                  ),
              },
            ]}
          />
        )}
      </LoadedContent>
      <Invitations session={session} refresh={refresh} />
      <Passkeys />
      {asked && (
        <Confirm
          title={asked === 'all' ? t.sessions.endAll : t.sessions.end}
          confirm={asked === 'all' ? t.sessions.endAll : t.sessions.end}
          close={() => setAsked(undefined)}
          work={async () => {
            await call('DELETE', asked === 'all' ? 'sessions' : `sessions/${asked.id}`);
            if (asked !== 'all') announce(t.sessions.ended);
            // After the end of all sessions the answer is a 401, so the console shows the sign-in page.
            await loaded.reload();
          }}
        >
          <p>{asked === 'all' ? t.sessions.endAllHint : t.sessions.endHint}</p>
        </Confirm>
      )}
    </Page>
  );
}
