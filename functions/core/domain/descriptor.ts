import type { Fault } from './outcome.ts';

/**
 * A descriptor as an acquirer is told it: without the characters that acquirers refuse, which are `<>\'"*`.
 *
 * @returns undefined for a descriptor without a letter: the acquirer refuses it
 */
export function statementOf(descriptor: string): string | undefined {
  const statement = descriptor
    .replace(/['"]/g, '')
    .replace(/[<>\\*]/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return statement.length > 1 && /[a-z]/i.test(statement) ? statement : undefined;
}

/**
 * The text for the customer's bank statement: the payment's own, else the merchant's. For real money it is what the
 * acquirer is told, so that no receipt says anything else.
 */
export function descriptorFor(
  { test, descriptor }: { test: boolean; descriptor: string },
  own: string | undefined,
): string {
  const chosen = own || descriptor;
  return test ? chosen : (statementOf(chosen) ?? chosen);
}

/** A merchant's own descriptor stands on statements wherever no other is sent: so that of a live one must be fit for that. */
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

/** A descriptor that a server sends for one payment or capture of real money is told as it stands, or refused. */
export const statementFaults = (descriptor: string | undefined, field: string): Fault[] =>
  !descriptor || statementOf(descriptor) === descriptor
    ? []
    : [
        {
          field,
          message: `Must have a letter, none of <>\\'"*, and no needless space, for a bank statement to show it; got ${JSON.stringify(descriptor)}`,
        },
      ];
