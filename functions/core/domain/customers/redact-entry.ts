import type { AuditEntry } from '../console/audit.ts';
import type { Names, Person } from './person.ts';
import { erasedText, redactTexts } from './redact.ts';

/**
 * The requests of users that name a customer. Others keep their texts: an owner who has invited somebody must not be able
 * to hide that by erasing the person as a customer.
 */
const aboutCustomers =
  /\/(links|mails|customers\/\{customer\}\/cards\/\{cardId\}|captures|refunds|voids|increments)$/;

type Named = Pick<AuditEntry, 'action' | 'about' | 'fields'>;

/** Returns the parts of an audited request that name a customer, without the customer; undefined if it names none. */
export function redactEntry(
  { action, about, fields }: Named,
  { customer }: Person,
  names: Names,
): Partial<Pick<Named, 'about' | 'fields'>> | undefined {
  if (!aboutCustomers.test(action)) return undefined;
  const isCustomer = (name: string, text: unknown) =>
    name === 'customer' && text === customer && customer !== undefined;
  const redact = (value: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        isCustomer(name, one) ? erasedText : customer === undefined ? redactTexts(one, names) : one,
      ]),
    );
  const now = {
    about: redact(about) as AuditEntry['about'],
    fields: fields && redactJson(fields, redact, names),
  };
  return JSON.stringify(now) === JSON.stringify({ about, fields }) ? undefined : now;
}

/** The fields are JSON, or a text if they were too long. */
function redactJson(
  fields: string,
  redact: (value: Record<string, unknown>) => Record<string, unknown>,
  names: Names,
): string {
  try {
    const value = JSON.parse(fields);
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return JSON.stringify(redact(value));
  } catch {
    // Handled like any text.
  }
  return redactTexts(fields, names);
}
