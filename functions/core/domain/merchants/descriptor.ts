import type { Fault } from '../outcome.ts';

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

/** The most characters that a bank statement shows, with the account's prefix. */
const longest = 22;

/**
 * The text for the customer's bank statement: the payment's own, else the merchant's. For real money it is what the
 * statement will say, so that no receipt says anything else: the acquirer writes the account's prefix and `* ` before
 * the text, whose end is cut off where both together are too long
 * (docs/live-payments.md).
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

/** The part of a descriptor that the acquirer is told: it writes the prefix itself. */
export const withoutPrefix = (descriptor: string): string =>
  descriptor.slice(descriptor.indexOf('*') + 1).trimStart();

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
