import { useState } from 'preact/hooks';
import { download } from '../lists/csv-file.ts';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Field, Select } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useAction } from '../requests/action.ts';
import { call, faultOf, unshown } from '../requests/api.ts';
import { fill, t } from '../values/texts.ts';

type Naming = 'email' | 'customer';

type Found = Record<string, object[]>;

interface Erased {
  /** Payments that can be erased only later. */
  waiting: number;
}

interface Props {
  /** The address of the merchant. */
  path: string;
  close: () => void;
}

/** Sends a request again with its own `next` as cursor, until the answer has all. */
async function untilEnd<T extends { next: string | null }>(
  path: string,
  person: object,
  take: (part: T) => void,
): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const part = await call<T>('PUT', path, { body: { ...person, cursor } });
    take(part);
    if (part.next === null) return;
    cursor = part.next;
  }
}

async function disclose(path: string, person: object): Promise<Found> {
  const all: Found = {};
  await untilEnd<{ found: Found; next: string | null }>(`${path}/disclosures`, person, ({ found }) => {
    for (const [kind, things] of Object.entries(found)) all[kind] = [...(all[kind] ?? []), ...things];
  });
  return all;
}

async function erase(path: string, person: object): Promise<Erased> {
  let waiting = 0;
  await untilEnd<{ erased: Erased; next: string | null }>(`${path}/erasures`, person, ({ erased }) => {
    waiting += erased.waiting;
  });
  return { waiting };
}

/** Finds what names a customer, to save it as a file or to erase it. */
export function CustomerData({ path, close }: Props) {
  const [by, setBy] = useState<Naming>('email');
  const [name, setName] = useState('');
  const [found, setFound] = useState<Found>();
  const { isBusy, error, run } = useAction();
  const person = { [by]: name.trim() };
  if (found) return <FoundData path={path} person={person} found={found} close={close} />;
  const label = by === 'email' ? t.signIn.email : t.settings.ownCustomer;
  return (
    <FormDialog
      key="find"
      title={t.settings.customerData}
      confirm={t.payments.search}
      isBusy={isBusy}
      error={unshown(error, [by])}
      submit={() => run(async () => setFound(await disclose(path, person)))}
      close={close}
    >
      <p>{t.settings.customerHint}</p>
      <Select
        label={t.settings.namedBy}
        value={by}
        options={[
          ['email', t.signIn.email],
          ['customer', t.settings.ownCustomer],
        ]}
        onChange={(value) => setBy(value as Naming)}
      />
      <Field
        label={label}
        type={by === 'email' ? 'email' : 'text'}
        autocomplete="off"
        maxLength={254}
        value={name}
        fault={faultOf(error, by)}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}

function FoundData({ path, person, found, close }: Props & { person: object; found: Found }) {
  const [erased, setErased] = useState<Erased>();
  const { isBusy, error, run } = useAction();
  const counts = Object.fromEntries(Object.entries(found).map(([kind, things]) => [kind, things.length]));
  const save = () =>
    download('customer.json', new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' }));
  return (
    <Dialog key="found" title={t.settings.customerData} canClose={!isBusy} onClose={close}>
      <div class="stack">
        <p>{fill(t.settings.customerFound, counts)}</p>
        {!erased && <p class="notice warn">{t.settings.eraseHint}</p>}
        <div role="status">
          {erased && (
            <p class="notice">
              {t.settings.customerErased}{' '}
              {erased.waiting > 0 && fill(t.settings.eraseLater, { count: erased.waiting })}
            </p>
          )}
        </div>
        <div role="alert">{error && <p class="notice bad">{failureText(error)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={close} cancel={t.common.close}>
          <button type="button" class="button" onClick={save}>
            {t.settings.saveData}
          </button>
          {!erased && (
            <button
              type="button"
              class="button danger"
              aria-busy={isBusy}
              onClick={() => run(async () => setErased(await erase(path, person)))}
            >
              {t.settings.eraseCustomer}
            </button>
          )}
        </DialogFoot>
      </div>
    </Dialog>
  );
}
