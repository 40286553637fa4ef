import { useState } from 'preact/hooks';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Icon } from '../parts/icons.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { Removal, Table, Time } from '../parts/table.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { loadPart } from '../requests/load-part.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { date, day, money } from '../values/format.ts';
import { nameOf } from '../values/names.ts';
import { fill, t } from '../values/texts.ts';
import type { App } from '../values/types.ts';
import { mostMembers } from './users.tsx';

type Dialog = 'make' | { of: 'limits' | 'key' | 'removal'; app: App };

/** The dialogs about keys, once the browser has loaded them. */
let keys: typeof import('./key-dialogs.tsx') | undefined;

/** The apps that have access to the merchant, each with a key. */
export function Apps() {
  const { merchant } = useConsole();
  const [dialog, setDialog] = useState<Dialog>();
  const opening = useAction();
  const mayChange = usePermission()('POST /merchants/{merchantId}/apps');
  const path = `api/merchants/${merchant.id}/apps`;
  const loaded = useLoad(path, (signal) =>
    call<App[]>('GET', path, { query: { limit: mostMembers }, signal }),
  );
  const close = () => setDialog(undefined);
  const shared = { path, done: loaded.reload, close };
  const open = (next: Dialog) =>
    opening.run(async () => {
      keys ??= await loadPart(() => import('./key-dialogs.tsx'));
      setDialog(next);
    });
  const button = (app: App, of: 'limits' | 'key', text: string, name: string) => (
    <button
      type="button"
      class="button small"
      aria-label={`${name}: ${nameOf(app)}`}
      onClick={() => open({ of, app })}
    >
      {text}
    </button>
  );
  const { of, app } = typeof dialog === 'object' ? dialog : {};
  return (
    <section class="block" aria-labelledby="apps">
      <header class="block-head">
        <h2 id="apps">{t.people.apps}</h2>
        {mayChange && (
          <button type="button" class="button" aria-busy={opening.isBusy} onClick={() => open('make')}>
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
                {
                  name: t.people.limits,
                  show: (app) => (
                    <span class="with-button">
                      <span>{limitsText(app)}</span>
                      {mayChange && button(app, 'limits', t.webhooks.change, t.people.changeLimits)}
                    </span>
                  ),
                },
                {
                  name: t.common.created,
                  show: ({ created, madeBy }) => (
                    <>
                      <Time at={created} />
                      {madeBy && <small class="muted"> {madeBy.email ?? madeBy.id}</small>}
                    </>
                  ),
                },
                { name: t.people.lastUse, show: LastUse },
                ...(mayChange
                  ? [
                      {
                        name: t.common.actions,
                        show: (app: App) => (
                          <span class="buttons">
                            {button(app, 'key', t.people.replace, t.people.replaceKey)}
                            <Removal name={nameOf(app)} ask={() => setDialog({ of: 'removal', app })} />
                          </span>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          )
        }
      </LoadedContent>
      <div role="alert">{opening.error && <p class="notice bad">{failureText(opening.error)}</p>}</div>
      {keys && dialog === 'make' && <keys.MakeKey {...shared} />}
      {keys && app && of === 'limits' && <keys.ChangeLimits app={app} {...shared} />}
      {keys && app && of === 'key' && <keys.ReplaceKey app={app} {...shared} />}
      {app && of === 'removal' && (
        <Confirm
          title={t.people.removeApp}
          confirm={t.common.remove}
          close={close}
          work={async () => {
            await call('DELETE', `${path}/${app.id}`);
            announce(fill(t.people.removed, { name: nameOf(app) }));
            await loaded.reload();
          }}
        >
          <p>{fill(t.people.removeAppHint, { name: nameOf(app) })}</p>
        </Confirm>
      )}
    </section>
  );
}

/** The last day on which the key was used, and the network of that use. */
const LastUse = ({ lastUse }: App) =>
  lastUse ? (
    <>
      <time dateTime={lastUse.day}>{day(lastUse.day)}</time>
      <span class="below">{lastUse.network}</span>
    </>
  ) : (
    <>–</>
  );

/** The limits of an app in words. */
function limitsText({ role = 'owner', refundCaps = [], expires, networks = [] }: App): string {
  const caps = refundCaps.flatMap(({ currency, each, day }) => [
    ...(each === undefined ? [] : [fill(t.people.limitEach, { amount: money(each, currency) })]),
    ...(day === undefined ? [] : [fill(t.people.limitDay, { amount: money(day, currency) })]),
  ]);
  const end = expires === undefined ? [] : [endText(expires)];
  return [t.people.roles[role], ...caps, ...end, ...networks].join(' · ');
}

/** The end of an app's access, with a word of warning in the last week. */
function endText(expires: string): string {
  const left = Date.parse(expires) - Date.now();
  const text =
    left <= 0 ? t.people.limitEnded : left < 7 * 86_400_000 ? t.people.limitEndsSoon : t.people.limitEnds;
  return fill(text, { date: date(expires) });
}
