import { codeLengthOf } from '#domain/cards/scheme.ts';
import { digitsIn } from '../basics/digits.ts';
import { byId } from '../basics/dom.ts';
import { isUsual, schemeOf } from './typed-card.ts';

export type FieldName = 'number' | 'expiry' | 'code';

/** The names of the card's inputs, in their order on the page. */
export const names: FieldName[] = ['number', 'expiry', 'code'];

export const inputOf = (name: FieldName) => byId<HTMLInputElement>(name);

export const digitsOf = (name: FieldName) => digitsIn(inputOf(name).value);

/** The saved card that the customer has chosen, if any. */
export const chosenCard = (): HTMLInputElement | undefined => {
  const radio = document.querySelector<HTMLInputElement>('[name=with]:checked');
  return radio?.value ? radio : undefined;
};

/** The number of digits in the security code of the chosen or typed card. */
export const lengthOfCode = (): number =>
  Number(chosenCard()?.dataset.code ?? codeLengthOf(schemeOf(digitsOf('number'))));

/**
 * After the page has moved the focus by itself, customers often press `Tab` out of habit. For this time, in
 * milliseconds, `Tab` is ignored.
 */
const habit = 1000;

const neighbour = (name: FieldName, step: number): HTMLInputElement | undefined => {
  const other = names[names.indexOf(name) + step];
  return other && inputOf(other);
};

/** Makes the functions that move the focus between the inputs of the card while the customer types. */
export function makeFocusMoves(faultOf: (name: FieldName) => string) {
  /** The time of the last automatic move of the focus, on the clock of events, which starts with the page. */
  let advanced = -habit;

  return {
    /**
     * Moves the focus to the next input when the customer has typed a complete value at the end of one. A paste or a
     * correction in the middle does not move the focus, and neither does a filled next input: customers who go back to
     * correct something stay there.
     */
    advance(name: FieldName): void {
      const { value, selectionStart } = inputOf(name);
      const next = neighbour(name, 1);
      if (!next || next.value || selectionStart !== value.length || faultOf(name)) return;
      if (name === 'number' && !isUsual(digitsOf(name))) return;
      next.focus();
      advanced = performance.now();
    },
    /** Goes back at Backspace, and ignores a `Tab` that would skip an input, as the focus has already moved. */
    followKey(name: FieldName, event: KeyboardEvent): void {
      if (event.key === 'Backspace' && !event.repeat) goBack(name, event);
      if (event.key === 'Tab' && !event.shiftKey && event.timeStamp - advanced < habit)
        event.preventDefault();
      advanced = -habit;
    },
  };
}

/** Backspace in an empty input goes to the end of the input before. The first press deletes nothing there. */
function goBack(name: FieldName, event: KeyboardEvent): void {
  const before = neighbour(name, -1);
  if (!before || inputOf(name).value || before.readOnly) return;
  event.preventDefault();
  before.focus();
  before.setSelectionRange(before.value.length, before.value.length);
}
