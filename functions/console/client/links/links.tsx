import { useState } from 'preact/hooks';
import { go, type PageProps, printPlace } from '../browser/router.ts';
import { Pager, usePages } from '../lists/paging.tsx';
import { Icon } from '../parts/icons.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Badge, type Tone } from '../parts/status.tsx';
import { RowLink, Table, Time } from '../parts/table.tsx';
import { useConsole, usePermission } from '../requests/session.ts';
import { money, number } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import type { Link } from '../values/types.ts';
import { LinkDialog } from './link-dialog.tsx';

const tones: Record<Link['status'], Tone> = {
  open: 'calm',
  used: 'good',
  expired: 'plain',
  disabled: 'plain',
};

export const LinkState = ({ of: { status } }: { of: Link }) => (
  <Badge tone={tones[status]}>{t.links.statuses[status]}</Badge>
);

/** `4 of 1,000` */
export const paidOf = ({ paid, uses }: Link): string =>
  fill(t.links.paidOf, { paid: number(paid), uses: number(uses) });

/** The payment links of the merchant. */
export function Links({ query }: PageProps) {
  const { merchant } = useConsole();
  const [isMaking, setMaking] = useState(false);
  const path = [merchant.id, 'links'];
  const pages = usePages<Link>(`api/merchants/${merchant.id}/links`, {}, query, 15_000);
  const make = usePermission()('POST /merchants/{merchantId}/links') && (
    <button type="button" class="button main" onClick={() => setMaking(true)}>
      <Icon name="plus" />
      {t.links.make}
    </button>
  );
  return (
    <Page title={t.nav.links} lead={t.links.lead} actions={make}>
      <LoadedContent of={pages}>
        {(page) =>
          page.items.length === 0 && !page.isLater ? (
            <EmptyList title={t.links.empty}>
              <p>{t.links.emptyHint}</p>
            </EmptyList>
          ) : (
            <>
              <Table
                isCompact
                caption={t.nav.links}
                rows={page.items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    name: t.payments.amount,
                    isNumber: true,
                    show: (one) => (
                      <RowLink
                        href={printPlace([...path, one.id])}
                        text={money(one.amount, one.currency)}
                        at={one.created}
                      />
                    ),
                  },
                  { name: t.payments.state, show: (one) => <LinkState of={one} /> },
                  {
                    name: t.links.text,
                    show: (one) => <bdi class="ellipsis">{one.text ?? one.reference ?? '–'}</bdi>,
                  },
                  { name: t.links.paid, show: paidOf },
                  { name: t.common.created, show: ({ created }) => <Time at={created} /> },
                ]}
              />
              <Pager page={page} path={path} query={query} />
            </>
          )
        }
      </LoadedContent>
      {isMaking && (
        <LinkDialog made={(link) => go(printPlace([...path, link.id]))} close={() => setMaking(false)} />
      )}
    </Page>
  );
}
