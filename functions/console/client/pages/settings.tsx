import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { countryName } from '../format.ts';
import { useLoad } from '../load.ts';
import { modeText } from '../merchant-name.ts';
import { Facts } from '../parts/facts.tsx';
import { LoadedContent } from '../parts/loading.tsx';
import { OwnNotices } from '../parts/notices.tsx';
import { Page } from '../parts/page.tsx';
import { type Branding, Preview } from '../parts/preview.tsx';
import { SettingsForm } from '../parts/settings/settings-form.tsx';
import { LogoForm } from '../parts/settings/settings-logo.tsx';
import { useConsole, usePermission } from '../session.ts';
import { t } from '../texts.ts';
import type { Merchant } from '../types.ts';

/** The merchant as customers see it, and how payments are taken. */
export function Settings() {
  const { merchant, posUrl } = useConsole();
  const path = `api/merchants/${merchant.id}`;
  const mayChange = usePermission()('PUT /merchants/{merchantId}');
  const [draft, setDraft] = useState<Merchant>();
  const [logo, setLogo] = useState<string>();
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
              <SettingsForm key={whole.id} merchant={whole} path={path} onDraft={setDraft} />
              <LogoForm merchant={whole} path={path} draft={logo} choose={setLogo} reload={loaded.reload} />
            </fieldset>
            <div class="stack">
              <Preview of={brandingOf(draft ?? whole, logo ?? savedLogo(whole, posUrl))} />
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

const brandingOf = (merchant: Merchant, logo: string | undefined): Branding => ({ ...merchant, logo });

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
