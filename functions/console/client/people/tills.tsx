import { useState } from 'preact/hooks';
import { useEntry } from '../browser/drafts.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm, Dialog } from '../parts/dialog.tsx';
import { Check, Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { Removal, Table, Time } from '../parts/table.tsx';
import { useAction } from '../requests/action.ts';
import { call, faultOf, unshown } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { clock } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import type { Till } from '../values/types.ts';

/** The tills of the merchant, each with a button that ends it, and a button for a new till. */
export function Tills() {
  const { merchant } = useConsole();
  const [dialog, setDialog] = useState<'pair' | Till>();
  const mayPair = usePermission()('POST /merchants/{merchantId}/tills');
  const path = `api/merchants/${merchant.id}/tills`;
  const loaded = useLoad(path, (signal) => call<Till[]>('GET', path, { signal }), 30_000);
  return (
    <section class="block" aria-labelledby="tills">
      <header class="block-head">
        <h2 id="tills">{t.tills.title}</h2>
        {mayPair && (
          <button type="button" class="button" onClick={() => setDialog('pair')}>
            <Icon name="plus" />
            {t.tills.pair}
          </button>
        )}
      </header>
      <p class="muted">{t.tills.lead}</p>
      <LoadedContent of={loaded}>
        {(tills) =>
          tills.length === 0 ? (
            <EmptyList title={t.tills.none} />
          ) : (
            <Table<Till>
              caption={t.tills.title}
              rows={tills}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: t.people.name,
                  show: ({ name, device }) => (
                    <>
                      <bdi>{name}</bdi>
                      <span class="below">{device || t.sessions.unknown}</span>
                    </>
                  ),
                },
                {
                  name: t.tills.rights,
                  show: ({ mayRefund }) => (mayRefund ? t.tills.takesAndRefunds : t.tills.takes),
                },
                { name: t.tills.pairedBy, show: ({ pairedBy }) => <bdi>{pairedBy.email}</bdi> },
                { name: t.sessions.seen, show: ({ seen }) => <Time at={seen} /> },
                ...(mayPair
                  ? [
                      {
                        name: t.common.actions,
                        show: (till: Till) => <Removal name={till.name} ask={() => setDialog(till)} />,
                      },
                    ]
                  : []),
              ]}
            />
          )
        }
      </LoadedContent>
      {dialog === 'pair' && (
        <PairDialog
          path={path}
          close={() => {
            setDialog(undefined);
            void loaded.reload();
          }}
        />
      )}
      {dialog !== undefined && dialog !== 'pair' && (
        <Confirm
          title={t.tills.remove}
          confirm={t.common.remove}
          close={() => setDialog(undefined)}
          work={async () => {
            await call('DELETE', `${path}/${dialog.id}`);
            announce(fill(t.tills.removed, { name: dialog.name }));
            await loaded.reload();
          }}
        >
          <p>{fill(t.tills.removeHint, { name: dialog.name })}</p>
        </Confirm>
      )}
    </section>
  );
}

interface Made {
  code: string;
  url: string;
  svg: string;
  expires: string;
}

/** Makes a pairing code, and shows it for the device. */
function PairDialog({ path, close }: { path: string; close: () => void }) {
  const [name, setName] = useEntry(path, '');
  const [mayRefund, setMayRefund] = useEntry(`${path}.refund`, false);
  const [made, setMade] = useState<Made>();
  const { merchant } = useConsole();
  const { isBusy, error, run } = useAction();
  if (made) return <CodeDialog made={made} close={close} />;
  return (
    <FormDialog
      key="make"
      title={t.tills.pair}
      confirm={t.tills.makeCode}
      isBusy={isBusy}
      error={unshown(error, ['name'])}
      submit={() =>
        run(async () => setMade(await call<Made>('POST', path, { body: { name: name.trim(), mayRefund } })))
      }
      close={close}
    >
      <Field
        label={t.people.name}
        hint={t.tills.nameHint}
        autocomplete="off"
        value={name}
        maxLength={60}
        fault={faultOf(error, 'name')}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Check
        label={t.tills.mayRefund}
        hint={fill(t.tills.mayRefundHint, { currency: merchant.currency })}
        checked={mayRefund}
        onChange={setMayRefund}
      />
    </FormDialog>
  );
}

function CodeDialog({ made: { code, url, svg, expires }, close }: { made: Made; close: () => void }) {
  const time = clock(expires);
  return (
    <Dialog key="made" title={t.tills.codeTitle} onClose={close}>
      <div class="stack till-code">
        <p>{fill(t.tills.codeHint, { url: url.replace(/#.*/, ''), time })}</p>
        <img class="till-qr" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t.tills.qr} />
        <p class="till-amount">
          <code>{`${code.slice(0, 5)} ${code.slice(5)}`}</code>
        </p>
        <div class="dialog-foot">
          <button type="button" class="button main" onClick={close}>
            {t.tills.done}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
