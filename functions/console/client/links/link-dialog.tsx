import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Check, Field, Select } from '../parts/field.tsx';
import { faultOf, unshown } from '../requests/api.ts';
import { useMethodNames } from '../requests/method-names.ts';
import { useConsole } from '../requests/session.ts';
import { t } from '../values/texts.ts';
import type { Link } from '../values/types.ts';
import { useLinkForm } from './link-form.ts';
import { LinkTemplates } from './link-templates.tsx';

/** The currencies that shops use most. Any other currency can be used through the API. */
const currencies = ['EUR', 'DKK', 'SEK', 'NOK', 'GBP', 'USD', 'CHF', 'PLN', 'CZK', 'HUF', 'RON', 'JPY'];

/** The choices of how long a link can be paid, in days; an empty text means forever. */
const lives = ['1', '7', '30', ''];

/** Makes a payment link. */
export function LinkDialog({ made, close }: { made: (link: Link) => void; close: () => void }) {
  const state = useLinkForm(made);
  const { form, isBusy, error, fillIn, readTerms, submit, discard } = state;
  const rest = unshown(error, ['amount', 'text', 'reference', 'uses']);
  return (
    <Dialog title={t.links.make} canClose={!isBusy} onClose={close}>
      <form ref={form} onSubmit={submit} noValidate>
        <LinkTemplates read={readTerms} use={fillIn} />
        <LinkFields of={state} />
        <div role="alert">{rest && <p class="notice bad">{failureText(rest)}</p>}</div>
        <DialogFoot
          isBusy={isBusy}
          close={() => {
            discard();
            close();
          }}
        >
          <button type="submit" class="button main" aria-busy={isBusy}>
            {isBusy ? t.common.saving : t.links.make}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function LinkFields({
  of: { draft, capture, methods, amountFault, error, change },
}: {
  of: Pick<
    ReturnType<typeof useLinkForm>,
    'draft' | 'capture' | 'methods' | 'amountFault' | 'error' | 'change'
  >;
}) {
  const { merchant } = useConsole();
  const { currency, life } = draft;
  /** The properties of the field of a term that the user types. */
  const typed = (name: 'amount' | 'text' | 'reference' | 'uses') => ({
    value: draft[name],
    fault: faultOf(error, name),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  const amount = typed('amount');
  return (
    <>
      <div class="fields">
        <Field
          label={t.payments.amount}
          inputMode="decimal"
          autocomplete="off"
          {...amount}
          fault={amountFault ?? amount.fault}
        />
        <Select
          label={t.links.currency}
          value={currency}
          options={[...new Set([merchant.currency, currency, ...currencies])].map((code) => [code, code])}
          onChange={(value) => change({ currency: value })}
        />
      </div>
      <Field label={t.links.text} hint={t.links.textHint} maxLength={1024} {...typed('text')} />
      <Field
        label={`${t.payment.reference} (${t.common.optional})`}
        hint={t.links.referenceHint}
        maxLength={1024}
        {...typed('reference')}
      />
      <div class="fields">
        <Field label={t.links.uses} type="number" min={1} max={1000} {...typed('uses')} />
        <Select
          label={t.links.life}
          value={life}
          options={lives.map((days) => [days, days ? t.links.lives[days as '1'] : t.links.lives.ever])}
          onChange={(value) => change({ life: value })}
        />
      </div>
      <Check
        label={t.links.capture}
        hint={t.links.captureHint}
        checked={capture}
        onChange={(isOn) => change({ capture: isOn })}
      />
      <Methods chosen={methods} choose={(methods) => change({ methods })} />
    </>
  );
}

/** The methods that can pay the link beside cards. Nothing if the merchant offers none. */
function Methods({
  chosen,
  choose,
}: {
  chosen: readonly string[];
  choose: (methods: readonly string[]) => void;
}) {
  const methods = useMethodNames(useConsole().merchant.methods);
  if (methods.length === 0) return null;
  return (
    <fieldset class="plain stack">
      <legend>{t.settings.methods}</legend>
      {methods.map(({ type, name }) => (
        <Check
          key={type}
          label={name}
          checked={chosen.includes(type)}
          onChange={(isOn) => choose(isOn ? [...chosen, type] : chosen.filter((one) => one !== type))}
        />
      ))}
    </fieldset>
  );
}
