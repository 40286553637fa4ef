import { useEffect, useRef, useState } from 'preact/hooks';
import { useAction } from '../action.ts';
import { decimalMark, readAmount, type Typed } from '../amount.ts';
import { call, faultOf, hasFaults } from '../api.ts';
import { toBase64 } from '../base64.ts';
import { changesOf } from '../changes.ts';
import { useDraft } from '../drafts.ts';
import { countryName, decimalsOf, plainAmount } from '../format.ts';
import { useLoad } from '../load.ts';
import { announce } from '../parts/announce.tsx';
import { Facts } from '../parts/facts.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Check, Field, focusFault, TextArea } from '../parts/field.tsx';
import { LoadedContent } from '../parts/loading.tsx';
import { modeText } from '../parts/mode.tsx';
import { OwnNotices } from '../parts/notices.tsx';
import { Page } from '../parts/page.tsx';
import { type Branding, isColor, Preview } from '../parts/preview.tsx';
import { useConsole, usePermission } from '../session.ts';
import { fill, locale, t } from '../texts.ts';
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
              <Form key={whole.id} merchant={whole} path={path} onDraft={setDraft} />
              <Logo merchant={whole} path={path} draft={logo} choose={setLogo} reload={loaded.reload} />
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

interface FormProps {
  merchant: Merchant;
  path: string;
  /** Called for each change that is not saved yet. */
  onDraft: (draft: Merchant) => void;
}

/** The fields that the user has changed and not saved. All other fields follow the saved merchant. */
interface Edits extends Partial<Omit<Merchant, 'notifications'>> {
  notifications?: Partial<Merchant['notifications']>;
  /** The refund limit as it was typed. */
  limit?: string;
}

const noEdits: Edits = {};

const edited = (saved: Merchant, { limit: _, notifications, ...others }: Edits): Merchant => ({
  ...saved,
  ...others,
  notifications: { ...saved.notifications, ...notifications },
});

function Form({ merchant, path, onDraft }: FormProps) {
  const { refresh, session } = useConsole();
  const [saved, setSaved] = useState(merchant);
  const [edits, setEdits] = useDraft<Edits>(`settings.${session.user.id}.${merchant.id}`, noEdits);
  const draft = edited(saved, edits);
  const { isBusy, error, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => onDraft(draft), [saved, edits]);
  const set = (change: Edits) => setEdits({ ...edits, ...change });
  const limit = edits.limit ?? limitText(saved);
  const [limitFault, setLimitFault] = useState<string>();
  const typed = readLimit(limit, merchant.currency);
  const next = 'fault' in typed ? draft : { ...draft, refundLimit: typed.minor };
  const changes = changesIn(saved, next);
  const isChanged = Object.keys(changes).length > 0 || 'fault' in typed;
  const discard = () => {
    setEdits();
    setLimitFault(undefined);
  };
  const ask = (what: 'name' | 'email', isAsked: boolean) =>
    set({ ask: isAsked ? [...draft.ask, what] : draft.ask.filter((one) => one !== what) });

  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isChanged) return announce(t.settings.unchanged);
    const { currency } = merchant;
    setLimitFault(
      'fault' in typed
        ? fill(t.move.faults[typed.fault], { currency, decimals: decimalsOf(currency) })
        : undefined,
    );
    if ('fault' in typed) return focusFault(form.current);
    const isDone = await run(async () => {
      await call('PUT', path, { body: changes });
      setSaved(next);
      setEdits();
      announce(t.settings.saved);
    });
    if (isDone && changes.name !== undefined) await refresh();
    if (!isDone) focusFault(form.current);
  };
  const rest = error && !hasFaults(error) ? error : undefined;
  return (
    <form ref={form} class="sheet" onSubmit={submit} noValidate>
      <h2>{t.settings.shown}</h2>
      <Field
        label={t.settings.name}
        hint={t.settings.nameHint}
        value={draft.name ?? ''}
        maxLength={255}
        fault={faultOf(error, 'name')}
        onInput={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <Field
        label={t.settings.email}
        hint={t.settings.emailHint}
        type="email"
        value={draft.email}
        maxLength={254}
        fault={faultOf(error, 'email')}
        onInput={({ currentTarget }) => set({ email: currentTarget.value })}
      />
      <Field
        label={t.settings.descriptor}
        hint={t.settings.descriptorHint}
        value={draft.descriptor}
        maxLength={22}
        fault={faultOf(error, 'descriptor')}
        onInput={({ currentTarget }) => set({ descriptor: currentTarget.value })}
      />
      <TextArea
        label={`${t.settings.address} (${t.common.optional})`}
        hint={t.settings.addressHint}
        value={draft.address ?? ''}
        maxLength={255}
        fault={faultOf(error, 'address')}
        onInput={({ currentTarget }) => set({ address: currentTarget.value })}
      />
      <Field
        label={`${t.settings.color} (${t.common.optional})`}
        hint={t.settings.colorHint}
        value={draft.color ?? ''}
        maxLength={7}
        placeholder="#1d4ed8"
        fault={faultOf(error, 'color')}
        onInput={({ currentTarget }) => set({ color: currentTarget.value })}
        beside={
          <input
            type="color"
            aria-label={t.settings.pickColor}
            value={isColor(draft.color) ? draft.color : '#1d4ed8'}
            onInput={({ currentTarget }) => set({ color: currentTarget.value })}
          />
        }
      />
      <h2>{t.settings.taking}</h2>
      <Check
        label={t.settings.capture}
        hint={t.settings.captureHint}
        checked={draft.capture}
        onChange={(capture) => set({ capture })}
      />
      <Check
        label={t.settings.askName}
        checked={draft.ask.includes('name')}
        onChange={(is) => ask('name', is)}
      />
      <Check
        label={t.settings.askEmail}
        checked={draft.ask.includes('email')}
        onChange={(is) => ask('email', is)}
      />
      <h2>{t.settings.refunds}</h2>
      <Field
        label={`${t.settings.refundLimit} (${t.common.optional})`}
        hint={fill(t.settings.refundLimitHint, { currency: saved.currency })}
        inputMode="decimal"
        autocomplete="off"
        value={limit}
        fault={limitFault ?? faultOf(error, 'refundLimit')}
        onInput={({ currentTarget }) => set({ limit: currentTarget.value })}
      />
      <h2>{t.settings.mails}</h2>
      <p class="hint">{fill(t.settings.mailsHint, { email: saved.email })}</p>
      {(['disputes', 'payouts', 'summary'] as const).map((kind) => (
        <Check
          key={kind}
          label={t.settings.notifications[kind]}
          checked={draft.notifications[kind]}
          onChange={(is) => set({ notifications: { ...edits.notifications, [kind]: is } })}
        />
      ))}
      <div role="alert">{rest && <p class="notice bad">{failureText(rest)}</p>}</div>
      <div class="buttons">
        <button type="submit" class="button main" aria-busy={isBusy}>
          {isBusy ? t.common.saving : t.common.save}
        </button>
        {isChanged && (
          <button type="button" class="button" disabled={isBusy} onClick={discard}>
            {t.settings.discard}
          </button>
        )}
      </div>
    </form>
  );
}

