import { expiryDate, hasCardExpired } from '#domain/cards/card-expiry.ts';
import { passesLuhn } from '#domain/cards/luhn.ts';
import type { PageMessages } from '#messages/messages.ts';
import type { PageData } from '../../page-data.ts';
import { fill } from '../basics/dom.ts';
import { digitsOf, type FieldName, inputOf, lengthOfCode } from './inputs.ts';
import { isComplete, readExpiry, schemeOf } from './typed-card.ts';

/**
 * Makes a function that returns the fault of an input of the card, or an empty text. A test merchant accepts numbers
 * that are not real.
 */
export function makeFaultOf({
  schemes,
  messages: { errors },
  testCards,
}: PageData): (name: FieldName) => string {
  const test = testCards !== undefined;
  /** The faults of inputs that have a value. */
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
      const expiry = readExpiry(inputOf('expiry').value);
      if (!expiry) return errors.expiryInvalid;
      return hasCardExpired(expiryDate(expiry)) ? errors.expired : '';
    },
    code() {
      const { length } = digitsOf('code');
      return length === lengthOfCode() || (test && length === 3) ? '' : errors.codeInvalid;
    },
  };
  return (name) => (inputOf(name).value ? faults[name]() : errors[`${name}Missing`]);
}

/** Names the schemes that the merchant takes. */
export const schemesOnly = ({ numberScheme }: PageMessages['errors'], schemes: PageData['schemes']): string =>
  fill(numberScheme, { schemes: Object.values(schemes).join(', ') });
