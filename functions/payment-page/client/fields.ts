import { passesLuhn } from '#domain/cards/luhn.ts';
import { codeLengthOf } from '#domain/cards/security-code.ts';
import type { PageMessages } from '#messages/messages.ts';
import type { PageData } from '../payment-data.ts';
import { type Expiry, groupExpiry, isOver, readExpiry } from './card-expiry.ts';
import { groupNumber, isComplete, isUsual, schemeOf } from './card-number.ts';
import { digitsIn } from './digits.ts';
import { byId, fill, onEntry, showFault } from './dom.ts';

export type FieldName = 'number' | 'expiry' | 'code';

export interface Card {
  number: string;
  expiry?: Expiry;
  code: string;
  /** The saved card that the customer has chosen. Number and expiry are not typed then. */
  saved?: HTMLInputElement;
}

/** The saved card that the customer has chosen, if any. */
const chosenCard = (): HTMLInputElement | undefined => {
  const radio = document.querySelector<HTMLInputElement>('[name=with]:checked');
  return radio?.value ? radio : undefined;
};

const lengthOfCode = (number: string): number =>
  Number(chosenCard()?.dataset.code ?? codeLengthOf(schemeOf(number)));

const names: FieldName[] = ['number', 'expiry', 'code'];
const fieldOf = (name: FieldName) => byId<HTMLInputElement>(name);
/**
 * After the page has moved the focus by itself, customers often press `Tab` out of habit. For this time, in
 * milliseconds, `Tab` is ignored.
 */
const habit = 1000;

const neighbour = (name: FieldName, step: number): HTMLInputElement | undefined => {
  const other = names[names.indexOf(name) + step];
  return other && fieldOf(other);
};
const digitsOf = (name: FieldName) => digitsIn(fieldOf(name).value);

const formats: Record<FieldName, (text: string) => string> = {
  number: (text) => groupNumber(digitsIn(text).slice(0, 19)),
  expiry: groupExpiry,
  code: (text) => digitsIn(text).slice(0, 4),
};

/** The three fields of a card. A test merchant accepts numbers that are not real. */
export function makeFields({ schemes, messages: { errors }, testCards }: PageData) {
  const test = testCards !== undefined;
  const hint = byId('code-hint');
  /** The time of the last automatic move of the focus, on the clock of events, which starts with the page. */
  let advanced = -habit;

  for (const name of names) {
    // The customer or the browser may have filled in the field before this script ran.
    reformat(fieldOf(name), formats[name]);
    onEntry(fieldOf(name), (kind) => {
      reformat(fieldOf(name), formats[name]);
      if (name === 'number') markScheme();
      if (fieldOf(name).getAttribute('aria-invalid') === 'true' && !faultOf(name)) showFault(name, '');
      if (/^(insertText|compositionend)$/.test(kind)) advance(name);
    });
    fieldOf(name).addEventListener('keydown', (event) => {
      if (event.key === 'Backspace' && !event.repeat) goBack(name, event);
      // The focus has already moved, so this `Tab` would skip a field.
      if (event.key === 'Tab' && !event.shiftKey && event.timeStamp - advanced < habit)
        event.preventDefault();
      advanced = -habit;
    });
    // A fault shows when the customer leaves the field, rather than while they type. The fault of an empty field waits
    // for the button.
    fieldOf(name).addEventListener('blur', () => {
      if (fieldOf(name).value) showFault(name, faultOf(name));
    });
  }
  markScheme();
  document.addEventListener('change', markScheme);

  function markScheme(): void {
    const scheme = schemeOf(digitsOf('number'));
    for (const mark of document.querySelectorAll<SVGElement>('[data-scheme]'))
      mark.classList.toggle('off', scheme !== undefined && mark.dataset.scheme !== scheme);
    const long = lengthOfCode(digitsOf('number')) === 4;
    hint.textContent = (long ? hint.dataset.front : hint.dataset.back) ?? '';
    fieldOf('code').placeholder = long ? '1234' : '123';
  }

  /** Each returns the fault of a field with a value, or an empty text. */
  const faults: Record<FieldName, () => string> = {
    number() {
      const number = digitsOf('number');
      if (test) return number.length < 10 ? errors.numberInvalid : '';
      const scheme = schemeOf(number);
      if (!scheme || !schemes[scheme])
        return number.length < 4 ? errors.numberInvalid : schemesOnly(errors, schemes);
      return isComplete(number, scheme) && passesLuhn(number) ? '' : errors.numberInvalid;
    },
    expiry() {
      const expiry = readExpiry(fieldOf('expiry').value);
      if (!expiry) return errors.expiryInvalid;
      return isOver(expiry, new Date()) ? errors.expired : '';
    },
    code() {
      const { length } = digitsOf('code');
      const isRight = length === lengthOfCode(digitsOf('number')) || (test && length === 3);
      return isRight ? '' : errors.codeInvalid;
    },
  };
  const faultOf = (name: FieldName) => (fieldOf(name).value ? faults[name]() : errors[`${name}Missing`]);

  /**
   * Moves to the next field when the customer has typed a complete value at the end of one. A paste or a correction in
   * the middle does not move the focus, and neither does a filled next field: customers who go back to correct
   * something stay there.
   */
  function advance(name: FieldName): void {
    const { value, selectionStart } = fieldOf(name);
    const next = neighbour(name, 1);
    if (!next || next.value || selectionStart !== value.length || faultOf(name)) return;
    if (name === 'number' && !isUsual(digitsOf(name))) return;
    next.focus();
    advanced = performance.now();
  }

  /** Backspace in an empty field goes to the end of the field before. The first press deletes nothing there. */
  function goBack(name: FieldName, event: KeyboardEvent): void {
    const before = neighbour(name, -1);
    if (!before || fieldOf(name).value || before.readOnly) return;
    event.preventDefault();
    before.focus();
    before.setSelectionRange(before.value.length, before.value.length);
  }

  return {
    /** Returns the card, or undefined if there are faults. Faults show, and the first one gets the focus. */
    read(): Card | undefined {
      const saved = chosenCard();
      const wrong = (saved ? (['code'] as const) : names).filter((name) => {
        showFault(name, faultOf(name));
        return faultOf(name);
      });
      if (wrong[0]) {
        fieldOf(wrong[0]).focus();
        return undefined;
      }
      const code = digitsOf('code');
      if (saved) return { number: '', code, saved };
      return { number: digitsOf('number'), expiry: readExpiry(fieldOf('expiry').value), code };
    },
    /** Prevents changes of the card while it is being charged. */
    lock(locked: boolean): void {
      for (const name of names) fieldOf(name).readOnly = locked;
      (byId('saved') as HTMLElement | null)?.toggleAttribute('disabled', locked);
    },
    fillIn(card: Record<FieldName, string>): void {
      for (const name of names) {
        fieldOf(name).value = card[name];
        fieldOf(name).dispatchEvent(new Event('input'));
        showFault(name, '');
      }
    },
    clear(): void {
      for (const name of names) fieldOf(name).value = '';
    },
    /** Shows the faults again, in the page's present language. */
    retell(): void {
      markScheme();
      for (const name of names)
        if (fieldOf(name).getAttribute('aria-invalid') === 'true') showFault(name, faultOf(name));
    },
  };
}

/** Names the schemes that the merchant takes. */
export const schemesOnly = ({ numberScheme }: PageMessages['errors'], schemes: PageData['schemes']): string =>
  fill(numberScheme, { schemes: Object.values(schemes).join(', ') });

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
