import type { DeclineAdvice } from '#domain/processing-error.ts';
import type { StripeError } from './client.ts';

/**
 * The advice with a decline: the bank's own, or that of the network's code or the reason of the decline
 * (https://docs.stripe.com/declines/card#retrying-issuer-declines). Returns undefined for a decline without advice.
 */
export function adviceOf({
  advice_code = '',
  network_advice_code = '',
  decline_code = '',
}: StripeError): DeclineAdvice | undefined {
  const networkAdvice = /^\w{2}$/.test(network_advice_code) ? network_advice_code : undefined;
  const given = [advice_code, decline_code, network_advice_code];
  const [advice] = meanings.find(([, words]) => given.some((word) => words.test(word))) ?? [];
  return advice || networkAdvice ? { advice, networkAdvice } : undefined;
}

/** Each advice with its words, the strictest first. */
const meanings: [NonNullable<DeclineAdvice['advice']>, RegExp][] = [
  ['do_not_try_again', /^(do_not_try_again|revocation_of_\w+|stop_payment_order|03|21)$/],
  ['try_again_later', /^(try_again_later|02|2[4-9]|30)$/],
  ['confirm_card_data', /^(confirm_card_data|new_account_information_available|01)$/],
];
