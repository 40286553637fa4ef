import { statementOf } from '#domain/merchants/descriptor.ts';
import type { Form } from '../api/client.ts';

/**
 * The field for the text of the customer's statement. A card's has the account's prefix before it. The text of another
 * method has no prefix; Stripe refuses one of less than five characters, and without the field writes the account's own
 * (https://docs.stripe.com/get-started/account/statement-descriptors).
 */
export function statementFieldOf(descriptor: string, isMethod: boolean): Form {
  const statement = statementOf(descriptor);
  if (!isMethod) return { statement_descriptor_suffix: statement };
  return statement && statement.length >= 5 ? { statement_descriptor: statement } : {};
}
