import type { PayerField } from '#domain/merchants/payer.ts';
import type { Method } from '#domain/methods/method.ts';
import { type Markup, markup } from '#html/markup.ts';
import type { PageMessages } from '#messages/messages.ts';
import type { Link } from './link.ts';
import type { PageData } from './page-data.ts';

/**
 * The data that the page asks the customer for, in addition to the card or the method. It asks for nothing at a till, where staff
 * would type it, and nothing if the link cannot be paid. Inline fields are inside a form that asks itself, so they ask only
 * for what a link of the server requires.
 */
export function askedPayerFields({ merchant, made, till, inline, ended }: Link): PayerField[] {
  const ofMerchant = inline ? [] : (merchant.ask ?? []);
  const asked = till || ended ? [] : (made?.ask ?? ofMerchant);
  return (['name', 'email'] as const).filter((field) => asked.includes(field));
}

/** The data that only some of the page's methods need. */
export const neededPayerFields = (link: Link, methods: readonly Method[]): PayerField[] => {
  const asked = askedPayerFields(link);
  return (['name', 'email'] as const).filter(
    (field) => !asked.includes(field) && methods.some(({ needs }) => needs.includes(field)),
  );
};

const inputs: Record<PayerField, Markup> = {
  name: markup`autocomplete="cc-name" autocapitalize="words" maxlength="100" dir="auto"`,
  email: markup`type="email" inputmode="email" autocomplete="email" maxlength="254" dir="ltr"`,
};

/**
 * Fields for the customer's name and address. They have no `name`, like those of the card, so that no form can send
 * them.
 */
export const payerFields = (
  fields: readonly PayerField[],
  { payer }: PageMessages,
  attributes = (_: PayerField): Markup | false => false,
): Markup[] =>
  fields.map(
    (
      field,
      index,
      { length },
    ) => markup`<div class="field"${attributes(field)}><label for="payer-${field}">${payer[field]}</label>
<input id="payer-${field}" ${inputs[field]} enterkeyhint="${index < length - 1 ? 'next' : 'go'}" autocorrect="off" spellcheck="false" required aria-describedby="payer-${field}-error">
<p class="error" id="payer-${field}-error"></p></div>`,
  );

/** The texts for fields of the customer's data. */
export function payerWords(
  fields: readonly PayerField[],
  { payer, receipt }: PageMessages,
): PageData['payer'] {
  const words = {
    name: { missing: payer.nameMissing, invalid: payer.nameInvalid },
    email: { missing: payer.emailMissing, invalid: receipt.mailInvalid },
  };
  return fields.length > 0 ? Object.fromEntries(fields.map((field) => [field, words[field]])) : undefined;
}
