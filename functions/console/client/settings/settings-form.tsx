import { useRef } from 'preact/hooks';
import { failureText } from '../parts/failure-notice.tsx';
import { Check, Field, Select, TextArea } from '../parts/field.tsx';
import { faultOf, unshown } from '../requests/api.ts';
import { fill, t } from '../values/texts.ts';
import { useLeaveWarning } from './leave-warning.tsx';
import { isColor } from './preview.tsx';
import { LogoField } from './settings-logo.tsx';
import { MethodChoice } from './settings-methods.tsx';
import { type FormProps, type SectionProps, useSettings } from './settings-state.ts';

export function SettingsForm(props: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const state = useSettings(props, form);
  const { isBusy, isChanged, error, save, discard } = state;
  const warning = useLeaveWarning(isChanged);
  const rest = unshown(error, [
    ...[
      'name',
      'email',
      'descriptor',
      'address',
      'terms',
      'privacy',
      'timeZone',
      'color',
      'logo',
      'methods',
      'refundLimit',
      'testAuthorizationDays',
    ],
  ]);
  const submit = (event: Event) => {
    event.preventDefault();
    return save();
  };
  return (
    <form ref={form} class="sheet" onSubmit={submit} noValidate>
      <ShownFields of={state} />
      <LogoField
        now={props.merchant.logo}
        draft={state.logo}
        refused={faultOf(error, 'logo')}
        choose={(logo) => state.set({ logo })}
      />
      <PaymentChecks of={state} />
      <MethodChoice of={state} />
      <RefundLimit of={state} />
      <Days of={state} />
      <MailChecks of={state} />
      <div role="alert">{rest && <p class="notice bad">{failureText(rest)}</p>}</div>
      <div class={`buttons${isChanged ? ' unsaved' : ''}`}>
        <button type="submit" class="button main" aria-busy={isBusy}>
          {isBusy ? t.common.saving : t.common.save}
        </button>
        {isChanged && (
          <>
            <button type="button" class="button" disabled={isBusy} onClick={discard}>
              {t.settings.discard}
            </button>
            <span>{t.settings.unsaved}</span>
          </>
        )}
      </div>
      {warning}
    </form>
  );
}

/** The fields that customers see on pages, in mails, and on bank statements. */
function ShownFields({ of: { draft, error, set } }: SectionProps) {
  /** The properties of the field of a text. */
  const textField = (name: 'name' | 'email' | 'descriptor' | 'address' | 'terms' | 'privacy' | 'color') => ({
    value: draft[name] ?? '',
    fault: faultOf(error, name),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value }),
  });
  return (
    <>
      <h2>{t.settings.shown}</h2>
      <Field label={t.settings.name} hint={t.settings.nameHint} maxLength={255} {...textField('name')} />
      <Field
        label={t.settings.email}
        hint={t.settings.emailHint}
        type="email"
        maxLength={254}
        {...textField('email')}
      />
      <Field
        label={t.settings.descriptor}
        hint={t.settings.descriptorHint}
        maxLength={22}
        {...textField('descriptor')}
      />
      <TextArea
        label={`${t.settings.address} (${t.common.optional})`}
        hint={t.settings.addressHint}
        maxLength={255}
        {...textField('address')}
      />
      {(['terms', 'privacy'] as const).map((name) => (
        <Field
          key={name}
          label={`${t.preview[name]} (${t.common.optional})`}
          hint={t.settings.linkHint}
          type="url"
          maxLength={2048}
          placeholder="https://"
          {...textField(name)}
          fault={faultOf(error, name) && t.faults.url}
        />
      ))}
      <Field
        label={`${t.settings.color} (${t.common.optional})`}
        hint={t.settings.colorHint}
        maxLength={7}
        placeholder="#1d4ed8"
        {...textField('color')}
        beside={
          <input
            type="color"
            aria-label={t.settings.pickColor}
            value={isColor(draft.color) ? draft.color : '#1d4ed8'}
            onInput={({ currentTarget }) => set({ color: currentTarget.value })}
          />
        }
      />
    </>
  );
}

/** The settings of payments: when Florin captures them, and what the page asks customers for. */
function PaymentChecks({ of }: SectionProps) {
  const { draft, set } = of;
  const ask = (what: 'name' | 'email', isAsked: boolean) =>
    set({ ask: isAsked ? [...draft.ask, what] : draft.ask.filter((one) => one !== what) });
  return (
    <>
      <h2>{t.settings.taking}</h2>
      <Check
        label={t.settings.capture}
        hint={t.settings.captureHint}
        checked={draft.capture}
        onChange={(capture) => set({ capture })}
      />
      <Check
        label={t.settings.consoleCapture}
        hint={t.settings.consoleCaptureHint}
        checked={draft.consoleCapture}
        onChange={(consoleCapture) => set({ consoleCapture })}
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
      {draft.test && <TestDays of={of} />}
    </>
  );
}

/** When authorizations of a test merchant end, as those of banks do. */
const TestDays = ({ of: { saved, draft, error, set } }: SectionProps) => (
  <Select
    label={t.settings.testDays}
    hint={t.settings.testDaysHint}
    fault={faultOf(error, 'testAuthorizationDays')}
    value={String(draft.testAuthorizationDays ?? 0)}
    options={[...new Set([0, 1, 3, 7, 14, 30, saved.testAuthorizationDays ?? 0])]
      .sort((a, b) => a - b)
      .map((days) => [String(days), days === 0 ? t.settings.testDaysNone : String(days)])}
    onChange={(days) => set({ testAuthorizationDays: Number(days) })}
  />
);

/** The amount above which a user must confirm their identity to refund. */
const RefundLimit = ({ of: { saved, limit, limitFault, error, set } }: SectionProps) => (
  <>
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
  </>
);

/** The time zone in which the merchant's days begin. */
const Days = ({ of: { saved, draft, error, set } }: SectionProps) => (
  <>
    <h2>{t.settings.days}</h2>
    <Select
      label={t.settings.timeZone}
      hint={t.settings.timeZoneHint}
      fault={faultOf(error, 'timeZone')}
      value={draft.timeZone}
      options={[...new Set([saved.timeZone, ...Intl.supportedValuesOf('timeZone')])]
        .sort()
        .map((zone) => [zone, zone.replaceAll('_', ' ')])}
      onChange={(timeZone) => set({ timeZone })}
    />
  </>
);

/** The mails that the merchant receives at its own address. */
const MailChecks = ({ of: { saved, draft, setNotification } }: SectionProps) => (
  <fieldset class="plain stack" aria-labelledby="mails">
    <h2 id="mails">{t.settings.mails}</h2>
    <p class="hint">{fill(t.settings.mailsHint, { email: saved.email })}</p>
    {(['disputes', 'payouts', 'summary'] as const).map((kind) => (
      <Check
        key={kind}
        label={t.settings.notifications[kind]}
        checked={draft.notifications[kind]}
        onChange={(isOn) => setNotification(kind, isOn)}
      />
    ))}
  </fieldset>
);
