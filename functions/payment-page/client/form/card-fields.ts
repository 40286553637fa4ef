import type { CardExpiry } from '#domain/cards/card-expiry.ts';
import type { PageData } from '../../page-data.ts';
import { digitsIn } from '../basics/digits.ts';
import { byId, onEntry, showFault } from '../basics/dom.ts';
import { makeFaultOf } from './input-faults.ts';
import {
  chosenCard,
  digitsOf,
  type FieldName,
  inputOf,
  lengthOfCode,
  makeFocusMoves,
  names,
} from './inputs.ts';
import { groupExpiry, groupNumber, readExpiry, schemeOf } from './typed-card.ts';

export interface Card {
  number: string;
  expiry?: CardExpiry;
  code: string;
  /** The saved card that the customer has chosen. Number and expiry are not typed then. */
  saved?: HTMLInputElement;
}

const formats: Record<FieldName, (text: string) => string> = {
  number: (text) => groupNumber(digitsIn(text).slice(0, 19)),
  expiry: groupExpiry,
  code: (text) => digitsIn(text).slice(0, 4),
};

/** Marks the scheme of the typed number, and shows where its security code is. */
function markScheme(): void {
  const hint = byId('code-hint');
  const scheme = schemeOf(digitsOf('number'));
  for (const mark of document.querySelectorAll<SVGElement>('[data-scheme]'))
    mark.classList.toggle('off', scheme !== undefined && mark.dataset.scheme !== scheme);
  const long = lengthOfCode() === 4;
  hint.textContent = (long ? hint.dataset.front : hint.dataset.back) ?? '';
  inputOf('code').placeholder = long ? '1234' : '123';
}

const isMarkedWrong = (name: FieldName): boolean => inputOf(name).getAttribute('aria-invalid') === 'true';

/** The three inputs of a card. */
export function makeFields(data: PageData) {
  const faultOf = makeFaultOf(data);
  const focus = makeFocusMoves(faultOf);
  const check = (name: FieldName) => showFault(name, faultOf(name));

  for (const name of names) {
    const input = inputOf(name);
    // The customer or the browser may have filled in the field before this script ran.
    reformat(input, formats[name]);
    onEntry(input, (kind) => {
      reformat(input, formats[name]);
      if (name === 'number') markScheme();
      if (isMarkedWrong(name) && !faultOf(name)) showFault(name, '');
      if (/^(insertText|compositionend)$/.test(kind)) focus.advance(name);
    });
    input.addEventListener('keydown', (event) => focus.followKey(name, event));
    // A fault shows when the customer leaves the field, rather than while they type. The fault of an empty field waits
    // for the button.
    input.addEventListener('blur', () => {
      if (input.value) check(name);
    });
  }
  markScheme();
  document.addEventListener('change', markScheme);

  return {
    /** Returns the card, or undefined if there are faults. Faults show, and the first one gets the focus. */
    read(): Card | undefined {
      const saved = chosenCard();
      const typed: readonly FieldName[] = saved ? ['code'] : names;
      typed.forEach(check);
      const wrong = typed.find(faultOf);
      if (wrong) {
        inputOf(wrong).focus();
        return undefined;
      }
      const code = digitsOf('code');
      if (saved) return { number: '', code, saved };
      return { number: digitsOf('number'), expiry: readExpiry(inputOf('expiry').value), code };
    },
    /** Prevents changes of the card while it is being charged. */
    lock(locked: boolean): void {
      for (const name of names) inputOf(name).readOnly = locked;
      for (const choice of document.querySelectorAll('fieldset')) choice.disabled = locked;
    },
    fillIn(card: Record<FieldName, string>): void {
      for (const name of names) {
        inputOf(name).value = card[name];
        inputOf(name).dispatchEvent(new Event('input'));
        showFault(name, '');
      }
    },
    clear(): void {
      for (const name of names) inputOf(name).value = '';
    },
    /** Shows the faults again, in the page's present language. */
    translate(): void {
      markScheme();
      names.filter(isMarkedWrong).forEach(check);
    },
  };
}

/**
 * The card in the form in which it may be shown. In test mode any number can be a card, and the server treats one of
 * an unknown scheme as a Visa.
 */
export const mask = ({ schemes }: PageData, { number, saved }: Card): string =>
  saved?.dataset.label ?? `${schemes[schemeOf(number) ?? 'visa'] ?? schemes.visa} •••• ${number.slice(-4)}`;

export type Fields = ReturnType<typeof makeFields>;

/** Formats the typed text, and keeps the cursor after the same digit. */
function reformat(field: HTMLInputElement, format: (text: string) => string): void {
  const { value, selectionStart } = field;
  const formatted = format(value);
  if (formatted === value) return;
  const end = selectionStart === null || selectionStart >= value.length;
  // If the customer has just erased a separator at the end of the text, the separator must not come back.
  const before = digitsIn(format(value.slice(0, selectionStart ?? 0))).length;
  field.value = formatted;
  if (end || document.activeElement !== field) return;
  let cursor = 0;
  for (let digits = 0; cursor < formatted.length && digits < before; cursor++)
    if (/\d/.test(formatted[cursor] ?? '')) digits++;
  field.setSelectionRange(cursor, cursor);
}
