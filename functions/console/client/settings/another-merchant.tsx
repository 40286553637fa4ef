import { useState } from 'preact/hooks';
import { countries } from '#schemas/countries.ts';
import { fundingCurrencies } from '#schemas/funding-currencies.ts';
import { useEntry } from '../browser/drafts.ts';
import { go, printPlace } from '../browser/router.ts';
import { announce } from '../parts/announce.tsx';
import { Field, Select } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useAction, useIntentKey } from '../requests/action.ts';
import { call, faultOf, unshown } from '../requests/api.ts';
import { useConsole } from '../requests/session.ts';
import { askForSession } from '../requests/session-request.ts';
import { countryName } from '../values/format.ts';
import { modeText, nameOf } from '../values/names.ts';
import { fill, locale, t } from '../values/texts.ts';
import type { Merchant } from '../values/types.ts';

/** The fields of the form, by their names in the API. */
const fields = ['name', 'email', 'website', 'descriptor', 'company.number', 'bank.iban'] as const;

type FieldName = (typeof fields)[number];

type Entries = Record<FieldName | 'mode' | 'currency' | 'country', string>;

/** A second merchant of the same company often shares these values with the first. */
const entriesLike = ({ test, currency, email, website, descriptor, company }: Merchant): Entries => ({
  name: '',
  mode: test ? 'test' : 'live',
  currency,
  country: company.country,
  email,
  website,
  descriptor,
  'company.number': company.number ?? '',
  'bank.iban': '',
});

function bodyOf(typed: Entries) {
  const text = (name: FieldName) => typed[name].trim();
  const [number, iban] = [text('company.number'), text('bank.iban')];
  return {
    name: text('name'),
    test: typed.mode === 'test',
    currency: typed.currency,
    email: text('email'),
    website: text('website'),
    descriptor: text('descriptor'),
    company: { country: typed.country, ...(number && { number }) },
    ...(iban && { bank: { iban } }),
  };
}

/** The countries by their names in the user's language. */
const countryOptions = (): [string, string][] =>
  countries
    .map((code): [string, string] => [code, countryName(code)])
    .sort(([, one], [, other]) => one.localeCompare(other, locale));

/**
 * Waits until the session lists the new merchant. The list of a user's merchants may be a moment behind, and without the merchant
 * the console would say that the user has no access.
 */
async function waitUntilListed(id: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const { merchants } = await askForSession();
    if (merchants.some((one) => one.id === id)) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Makes another merchant, whose owner the user becomes, and opens it. */
export function AnotherMerchant({ like, path, close }: { like: Merchant; path: string; close: () => void }) {
  const { refresh } = useConsole();
  const [typed, setTyped] = useEntry<Entries>(path, entriesLike(like));
  const { isBusy, error, run } = useAction();
  const intent = useIntentKey();
  const [isTried, setTried] = useState(false);
  // The API takes a merchant without a name, but the list of merchants would then show only its id.
  const isNameless = typed.name.trim() === '';
  const set = (changes: Partial<Entries>) => {
    intent.next();
    setTyped({ ...typed, ...changes });
  };
  const submit = async () => {
    setTried(true);
    if (isNameless) return false;
    const isDone = await run(async () => {
      const { merchant } = await call<{ merchant: Merchant }>('POST', path, {
        body: bodyOf(typed),
        key: intent.key,
      });
      await waitUntilListed(merchant.id);
      await refresh();
      announce(fill(t.settings.anotherMade, { name: nameOf(merchant) }));
      go(printPlace([merchant.id, 'overview']));
    });
    if (isDone) close();
    return isDone;
  };
  const entry = (name: FieldName, label: string) => ({
    label,
    value: typed[name],
    fault: faultOf(error, name),
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [name]: currentTarget.value }),
  });
  return (
    <FormDialog
      title={t.settings.makeAnother}
      confirm={t.settings.makeAnother}
      isBusy={isBusy}
      error={unshown(error, fields)}
      submit={submit}
      close={close}
    >
      <p>{t.settings.anotherHint}</p>
      <Field
        {...entry('name', t.settings.name)}
        hint={t.settings.nameHint}
        maxLength={255}
        fault={isTried && isNameless ? t.faults.name : faultOf(error, 'name')}
      />
      <Select
        label={t.settings.mode}
        hint={t.settings.anotherMode}
        value={typed.mode}
        options={[
          ['test', modeText(true)],
          ['live', modeText(false)],
        ]}
        onChange={(mode) => set({ mode })}
      />
      <Select
        label={t.links.currency}
        value={typed.currency}
        options={fundingCurrencies.map((code) => [code, code])}
        onChange={(currency) => set({ currency })}
      />
      <Select
        label={t.settings.country}
        value={typed.country}
        options={countryOptions()}
        onChange={(country) => set({ country })}
      />
      <Field {...entry('email', t.settings.email)} type="email" maxLength={254} />
      <Field {...entry('website', t.settings.website)} maxLength={2048} />
      <Field
        {...entry('descriptor', t.settings.descriptor)}
        hint={t.settings.descriptorHint}
        maxLength={22}
      />
      <Field {...entry('company.number', `${t.settings.company} (${t.common.optional})`)} maxLength={64} />
      <Field {...entry('bank.iban', `${t.settings.iban} (${t.common.optional})`)} maxLength={64} />
    </FormDialog>
  );
}
