import { useRef, useState } from 'preact/hooks';
import { type Role, roles } from '#domain/merchants/roles.ts';
import { useAction, useIntentKey } from '../action.ts';
import { call, faultOf, Refusal } from '../api.ts';
import { useLoad } from '../load.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { Field, focusFault, Select } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { Empty, Shown } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Secret } from '../parts/secret.tsx';
import { Badge } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Tills } from '../parts/tills.tsx';
import { Time } from '../parts/time.tsx';
import { wordsOf } from '../parts/trouble.tsx';
import { go } from '../router.ts';
import { nameOf, useConsole, useMay } from '../session.ts';
import { fill, t } from '../texts.ts';
import type { App, User } from '../types.ts';

/** The most people, or apps, on the page. */
const most = 200;

/** The people and the apps that have access to the merchant. */
export function People() {
  return (
    <Page title={t.nav.people} lead={t.people.lead}>
      <Users />
      <Tills />
      <Apps />
    </Page>
  );
}

function Users() {
  const { merchant, session, refresh } = useConsole();
  const [dialog, setDialog] = useState<'invite' | 'leave' | User>();
  const [changed, setChanged] = useState<User>();
  const mayChange = useMay()('POST /merchants/{merchantId}/users');
  const path = `api/merchants/${merchant.id}/users`;
  const loaded = useLoad(path, (signal) => call<User[]>('GET', path, { query: { limit: most }, signal }));
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
      <Shown of={loaded}>
        {(users) =>
          users.length === 0 ? (
            <Empty title={t.people.noUsers} />
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
      </Shown>
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

/** Whether a user is the only owner on the page. */
const isOnlyOwner = (user: User, users: readonly User[]): boolean =>
  isOwner(user) && !users.some((one) => one.id !== user.id && isOwner(one));

/** The button that removes a member. */
const Removal = ({ name, ask }: { name: string; ask: () => void }) => (
  <button type="button" class="button small" aria-label={`${t.common.remove}: ${name}`} onClick={ask}>
    {t.common.remove}
  </button>
);

/** The role of a person, and the way to another one. Nobody changes their own role. */
function RoleOf({ user, change }: { user: User; change: ((user: User) => void) | undefined }) {
  const { session } = useConsole();
  return (
    <span class="with-button">
      {t.people.roles[user.role ?? 'owner']}
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

interface ChangeRoleProps {
  path: string;
  user: User;
  done: () => Promise<void>;
  close: () => void;
}

function ChangeRole({ path, user, done, close }: ChangeRoleProps) {
  const [role, setRole] = useState<Role>(user.role ?? 'owner');
  const { isBusy, error, run } = useAction();
  const submit = async (event: Event) => {
    event.preventDefault();
    const isDone = await run(async () => {
      await call('PUT', `${path}/${user.id}`, { body: { role } });
      announce(fill(t.people.roleChanged, { name: user.email, role: t.people.roles[role] }));
      await done();
    });
    if (isDone) close();
  };
  return (
    <Dialog title={t.people.changeRole} canClose={!isBusy} onClose={close}>
      <form onSubmit={submit}>
        <p>
          <bdi>{user.email}</bdi>
        </p>
        <RoleField role={role} choose={setRole} />
        <div role="alert">{error && <p class="notice bad">{wordsOf(error)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button type="submit" class="button main" aria-busy={isBusy}>
            {t.common.save}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

const RoleField = ({ role, choose }: { role: Role; choose: (role: Role) => void }) => (
  <Select
    label={t.people.role}
    hint={t.people.roleHints[role]}
    value={role}
    options={roles.map((one) => [one, t.people.roles[one]])}
    onChange={(value) => choose(roles.find((one) => one === value) ?? role)}
  />
);

function Invite({ path, done, close }: { path: string; done: () => Promise<void>; close: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [fault, setFault] = useState<string>();
  const { isBusy, error, run } = useAction();
  const intent = useIntentKey();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const address = email.trim();
    const isGood = /^\S+@\S+\.\S+$/.test(address);
    setFault(isGood ? undefined : t.faults.email);
    if (!isGood) return focusFault(form.current);
    const isDone = await run(async () => {
      const body = { email: address, role };
      const { isMember } = await call<{ isMember: boolean }>('POST', path, { body, key: intent.key });
      announce(fill(isMember ? t.people.wasMember : t.people.invited, { name: address }));
      await done();
    });
    if (isDone) close();
    else focusFault(form.current);
  };
  const refused = faultOf(error, 'email') && t.faults.email;
  return (
    <Dialog title={t.people.invite} canClose={!isBusy} onClose={close}>
      <form ref={form} onSubmit={submit} noValidate>
        <p>{t.people.inviteHint}</p>
        <Field
          label={t.signIn.email}
          type="email"
          autocomplete="off"
          value={email}
          maxLength={254}
          fault={fault ?? refused}
          onInput={({ currentTarget }) => {
            intent.next();
            setEmail(currentTarget.value);
            setFault(undefined);
          }}
        />
        <RoleField
          role={role}
          choose={(chosen) => {
            intent.next();
            setRole(chosen);
          }}
        />
        <div role="alert">{error && !refused && <p class="notice bad">{wordsOf(error)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button type="submit" class="button main" aria-busy={isBusy}>
            {t.people.send}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function Apps() {
  const { merchant } = useConsole();
  const [dialog, setDialog] = useState<'make' | App>();
  const mayChange = useMay()('POST /merchants/{merchantId}/apps');
  const path = `api/merchants/${merchant.id}/apps`;
  const loaded = useLoad(path, (signal) => call<App[]>('GET', path, { query: { limit: most }, signal }));
  const close = () => setDialog(undefined);
  return (
    <section class="block" aria-labelledby="apps">
      <header class="block-head">
        <h2 id="apps">{t.people.apps}</h2>
        {mayChange && (
          <button type="button" class="button" onClick={() => setDialog('make')}>
            <Icon name="plus" />
            {t.people.makeKey}
          </button>
        )}
      </header>
      <p class="muted">{t.people.appsHint}</p>
      <Shown of={loaded}>
        {(apps) =>
          apps.length === 0 ? (
            <Empty title={t.people.noApps} />
          ) : (
            <Table
              caption={t.people.apps}
              rows={apps}
              keyOf={({ id }) => id}
              columns={[
                { name: t.people.name, show: (app) => <bdi>{appName(app)}</bdi> },
                { name: t.payment.id, show: ({ id }) => <code>{id}</code> },
                { name: t.people.since, show: ({ created }) => <Time at={created} /> },
                ...(mayChange
                  ? [
                      {
                        name: t.common.actions,
                        show: (app: App) => <Removal name={appName(app)} ask={() => setDialog(app)} />,
                      },
                    ]
                  : []),
              ]}
            />
          )
        }
      </Shown>
      {dialog === 'make' && <MakeKey path={path} done={loaded.reload} close={close} />}
      {dialog !== undefined && dialog !== 'make' && (
        <Confirm
          title={t.people.removeApp}
          confirm={t.common.remove}
          close={close}
          work={async () => {
            await call('DELETE', `${path}/${dialog.id}`);
            announce(fill(t.people.removed, { name: appName(dialog) }));
            await loaded.reload();
          }}
        >
          <p>{fill(t.people.removeAppHint, { name: appName(dialog) })}</p>
        </Confirm>
      )}
    </section>
  );
}

const appName = ({ name, id }: App): string => name || id;

/** Makes an app with access to the merchant, and shows its key this once. */
function MakeKey({ path, done, close }: { path: string; done: () => Promise<void>; close: () => void }) {
  const [name, setName] = useState('');
  const [key, setKey] = useState<string>();
  const { isBusy, error, run } = useAction();
  const intent = useIntentKey();
  const submit = async (event: Event) => {
    event.preventDefault();
    await run(async () => {
      const body = { name: name.trim() };
      const { app } = await call<{ app: App & { key: string } }>('POST', `${path}/keys`, {
        body,
        key: intent.key,
      });
      setKey(app.key);
      await done();
    });
  };
  const finish = () => {
    setKey(undefined);
    close();
  };
  if (key)
    return (
      <Dialog key="made" title={t.people.keyMade} onClose={finish}>
        <Secret text={key} hint={t.people.keyHint} done={finish} />
      </Dialog>
    );
  return (
    <Dialog key="make" title={t.people.makeKey} canClose={!isBusy} onClose={close}>
      <form onSubmit={submit} noValidate>
        <p>{t.people.makeKeyHint}</p>
        <Field
          label={t.people.name}
          hint={t.people.nameHint}
          autocomplete="off"
          value={name}
          maxLength={255}
          fault={faultOf(error, 'name')}
          onInput={({ currentTarget }) => {
            intent.next();
            setName(currentTarget.value);
          }}
        />
        <div role="alert">
          {error && !(error instanceof Refusal && faultOf(error, 'name')) && (
            <p class="notice bad">{wordsOf(error)}</p>
          )}
        </div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button type="submit" class="button main" aria-busy={isBusy}>
            {t.people.makeKey}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
