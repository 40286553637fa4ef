import { useRef, useState } from 'preact/hooks';
import { useEntry } from '../browser/drafts.ts';
import { announce } from '../parts/announce.tsx';
import { Secret } from '../parts/copy.tsx';
import { Confirm, Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Field, focusFault } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { Removal, Table, Time } from '../parts/table.tsx';
import { useAction, useIntentKey } from '../requests/action.ts';
import { call, faultOf, unshown } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { nameOf } from '../values/names.ts';
import { fill, t } from '../values/texts.ts';
import type { App } from '../values/types.ts';
import { mostMembers } from './users.tsx';

/** The apps that have access to the merchant, each with a key. */
export function Apps() {
  const { merchant } = useConsole();
  const [dialog, setDialog] = useState<'make' | App>();
  const mayChange = usePermission()('POST /merchants/{merchantId}/apps');
  const path = `api/merchants/${merchant.id}/apps`;
  const loaded = useLoad(path, (signal) =>
    call<App[]>('GET', path, { query: { limit: mostMembers }, signal }),
  );
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
      <LoadedContent of={loaded}>
        {(apps) =>
          apps.length === 0 ? (
            <EmptyList title={t.people.noApps} />
          ) : (
            <Table
              caption={t.people.apps}
              rows={apps}
              keyOf={({ id }) => id}
              columns={[
                { name: t.people.name, show: (app) => <bdi>{nameOf(app)}</bdi> },
                { name: t.payment.id, show: ({ id }) => <code>{id}</code> },
                { name: t.common.created, show: ({ created }) => <Time at={created} /> },
                ...(mayChange
                  ? [
                      {
                        name: t.common.actions,
                        show: (app: App) => <Removal name={nameOf(app)} ask={() => setDialog(app)} />,
                      },
                    ]
                  : []),
              ]}
            />
          )
        }
      </LoadedContent>
      {dialog === 'make' && <MakeKey path={path} done={loaded.reload} close={close} />}
      {dialog !== undefined && dialog !== 'make' && (
        <Confirm
          title={t.people.removeApp}
          confirm={t.common.remove}
          close={close}
          work={async () => {
            await call('DELETE', `${path}/${dialog.id}`);
            announce(fill(t.people.removed, { name: nameOf(dialog) }));
            await loaded.reload();
          }}
        >
          <p>{fill(t.people.removeAppHint, { name: nameOf(dialog) })}</p>
        </Confirm>
      )}
    </section>
  );
}

/** Makes an app with access to the merchant, and shows its key only once. */
function MakeKey({ path, done, close }: { path: string; done: () => Promise<void>; close: () => void }) {
  const [name, setName] = useEntry(path, '');
  const [key, setKey] = useState<string>();
  const { isBusy, error, run } = useAction();
  const intent = useIntentKey();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const isDone = await run(async () => {
      const body = { name: name.trim() };
      const { app } = await call<{ app: App & { key: string } }>('POST', `${path}/keys`, {
        body,
        key: intent.key,
      });
      setKey(app.key);
      await done();
    });
    if (!isDone) focusFault(form.current);
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
  const rest = unshown(error, ['name']);
  return (
    <Dialog key="make" title={t.people.makeKey} canClose={!isBusy} onClose={close}>
      <form ref={form} onSubmit={submit} noValidate>
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
        <div role="alert">{rest && <p class="notice bad">{failureText(rest)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button type="submit" class="button main" aria-busy={isBusy}>
            {t.people.makeKey}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