const limitText = ({ refundLimit, currency }: Merchant): string =>
  refundLimit === 0 ? '' : plainAmount(refundLimit, currency);

/** Reads the limit that a user has typed. An empty text means no limit, and is sent as 0. */
const readLimit = (text: string, currency: string): Typed =>
  text.trim() === '' ? { minor: 0 } : readAmount(text, decimalsOf(currency), decimalMark(locale));

const names = ['name', 'email', 'descriptor', 'address', 'color', 'capture', 'ask', 'refundLimit'] as const;

const fieldsOf = (merchant: Merchant) =>
  Object.fromEntries(names.map((name) => [name, merchant[name] ?? '']));

function changesIn(saved: Merchant, draft: Merchant): Partial<Record<keyof Merchant, unknown>> {
  const notifications = changesOf(saved.notifications, draft.notifications);
  return {
    ...changesOf(fieldsOf(saved), fieldsOf(draft)),
    ...(Object.keys(notifications).length > 0 && { notifications }),
  };
}

/** The largest file of a logo, in bytes. */
const largest = 64 * 1024;

interface LogoProps {
  merchant: Merchant;
  path: string;
  /** A chosen file that is not saved yet, as a `data:` URL. */
  draft: string | undefined;
  choose: (draft: string | undefined) => void;
  reload: () => Promise<void>;
}

function Logo({ merchant, path, draft, choose, reload }: LogoProps) {
  const { posUrl } = useConsole();
  const { isBusy, error, run } = useAction();
  const [fault, setFault] = useState<string>();
  const send = (logo: string) =>
    run(async () => {
      await call('PUT', path, { body: { logo } });
      announce(t.settings.saved);
      await reload();
      choose(undefined);
    });
  const read = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    input.value = '';
    const isGood = file.type === 'image/png' && file.size <= largest;
    setFault(isGood ? undefined : t.settings.logoFault);
    if (isGood) choose(pngPrefix + toBase64(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <section class="sheet stack" aria-labelledby="logo">
      <h2 id="logo">{t.settings.logo}</h2>
      {merchant.logo && (
        <img
          class="logo"
          src={posUrl + merchant.logo.path}
          width={merchant.logo.width}
          height={merchant.logo.height}
          alt={t.settings.logoNow}
        />
      )}
      <Field
        label={t.settings.logoFile}
        hint={t.settings.logoHint}
        type="file"
        accept="image/png"
        fault={fault ?? (faultOf(error, 'logo') && t.settings.logoFault)}
        onChange={({ currentTarget }) => read(currentTarget)}
      />
      <div role="alert">
        {error && !faultOf(error, 'logo') && <p class="notice bad">{failureText(error)}</p>}
      </div>
      <div class="buttons">
        {draft && (
          <>
            <button
              type="button"
              class="button main"
              aria-busy={isBusy}
              onClick={() => send(draft.slice(pngPrefix.length))}
            >
              {t.preview.saveLogo}
            </button>
            <button type="button" class="button" disabled={isBusy} onClick={() => choose(undefined)}>
              {t.settings.discard}
            </button>
          </>
        )}
        {merchant.logo && !draft && (
          <button type="button" class="button" aria-busy={isBusy} onClick={() => send('')}>
            {t.settings.logoRemove}
          </button>
        )}
      </div>
    </section>
  );
}

const pngPrefix = 'data:image/png;base64,';

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
