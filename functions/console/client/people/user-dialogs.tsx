import { useState } from 'preact/hooks';
import { may, type Role, roles } from '#domain/merchants/roles.ts';
import { useEntry } from '../browser/drafts.ts';
import { announce } from '../parts/announce.tsx';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useAction, useIntentKey } from '../requests/action.ts';
import { call, faultOf } from '../requests/api.ts';
import { fill, t } from '../values/texts.ts';
import type { User } from '../values/types.ts';
import { RoleField } from './role-field.tsx';

interface ChangeRoleProps {
  path: string;
  user: User;
  done: () => Promise<void>;
  close: () => void;
}

/** Gives a person another role. */
export function ChangeRole({ path, user, done, close }: ChangeRoleProps) {
  const [role, setRole] = useState<Role>(user.role ?? 'owner');
  const { isBusy, error, run } = useAction();
  const submit = async () => {
    const isDone = await run(async () => {
      await call('PUT', `${path}/${user.id}`, { body: { role } });
      announce(fill(t.people.roleChanged, { name: user.email, role: t.people.roles[role] }));
      await done();
    });
    if (isDone) close();
    return isDone;
  };
  return (
    <FormDialog
      title={t.people.changeRole}
      confirm={t.common.save}
      isBusy={isBusy}
      error={error}
      warning={mayPair(user.role) && !mayPair(role) && <p class="notice warn">{t.people.tillsEnd}</p>}
      submit={submit}
      close={close}
    >
      <p>
        <bdi>{user.email}</bdi>
      </p>
      <RoleField role={role} roles={roles} choose={setRole} />
    </FormDialog>
  );
}

/** Whether a role may pair tills. A till ends when the person who paired it may no longer. */
const mayPair = (role: Role | undefined): boolean =>
  may(role ?? 'owner', 'POST /merchants/{merchantId}/tills');

/** Invites a person by e-mail address. */
export function Invite({
  path,
  done,
  close,
}: {
  path: string;
  done: () => Promise<void>;
  close: () => void;
}) {
  const [email, setEmail] = useEntry(path, '');
  const [role, setRole] = useEntry<Role>(`${path}.role`, 'member');
  const [fault, setFault] = useState<string>();
  const { isBusy, error, run } = useAction();
  const intent = useIntentKey();
  const submit = async () => {
    const address = email.trim();
    const isGood = /^\S+@\S+\.\S+$/.test(address);
    setFault(isGood ? undefined : t.faults.email);
    if (!isGood) return false;
    const isDone = await run(async () => {
      const body = { email: address, role };
      const { isMember } = await call<{ isMember: boolean }>('POST', path, { body, key: intent.key });
      announce(fill(isMember ? t.people.wasMember : t.people.invited, { name: address }));
      await done();
    });
    if (isDone) close();
    return isDone;
  };
  const refused = faultOf(error, 'email') && t.faults.email;
  return (
    <FormDialog
      title={t.people.invite}
      confirm={t.people.send}
      isBusy={isBusy}
      error={refused ? undefined : error}
      submit={submit}
      close={close}
    >
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
        roles={roles}
        choose={(chosen) => {
          intent.next();
          setRole(chosen);
        }}
      />
    </FormDialog>
  );
}
