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
  const start = startOf(acquirer?.prefix);
  return start + cut(statement, start);
}

const startOf = (prefix: string | undefined): string => (prefix ? `${prefix}* ` : '');

const cut = (statement: string, start: string): string =>
  statement.slice(0, longest - start.length).trimEnd();

/** The account's prefix, if the descriptor begins with one. */
export const prefixOf = (descriptor: string): string | undefined => /^(.+)\* /.exec(descriptor)?.[1];

/** Removes the account's prefix from a descriptor, as the acquirer adds the prefix itself. */
export const withoutPrefix = (descriptor: string): string =>
  descriptor.slice(descriptor.indexOf('*') + 1).trimStart();

/**
 * Checks the descriptor of a merchant, which statements show unless a payment has its own. For a live merchant,
 * acquirers must accept it.
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
 * Checks a descriptor that a server sends for one payment or capture of real money. Florin refuses a descriptor with
 * characters that it would have to change. The account's prefix takes some of the statement's characters: Florin cuts
 * off the end of a descriptor that is too long for the rest, and refuses one that then has no letter.
 */
export function statementFaults(descriptor: string | undefined, field: string, prefix?: string): Fault[] {
  if (!descriptor) return [];
  const got = `got ${JSON.stringify(descriptor)}`;
  if (statementOf(descriptor) !== descriptor) {
    const message = `Must have a letter, none of <>\\'"*, and no needless space, for a bank statement to show it; ${got}`;
    return [{ field, message }];
  }
  const shown = cut(descriptor, startOf(prefix));
  if (statementOf(shown)) return [];
  const message = `Must have a letter in its first ${longest - startOf(prefix).length} characters, which is all that a bank statement shows after "${startOf(prefix)}"; ${got}`;
  return [{ field, message }];
}
