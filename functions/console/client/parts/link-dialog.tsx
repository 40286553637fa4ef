import { useRef, useState } from 'preact/hooks';
import { useAction } from '../action.ts';
import { decimalMark, readAmount } from '../amount.ts';
import { call, faultOf, hasFaults } from '../api.ts';
import { useDraft } from '../drafts.ts';
import { decimalsOf, plainAmount } from '../format.ts';
import type { Terms } from '../link-templates.ts';
import { useConsole } from '../session.ts';
import { fill, locale, t } from '../texts.ts';
import type { Link, LinkTemplate } from '../types.ts';
import { announce } from './announce.tsx';
import { Dialog, DialogFoot } from './dialog.tsx';
import { failureText } from './failure-notice.tsx';
import { Field, focusFault, Select } from './field.tsx';
import { LinkTemplates } from './link-templates.tsx';

/** The currencies that shops use most. Any other currency can be used through the API. */
const currencies = ['EUR', 'DKK', 'SEK', 'NOK', 'GBP', 'USD', 'CHF', 'PLN', 'CZK', 'HUF', 'RON', 'JPY'];

/** The choices of how long a link can be paid, in days; an empty text means forever. */
const lives = ['1', '7', '30', ''];

interface Draft {
  amount: string;
  currency: string;
  text: string;
  reference: string;
  uses: string;
  life: string;
  /**
   * The key and the expiry in the latest request with these terms. A second attempt sends the same request, so that
   * it makes no second link.
   */
  sent?: { key: string; expires?: string };
}

/** Makes a payment link. */
export function LinkDialog({ made, close }: { made: (link: Link) => void; close: () => void }) {
  const { merchant, session } = useConsole();
  const [draft, setDraft] = useDraft<Draft>(`link.${session.user.id}.${merchant.id}`, {
    amount: '',
    currency: merchant.currency,
    text: '',
    reference: '',
    uses: '1',
    life: '30',
  });
  const { amount, currency, text, reference, uses, life } = draft;
  const [amountFault, setAmountFault] = useState<string>();
  const { isBusy, error, run } = useAction();
  const form = useRef<HTMLFormElement>(null);

  /** Changes the terms. Changed terms mean another link, so the earlier key is dropped. */
  const change = (terms: Partial<Draft>) => {
    const { sent: _, ...before } = draft;
    setDraft({ ...before, ...terms });
  };
  const edit =
    (name: 'amount' | 'text' | 'reference' | 'uses') =>
    ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value });

  const fillIn = (template: LinkTemplate) => {
    change({
      amount: template.amount === null ? '' : plainAmount(template.amount, template.currency),
      currency: template.currency,
      text: template.text ?? '',
      reference: template.reference ?? '',
      uses: String(template.uses ?? ''),
      life: String(template.days ?? ''),
    });
    setAmountFault(undefined);
  };

  /** The typed amount in minor units; undefined, with the focus on the field, if it cannot be read. */
  const readTyped = (): number | undefined => {
    const typed = readAmount(amount, decimalsOf(currency), decimalMark(locale));
    if (!('fault' in typed)) {
      setAmountFault(undefined);
      return typed.minor;
    }
    setAmountFault(fill(t.move.faults[typed.fault], { currency, decimals: decimalsOf(currency) }));
    focusFault(form.current);
    return undefined;
  };

  const readTerms = (): Terms | undefined => {
    const minor = amount.trim() === '' ? null : readTyped();
    if (minor === undefined) return undefined;
    return {
      ...{ amount: minor, currency, text: text.trim() || null, reference: reference.trim() || null },
      ...{ uses: Number(uses) || null, days: Number(life) || null },
    };
  };

  const submit = async (event: Event) => {
    event.preventDefault();
    const minor = readTyped();
    if (minor === undefined) return;
    const isMade = await run(async () => {
      const { key, ...ending } = draft.sent ?? {
        key: crypto.randomUUID(),
        ...(life && { expires: new Date(Date.now() + Number(life) * 86_400_000).toISOString() }),
      };
      setDraft({ ...draft, sent: { key, ...ending } });
      const body = {
        amount: minor,
        currency,
        ...(text.trim() && { text: text.trim() }),
        ...(reference.trim() && { reference: reference.trim() }),
        ...(uses && { uses: Number(uses) }),
        ...ending,
      };
      const path = `api/merchants/${merchant.id}/links`;
      const { link } = await call<{ link: Link }>('POST', path, { body, key });
      setDraft();
      announce(t.links.made);
      made(link);
    });
    if (!isMade) focusFault(form.current);
  };

  const rest = error && !hasFaults(error) ? error : undefined;
  return (
    <Dialog title={t.links.make} canClose={!isBusy} onClose={close}>
      <form ref={form} onSubmit={submit} noValidate>
        <LinkTemplates read={readTerms} use={fillIn} />
        <div class="fields">
          <Field
            label={t.payments.amount}
            inputMode="decimal"
            autocomplete="off"
            value={amount}
            fault={amountFault ?? faultOf(error, 'amount')}
            onInput={edit('amount')}
          />
          <Select
            label={t.links.currency}
            value={currency}
            options={[...new Set([merchant.currency, currency, ...currencies])].map((code) => [code, code])}
            onChange={(value) => change({ currency: value })}
          />
        </div>
        <Field
          label={t.links.text}
          hint={t.links.textHint}
          value={text}
          maxLength={1024}
          fault={faultOf(error, 'text')}
          onInput={edit('text')}
        />
        <Field
          label={`${t.payment.reference} (${t.common.optional})`}
          hint={t.links.referenceHint}
          value={reference}
          maxLength={1024}
          fault={faultOf(error, 'reference')}
          onInput={edit('reference')}
        />
        <div class="fields">
          <Field
            label={t.links.uses}
            type="number"
            min={1}
            max={1000}
            value={uses}
            fault={faultOf(error, 'uses')}
            onInput={edit('uses')}
          />
          <Select
            label={t.links.life}
            value={life}
            options={lives.map((days) => [days, days ? t.links.lives[days as '1'] : t.links.lives.ever])}
            onChange={(value) => change({ life: value })}
          />
        </div>
        <div role="alert">{rest && <p class="notice bad">{failureText(rest)}</p>}</div>
        <DialogFoot
          isBusy={isBusy}
          close={() => {
            setDraft();
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
