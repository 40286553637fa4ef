import { simulatedAccount } from '#acquirer/simulated/payments.ts';
import { isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { requireFound } from '#domain/outcome.ts';
import { languageOf } from '#http/request/request-language.ts';
import { baseUrl } from '#http/request/url.ts';
import { languages } from '#messages/languages.ts';
import { messageReader } from '#messages/read-messages.ts';
import { type AuthorizationOperation, getOperation } from '#store/transactions/operations.ts';
import { unsealReturn } from './method-return.ts';
import type { BankView } from './simulated-bank-page.ts';

const messagesIn = messageReader<'bank'>();

/** The payment that the simulated bank asks about. @throws NotFound for a state that is forged, too old, or of real money */
export async function paymentAtBank(state: string): Promise<AuthorizationOperation> {
  const { id } = requireFound(await unsealReturn(state));
  const operation = requireFound(await getOperation(id));
  const isTest = isSameAccount(operation.account, simulatedAccount) && operation.kind === 'authorize';
  return requireFound(isTest ? operation : undefined);
}

/** The content of a page of the simulated bank. */
export function viewOf(
  event: Parameters<typeof languageOf>[0] & Parameters<typeof baseUrl>[0],
  operation: AuthorizationOperation,
  state: string,
): BankView {
  const { name, locale } = languageOf(event, languages);
  return {
    ...{ operation, state, locale },
    action: `${baseUrl(event)}/payments/simulated-bank`,
    messages: messagesIn(name),
  };
}
