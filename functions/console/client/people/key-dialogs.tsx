import { useState } from 'preact/hooks';
import { useEntry } from '../browser/drafts.ts';
import { announce } from '../parts/announce.tsx';
import { Secret } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useAction, useIntentKey } from '../requests/action.ts';
import { call, faultOf, unshown } from '../requests/api.ts';
import { useConsole } from '../requests/session.ts';
import { nameOf } from '../values/names.ts';
import { fill, t } from '../values/texts.ts';
import type { App } from '../values/types.ts';
import { limitNames, useLimits } from './limit-fields.tsx';

interface Props {
  /** The address of the merchant's apps. */
  path: string;
  done: () => Promise<void>;
  close: () => void;
}

/** Makes a key by requests of one intent, and keeps it until the dialog is closed. */
function useNewKey(path: string, done: () => Promise<void>) {
  const [key, setKey] = useState<string>();
  const { isBusy, error, run } = useAction();
  const intent = useIntentKey();
  const make = (body: object) =>
    run(async () => {
      const { app } = await call<{ app: App & { key: string } }>('POST', `${path}/keys`, {
        body,
        key: intent.key,
      });
      setKey(app.key);
      await done();
    });
  return { key, isBusy, error, make, next: intent.next };
}

/** Shows a new key, which nobody can show again. */
const NewKey = ({ text, close }: { text: string; close: () => void }) => (
  <Dialog key="made" title={t.people.keyMade} onClose={close}>
    <Secret text={text} hint={t.people.keyHint} done={close} />
  </Dialog>
);

const NameField = ({
  error,
  value,
  onInput,
}: {
  error: Error | undefined;
  value: string;
  onInput: (value: string) => void;
}) => (
  <Field
    label={t.people.name}
    hint={t.people.nameHint}
    autocomplete="off"
    maxLength={255}
    value={value}
    fault={faultOf(error, 'name')}
    onInput={({ currentTarget }) => onInput(currentTarget.value)}
  />
);

/** Makes an app with access to the merchant. */
export function MakeKey({ path, done, close }: Props) {
  const { currency } = useConsole().merchant;
  const { key, isBusy, error, make, next } = useNewKey(path, done);
  const [name, setName] = useEntry(path, '');
  const { read, fields } = useLimits(`${path}.limits`, currency, { onChange: next });
  if (key) return <NewKey text={key} close={close} />;
  return (
    <FormDialog
      key="make"
      title={t.people.makeKey}
      confirm={t.people.makeKey}
      isBusy={isBusy}
      error={unshown(error, ['name', ...limitNames])}
      submit={async () => {
        const limits = read();
        return limits !== undefined && make({ name: name.trim(), ...limits });
      }}
      close={close}
    >
      <p>{t.people.makeKeyHint}</p>
      <NameField
        error={error}
        value={name}
        onInput={(value) => {
          next();
          setName(value);
        }}
      />
      {fields(error)}
    </FormDialog>
  );
}

/** Makes a key with the limits of another one. Until the old key ends, both work, so that no request is refused. */
export function ReplaceKey({ app, path, done, close }: Props & { app: App }) {
  const { key, isBusy, error, make, next } = useNewKey(path, done);
  const [typed, setTyped] = useEntry(`${path}/${app.id}.key`, {
    name: app.name ?? '',
    until: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
    expires: '',
  });
  if (key) return <NewKey text={key} close={close} />;
  const set = (changes: Partial<typeof typed>) => {
    next();
    setTyped({ ...typed, ...changes });
  };
  const start = (day: string) => day && `${day}T00:00:00Z`;
  const dateField = (field: 'until' | 'expires', label: string) => (
    <Field
      label={label}
      type="date"
      value={typed[field]}
      hint={t.people.keyEndsHint}
      fault={faultOf(error, field)}
      onInput={({ currentTarget }) => set({ [field]: currentTarget.value })}
    />
  );
  return (
    <FormDialog
      key="replace"
      title={t.people.replaceKey}
      confirm={t.people.replaceKey}
      isBusy={isBusy}
      error={unshown(error, ['name', 'until', 'expires'])}
      submit={() =>
        make({
          name: typed.name.trim(),
          replaces: app.id,
          until: start(typed.until),
          ...(typed.expires && { expires: start(typed.expires) }),
        })
      }
      close={close}
    >
      <p>{fill(t.people.replaceKeyHint, { name: nameOf(app) })}</p>
      <NameField error={error} value={typed.name} onInput={(name) => set({ name })} />
      {dateField('until', t.people.oldKeyEnds)}
      {app.expires !== undefined && dateField('expires', t.people.newKeyEnds)}
    </FormDialog>
  );
}

/** Replaces the limits of an app. */
export function ChangeLimits({ app, path, done, close }: Props & { app: App }) {
  const { currency } = useConsole().merchant;
  const { isBusy, error, run } = useAction();
  const at = `${path}/${app.id}`;
  const { read, fields } = useLimits(at, currency, { app });
  const submit = async () => {
    const limits = read();
    const isDone =
      limits !== undefined &&
      (await run(async () => {
        await call('PUT', at, { body: { role: 'owner', ...limits } });
        announce(fill(t.people.limitsChanged, { name: nameOf(app) }));
        await done();
      }));
    if (isDone) close();
    return isDone;
  };
  return (
    <FormDialog
      title={t.people.changeLimits}
      confirm={t.common.save}
      isBusy={isBusy}
      error={unshown(error, limitNames)}
      submit={submit}
      close={close}
    >
      <p>{fill(t.people.changeLimitsHint, { name: nameOf(app) })}</p>
      {fields(error)}
    </FormDialog>
  );
}
