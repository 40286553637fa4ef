import type { Payer, PayerField } from '#domain/merchants/payer.ts';
import type { PageData } from '../../page-data.ts';
import { byId, showFault } from '../basics/dom.ts';

/**
 * Whether the address is complete. Browsers check the form of an address, but accept a host without a dot, which has
 * no mailboxes.
 */
export const isAddress = ({ value, validity }: HTMLInputElement): boolean =>
  validity.valid && /\.[^.]+$/.test(value.trim());

/**
 * Whether the text can be a name. Ten digits are probably a card number in the wrong field, which Florin would store in
 * plain text.
 */
const isName = ({ value }: HTMLInputElement): boolean => !/(\P{Nd}*\p{Nd}){10}/u.test(value);

const isRight: Record<PayerField, (input: HTMLInputElement) => boolean> = { name: isName, email: isAddress };

const inputOf = (field: PayerField) => byId<HTMLInputElement>(`payer-${field}`);

/** The text of a field without invisible characters, which a keyboard or an address book may have added. */
const textOf = (field: PayerField): string =>
  inputOf(field)
    .value.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

/** The fields that the merchant asks for in addition to the card; often none. They behave like the card's fields. */
export function makePayer({ payer = {} }: PageData) {
  const fields = Object.keys(payer) as PayerField[];
  /** The fields that are shown: a method can need others than a card. */
  const asked = () => fields.filter((field) => !inputOf(field).parentElement?.hidden);

  const faultOf = (field: PayerField): string => {
    if (!textOf(field)) return payer[field]?.missing ?? '';
    return isRight[field](inputOf(field)) ? '' : (payer[field]?.invalid ?? '');
  };
  const check = (field: PayerField) => showFault(`payer-${field}`, faultOf(field));

  for (const field of fields) {
    inputOf(field).addEventListener('input', () => {
      if (!faultOf(field)) check(field);
    });
    inputOf(field).addEventListener('blur', () => {
      if (inputOf(field).value) check(field);
    });
  }

  return {
    /** Whether all fields are complete. Shows the faults. @param focus whether the first fault gets the focus */
    isComplete(focus: boolean): boolean {
      asked().forEach(check);
      const wrong = asked().find(faultOf);
      if (wrong && focus) inputOf(wrong).focus();
      return !wrong;
    },
    read: (): Payer | undefined =>
      asked().length > 0 ? Object.fromEntries(asked().map((field) => [field, textOf(field)])) : undefined,
    fillIn(values: Payer = {}): void {
      for (const field of fields) inputOf(field).value = values[field] ?? '';
    },
    /** Shows the faults again, in the page's present language. */
    translate(): void {
      for (const field of fields) if (inputOf(field).getAttribute('aria-invalid') === 'true') check(field);
    },
    lock(locked: boolean): void {
      for (const field of fields) inputOf(field).readOnly = locked;
    },
  };
}
