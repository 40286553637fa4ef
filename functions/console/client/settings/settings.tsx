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

/** Opens a dialog that the browser loads when the dialog is opened first. */
function useLateDialog<T>(load: () => Promise<T>) {
  const [dialog, setDialog] = useState<T>();
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy, error } = useAction();
  const open = () =>
    run(async () => {
      setDialog(dialog ?? (await loadPart(load)));
      setOpen(true);
    });
  return { dialog: isOpen ? dialog : undefined, open, close: () => setOpen(false), isBusy, error };
}

/** The values that never change, and the buttons that make a merchant with other ones and that find data of a customer. */
function Fixed({ merchant, path }: { merchant: Merchant; path: string }) {
  const may = usePermission();
  const another = useLateDialog(() => import('./another-merchant.tsx'));
  const customer = useLateDialog(() => import('./customer-data.tsx'));
  const error = another.error ?? customer.error;
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
      <div class="buttons">
        {may('POST /merchants/{merchantId}/merchants') && (
          <button type="button" class="button" aria-busy={another.isBusy} onClick={another.open}>
            {t.settings.makeAnother}
          </button>
        )}
        {may('PUT /merchants/{merchantId}/erasures') && (
          <button type="button" class="button" aria-busy={customer.isBusy} onClick={customer.open}>
            {t.settings.customerData}
          </button>
        )}
      </div>
      <div role="alert">{error && <p class="notice bad">{failureText(error)}</p>}</div>
      {another.dialog && (
        <another.dialog.AnotherMerchant like={merchant} path={`${path}/merchants`} close={another.close} />
      )}
      {customer.dialog && <customer.dialog.CustomerData path={path} close={customer.close} />}
    </section>
  );
}
