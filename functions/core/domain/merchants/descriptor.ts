import type { Fault } from '../outcome.ts';

/**
 * Removes the characters that acquirers refuse in a statement descriptor: `<>\'"*`.
 *
 * @returns undefined for a descriptor without a letter, which acquirers refuse as well
 */
export function statementOf(descriptor: string): string | undefined {
  const statement = descriptor
    .replace(/['"]/g, '')
    .replace(/[<>\\*]/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return statement.length > 1 && /[a-z]/i.test(statement) ? statement : undefined;
}

/** The most characters that a bank statement shows, with the account's prefix. */
const longest = 22;

/**
 * The text for the customer's bank statement: the payment's own descriptor, else the merchant's. For real money this is
 * the exact text of the statement, so that receipts agree with it. The acquirer writes the account's prefix and `* `
 * before the text, and cuts off the end if both together are too long (docs/live-payments.md).
 */
export function descriptorFor(
  { test, descriptor, acquirer }: { test: boolean; descriptor: string; acquirer?: { prefix?: string } },
  own: string | undefined,
): string {
  const chosen = own || descriptor;
  if (test) return chosen;
  const statement = statementOf(chosen) ?? chosen;
  const start = acquirer?.prefix ? `${acquirer.prefix}* ` : '';
  return start + statement.slice(0, longest - start.length).trimEnd();
}

/** Removes the prefix, which the acquirer adds itself. */
export const withoutPrefix = (descriptor: string): string =>
  descriptor.slice(descriptor.indexOf('*') + 1).trimStart();

/**
 * Checks a merchant's own descriptor, which statements show unless a payment has another one. A live merchant's must be
 * acceptable to acquirers.
 */
export const ownDescriptorFaults = ({
  test,
  descriptor,
}: {
  test?: boolean;
  descriptor?: string;
}): Fault[] =>
  test || descriptor === undefined || statementOf(descriptor)
    ? []
    : [{ field: 'descriptor', message: 'Must have a letter: no bank statement shows it without one' }];

/**
 * Checks a descriptor that a server sends for one payment or capture of real money. Florin refuses one that it would
 * have to change, so that the statement shows exactly the text that was sent.
 */
export const statementFaults = (descriptor: string | undefined, field: string): Fault[] =>
  !descriptor || statementOf(descriptor) === descriptor
    ? []
    : [
        {
          field,
          message: `Must have a letter, none of <>\\'"*, and no needless space, for a bank statement to show it; got ${JSON.stringify(descriptor)}`,
        },
      ];
