import { useState } from 'preact/hooks';
import { Facts } from '../parts/facts.tsx';
import { LoadedContent } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { countryName } from '../values/format.ts';
import { modeText } from '../values/names.ts';
import { t } from '../values/texts.ts';
import type { Merchant } from '../values/types.ts';
import { OwnNotices } from './notices.tsx';
import { Preview } from './preview.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The settings with the changes that are not saved yet; `logo` is undefined if it is not changed. */
interface Draft {
  merchant: Merchant;
  logo: string | undefined;
}

/** The merchant as customers see it, and how payments are taken. */
export function Settings() {
  const { merchant, posUrl } = useConsole();
  const path = `api/merchants/${merchant.id}`;
  const mayChange = usePermission()('PUT /merchants/{merchantId}');
  const [draft, setDraft] = useState<Draft>();
  const loaded = useLoad(
    path,
    async (signal) => (await call<{ merchant: Merchant }>('GET', path, { signal })).merchant,
  );
  return (
    <Page title={t.nav.settings} lead={t.settings.lead}>
      {!mayChange && <p class="notice warn">{t.settings.ownersOnly}</p>}
      <LoadedContent of={loaded}>
        {(whole) => (
          <div class="columns">
            <fieldset class="plain" disabled={!mayChange}>
              <legend class="unseen">{t.nav.settings}</legend>
              <SettingsForm
                key={whole.id}
                merchant={whole}
                path={path}
                onDraft={(merchant, logo) => setDraft({ merchant, logo })}
                reload={loaded.reload}
              />
            </fieldset>
            <div class="stack">
              <Preview
                of={{
                  ...(draft?.merchant ?? whole),
                  logo: draft?.logo ?? savedLogo(whole, posUrl),
                }}
              />
              <OwnNotices />
              <Fixed merchant={whole} />
            </div>
          </div>
        )}
      </LoadedContent>
    </Page>
  );
}

/** The URL of the logo that is saved. */
const savedLogo = ({ logo }: Merchant, posUrl: string): string | undefined =>
  logo ? posUrl + logo.path : undefined;

const Fixed = ({ merchant }: { merchant: Merchant }) => (
  <section class="sheet" aria-labelledby="fixed">
    <h2 id="fixed">{t.settings.fixed}</h2>
    <p class="hint">{t.settings.fixedHint}</p>
    <Facts
      of={[
        [t.settings.mode, modeText(merchant.test)],
        [t.links.currency, merchant.currency],
        [t.settings.website, merchant.website],
        [t.settings.country, countryName(merchant.company.country)],
        [t.settings.company, merchant.company.number],
        [t.settings.iban, merchant.bank.iban],
        [t.payment.id, <code key="id">{merchant.id}</code>],
        [t.settings.key, <code key="key">{merchant.key}</code>],
      ]}
    />
  </section>
);
