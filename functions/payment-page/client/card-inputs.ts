import { codeLengthOf } from '#domain/cards/security-code.ts';
import { schemeOf } from './card-number.ts';
import { digitsIn } from './digits.ts';
import { byId } from './dom.ts';

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
