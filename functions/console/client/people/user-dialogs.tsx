import { useRef, useState } from 'preact/hooks';
import { may, type Role, roles } from '#domain/merchants/roles.ts';
import { useEntry } from '../browser/drafts.ts';
import { announce } from '../parts/announce.tsx';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Field, focusFault, Select } from '../parts/field.tsx';
import { useAction, useIntentKey } from '../requests/action.ts';
import { call, faultOf } from '../requests/api.ts';
import { fill, t } from '../values/texts.ts';
import type { User } from '../values/types.ts';

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
        <div role="alert">
          {mayPair(user.role) && !mayPair(role) && <p class="notice warn">{t.people.tillsEnd}</p>}
          {error && <p class="notice bad">{failureText(error)}</p>}
        </div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button type="submit" class="button main" aria-busy={isBusy}>
            {t.common.save}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Whether a role may pair tills. A till ends when the person who paired it may no longer. */
const mayPair = (role: Role | undefined): boolean =>
  may(role ?? 'owner', 'POST /merchants/{merchantId}/tills');

const RoleField = ({ role, choose }: { role: Role; choose: (role: Role) => void }) => (
  <Select
    label={t.people.role}
    hint={t.people.roleHints[role]}
    value={role}
    options={roles.map((one) => [one, t.people.roles[one]])}
    onChange={(value) => choose(roles.find((one) => one === value) ?? role)}
  />
);

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
        <div role="alert">{error && !refused && <p class="notice bad">{failureText(error)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button type="submit" class="button main" aria-busy={isBusy}>
            {t.people.send}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
