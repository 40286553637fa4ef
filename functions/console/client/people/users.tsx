import { useState } from 'preact/hooks';
import { go } from '../browser/router.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { Badge } from '../parts/status.tsx';
import { Removal, Table, Time } from '../parts/table.tsx';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { nameOf } from '../values/names.ts';
import { fill, t } from '../values/texts.ts';
import type { User } from '../values/types.ts';
import { ChangeRole, Invite } from './user-dialogs.tsx';

/** The most people or apps that the page shows. */
export const mostMembers = 200;

/** The people who have access to the merchant. */
export function Users() {
  const { merchant, session, refresh } = useConsole();
  const [dialog, setDialog] = useState<'invite' | 'leave' | User>();
  const [changed, setChanged] = useState<User>();
  const mayChange = usePermission()('POST /merchants/{merchantId}/users');
  const path = `api/merchants/${merchant.id}/users`;
  const loaded = useLoad(path, (signal) =>
    call<User[]>('GET', path, { query: { limit: mostMembers }, signal }),
  );
  const close = () => setDialog(undefined);
  const change = mayChange ? setChanged : undefined;
  return (
    <section class="block" aria-labelledby="users">
      <header class="block-head">
        <h2 id="users">{t.people.users}</h2>
        {mayChange && (
          <button type="button" class="button" onClick={() => setDialog('invite')}>
            <Icon name="plus" />
            {t.people.invite}
          </button>
        )}
      </header>
      <LoadedContent of={loaded}>
        {(users) =>
          users.length === 0 ? (
            <EmptyList title={t.people.noUsers} />
          ) : (
            <Table
              caption={t.people.users}
              rows={users}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: t.signIn.email,
                  show: ({ id, email }) => (
                    <>
                      <bdi>{email}</bdi> {id === session.user.id && <Badge tone="calm">{t.people.you}</Badge>}
                    </>
                  ),
                },
                ...(users.some(({ role }) => role)
                  ? [{ name: t.people.role, show: (user: User) => <RoleOf user={user} change={change} /> }]
                  : []),
                { name: t.people.since, show: ({ created }) => <Time at={created} /> },
                {
                  name: t.common.actions,
                  show: (user) => {
                    if (user.id !== session.user.id)
                      return mayChange && <Removal name={user.email} ask={() => setDialog(user)} />;
                    return isOnlyOwner(user, users) ? (
                      <span class="muted">{t.people.onlyOwner}</span>
                    ) : (
                      <button type="button" class="button small" onClick={() => setDialog('leave')}>
                        {t.people.leave}
                      </button>
                    );
                  },
                },
              ]}
            />
          )
        }
      </LoadedContent>
      {changed && (
        <ChangeRole path={path} user={changed} done={loaded.reload} close={() => setChanged(undefined)} />
      )}
      {dialog === 'invite' && <Invite path={path} done={loaded.reload} close={close} />}
      {dialog === 'leave' && (
        <Confirm
          title={t.people.leaveTitle}
          confirm={t.people.leave}
          close={close}
          work={async () => {
            await call('DELETE', `api/merchants/${merchant.id}/membership`);
            announce(fill(t.people.left, { name: nameOf(merchant) }));
            go('#/');
            await refresh();
          }}
        >
          <p>{fill(t.people.leaveHint, { name: nameOf(merchant) })}</p>
        </Confirm>
      )}
      {typeof dialog === 'object' && (
        <Confirm
          title={t.people.removeUser}
          confirm={t.common.remove}
          close={close}
          work={async () => {
            await call('DELETE', `${path}/${dialog.id}`);
            announce(fill(t.people.removed, { name: dialog.email }));
            await loaded.reload();
          }}
        >
          <p>{fill(t.people.removeUserHint, { name: dialog.email })}</p>
        </Confirm>
      )}
    </section>
  );
}

const isOwner = ({ role = 'owner' }: User): boolean => role === 'owner';

/** Whether a user is the only owner of several people on the page. */
const isOnlyOwner = (user: User, users: readonly User[]): boolean =>
  users.length > 1 && isOwner(user) && !users.some((one) => one.id !== user.id && isOwner(one));

/** The role of a person, with a button to change it. Nobody changes their own role. */
function RoleOf({ user, change }: { user: User; change: ((user: User) => void) | undefined }) {
  const { session } = useConsole();
  return (
    <span class="with-button">
      <span class="role whole">{t.people.roles[user.role ?? 'owner']}</span>
      {change && user.id !== session.user.id && (
        <button
          type="button"
          class="button small"
          aria-label={`${t.people.changeRole}: ${user.email}`}
          onClick={() => change(user)}
        >
          {t.webhooks.change}
        </button>
      )}
    </span>
  );
}
