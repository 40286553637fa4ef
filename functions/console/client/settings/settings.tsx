import { useState } from 'preact/hooks';
import { Facts } from '../parts/facts.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { LoadedContent } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { loadPart } from '../requests/load-part.ts';
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
              <Fixed merchant={whole} path={path} />
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

/** The dialog, once the browser has loaded it. */
let another: typeof import('./another-merchant.tsx') | undefined;

/** The values that never change, and the button that makes a merchant with other ones. */
function Fixed({ merchant, path }: { merchant: Merchant; path: string }) {
  const mayMake = usePermission()('POST /merchants/{merchantId}/merchants');
  const [isOpen, setOpen] = useState(false);
  const opening = useAction();
  const open = () =>
    opening.run(async () => {
      another ??= await loadPart(() => import('./another-merchant.tsx'));
      setOpen(true);
    });
  return (
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
      {mayMake && (
        <button type="button" class="button" aria-busy={opening.isBusy} onClick={open}>
          {t.settings.makeAnother}
        </button>
      )}
      <div role="alert">{opening.error && <p class="notice bad">{failureText(opening.error)}</p>}</div>
      {another && isOpen && (
        <another.AnotherMerchant like={merchant} path={`${path}/merchants`} close={() => setOpen(false)} />
      )}
    </section>
  );
}
