import { log } from '#observability/log.ts';
import { acquirerRefusal } from '#observability/metrics.ts';
import type { Decline } from '../decline.ts';
import type { Answer } from './client.ts';
import { declineOf, knownDeclineOf } from './declines.ts';

type Refusal = Extract<Answer<unknown>, { state: 'refused' }>;

/**
 * Distinguishes a declined card from a mistake on Florin's side. Stripe answers both with an HTTP error. Florin's
 * mistakes: its key was revoked (401), the key lacks a right or the account was disconnected (403), the account takes
 * no payments, or the request does not fit the API version (400, `invalid_request_error`).
 */
export function classifyRefusal(
  answer: Refusal,
):
  | { state: 'declined'; decline: Decline; reference: string | undefined }
  | { state: 'forbidden'; cause: string } {
  const { status, error } = answer;
  if (isFaultOfFlorin(answer)) {
    // `client.ts` has already counted the refusal of a key in the metrics.
    if (!isRefusedKey(status)) log('error', { stripe: 'Refused us', status, ...acquirerRefusal() });
    return { state: 'forbidden', cause: [status, error.code ?? error.type].filter(Boolean).join(' ') };
  }
  const reference = error.payment_intent?.id ?? error.setup_intent?.id;
  return { state: 'declined', decline: declineOf(error), reference };
}

/**
 * Whether Stripe refuses the key, its rights or the connected account
 * (https://docs.stripe.com/error-low-level#http-status-code-summary).
 */
export const isRefusedKey = (status: number): boolean => status === 401 || status === 403;

/** Parameters whose values come from the customer or the merchant. A wrong value there is no mistake of Florin's. */
const customerFields = /^(amount|card|billing_details|payment_method\b|customer$)/;

function isFaultOfFlorin({ status, error }: Refusal): boolean {
  if (isRefusedKey(status)) return true;
  if (error.type === 'card_error' || knownDeclineOf(error)) return false;
  // Mistakes of the caller: a stored card that Stripe has deleted, or an amount above what is left of a payment.
  const theirs = error.code === undefined || /^(resource_missing|parameter_invalid)/.test(error.code);
  return !(theirs && error.param !== undefined && customerFields.test(error.param));
}
