import { useState } from 'preact/hooks';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { EmptyList } from '../parts/loading.tsx';
import { Removal, Table, Time } from '../parts/table.tsx';
import { useAction } from '../requests/action.ts';
import { call, faultOf, unshown } from '../requests/api.ts';
import { makePasskey } from '../requests/make-passkey.ts';
import { useConsole } from '../requests/session.ts';
import { hasPasskeys } from '../requests/webauthn.ts';
import { fill, t } from '../values/texts.ts';
import type { Passkey } from '../values/types.ts';

/** The passkeys of the user. */
export function Passkeys() {
  const { session, refresh } = useConsole();
  const [dialog, setDialog] = useState<'add' | Passkey>();
  const close = () => setDialog(undefined);
  return (
    <section class="block" aria-labelledby="passkeys">
      <header class="block-head">
        <h2 id="passkeys">{t.passkeys.title}</h2>
        {hasPasskeys() && (
          <button type="button" class="button" onClick={() => setDialog('add')}>
            <Icon name="plus" />
            {t.passkeys.add}
          </button>
        )}
      </header>
      <p class="muted">{t.passkeys.lead}</p>
      {session.passkeys.length === 0 ? (
        <EmptyList title={t.passkeys.none} />
      ) : (
        <Table
          caption={t.passkeys.title}
          rows={session.passkeys}
          keyOf={({ id }) => id}
          columns={[
            { name: t.passkeys.name, show: ({ name }) => <bdi>{name}</bdi> },
            { name: t.passkeys.added, show: ({ created }) => <Time at={created} /> },
            { name: t.sessions.seen, show: ({ used }) => (used ? <Time at={used} /> : '–') },
            {
              name: t.common.actions,
              show: (passkey) => <Removal name={passkey.name} ask={() => setDialog(passkey)} />,
            },
          ]}
        />
      )}
      {dialog === 'add' && <AddPasskey close={close} />}
      {dialog !== undefined && dialog !== 'add' && (
        <Confirm
          title={t.passkeys.remove}
          confirm={t.common.remove}
          close={close}
          work={async () => {
            await call('DELETE', `passkeys/${dialog.id}`);
            announce(fill(t.passkeys.removed, { name: dialog.name }));
            await refresh();
          }}
        >
          <p>{fill(t.passkeys.removeHint, { name: dialog.name })}</p>
        </Confirm>
      )}
    </section>
  );
}

function AddPasskey({ close }: { close: () => void }) {
  const { session, refresh } = useConsole();
  const [name, setName] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const { isBusy, error, run } = useAction();
  const submit = async () => {
    const wanted = name.trim();
    setEmpty(!wanted);
    if (!wanted) return false;
    const isDone = await run(async () => {
      await makePasskey(wanted, session);
      announce(fill(t.passkeys.made, { name: wanted }));
      await refresh();
    });
    if (isDone) close();
    return isDone;
  };
  return (
    <FormDialog
      title={t.passkeys.add}
      confirm={t.passkeys.make}
      isBusy={isBusy}
      error={unshown(error, ['name'])}
      submit={submit}
      close={close}
    >
      <p>{t.passkeys.addHint}</p>
      <Field
        label={t.passkeys.name}
        hint={t.passkeys.nameHint}
        autocomplete="off"
        value={name}
        maxLength={100}
        fault={isEmpty ? t.passkeys.nameFault : faultOf(error, 'name')}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}
