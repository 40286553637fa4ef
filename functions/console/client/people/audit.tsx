import { auditNames } from '#domain/merchants/access.ts';
import { type PageProps, printPlace } from '../browser/router.ts';
import { Export } from '../lists/export.tsx';
import { auditCells, fileRows } from '../lists/file-rows.ts';
import { Pager, usePages } from '../lists/paging.tsx';
import { readWhole } from '../lists/whole-list.ts';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Badge } from '../parts/status.tsx';
import { Table, Time } from '../parts/table.tsx';
import { useConsole } from '../requests/session.ts';
import { authorOf } from '../values/names.ts';
import { t } from '../values/texts.ts';
import type { AuditEntry } from '../values/types.ts';

/**
 * The changes that users have made in the console: the author, the change, the time, the network, and the outcome.
 */
export function Audit({ query }: PageProps) {
  const { merchant } = useConsole();
  const path = [merchant.id, 'audit'];
  const list = `api/merchants/${merchant.id}/audit`;
  const pages = usePages<AuditEntry>(list, {}, query, 30_000);
  return (
    <Page
      title={t.nav.audit}
      lead={t.audit.lead}
      actions={
        <Export<AuditEntry>
          open={() => readWhole(merchant.id, list, {})}
          name="audit"
          rows={fileRows(auditCells)}
        />
      }
    >
      <LoadedContent of={pages}>
        {(page) =>
          page.items.length === 0 && !page.isLater ? (
            <EmptyList title={t.audit.empty}>
              <p>{t.audit.emptyHint}</p>
            </EmptyList>
          ) : (
            <>
              <Table
                caption={t.nav.audit}
                rows={page.items}
                keyOf={({ id }) => id}
                columns={[
                  { name: t.payments.created, show: ({ created }) => <Time at={created} /> },
                  { name: t.audit.person, show: ({ user }) => <bdi>{authorOf(user)}</bdi> },
                  { name: t.audit.action, show: (entry) => <What entry={entry} /> },
                  {
                    name: t.audit.place,
                    show: ({ device, address }) => (
                      <>
                        <bdi>{device || t.sessions.unknown}</bdi>
                        <span class="below">{address}</span>
                      </>
                    ),
                  },
                  { name: t.payments.state, show: ({ status }) => <Outcome status={status} /> },
                ]}
              />
              <Pager page={page} path={path} query={query} />
            </>
          )
        }
      </LoadedContent>
    </Page>
  );
}

/** The action, with a link to the payment that it was about. */
function What({ entry: { action, about } }: { entry: AuditEntry }) {
  const { merchant } = useConsole();
  const name = actionName(action);
  const { transactionId } = about;
  return transactionId ? (
    <a href={printPlace([merchant.id, 'payments', transactionId])}>{name}</a>
  ) : (
    <strong>{name}</strong>
  );
}

function Outcome({ status }: Pick<AuditEntry, 'status'>) {
  // A server error does not say whether the request had an effect, for instance a refund that the acquirer has not
  // answered.
  if (status === null || status >= 500) return <Badge tone="warn">{t.audit.unknown}</Badge>;
  return status < 300 ? (
    <Badge tone="good">{t.audit.done}</Badge>
  ) : (
    <Badge tone="bad">{t.audit.refused}</Badge>
  );
}

/** The words for an action in the audit log, by the called route. The log shows an unknown route by its own name. */
export function actionName(action: string): string {
  const name = Object.hasOwn(auditNames, action) ? auditNames[action] : undefined;
  return name ? t.audit.actions[name] : action;
}
