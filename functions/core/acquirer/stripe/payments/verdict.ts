import { daySeconds } from '#basics/time.ts';
import type { DeclineAdvice } from '#domain/processing-error.ts';
import type { AuthorizationOutcome, CustomerAction } from '../../acquirer.ts';
import type { Decline } from '../../decline.ts';
import { declineOf, declineOfMethod } from '../api/classify-refusal.ts';
import type { StripeError } from '../api/client.ts';
import { adviceOf } from '../api/decline-advice.ts';
import {
  type Charge,
  dateOf,
  lastSecond,
  type NextAction,
  type PaymentIntent,
  type SetupIntent,
  type ThreeDSecure,
} from '../api/shapes.ts';
import type { StripeMethod } from '../methods.ts';

/** The outcome that an intent's state means, and whether the intent must be cancelled first. */
export interface Verdict {
  outcome: AuthorizationOutcome;
  cancel?: true;
}

/**
 * Returns the outcome of an intent's state. Florin makes, confirms and later captures an intent
 * (https://docs.stripe.com/payments/paymentintents/lifecycle).
 *
 * @param method the row of the method that pays; absent for a card
 */
export function verdictOf(intent: PaymentIntent | SetupIntent, method?: StripeMethod): Verdict {
  const { id: reference, status, metadata } = intent;
  const tds = tdsOf(intent);
  const url = urlOf(intent.next_action);
  switch (status) {
    case 'requires_capture':
    case 'succeeded': {
      // If the merchant requires full 3-D Secure, a payment without it is declined.
      if (metadata.tds === 'full' && tds !== 'full')
        return {
          outcome: { state: 'declined', decline: 'TDSECURE_REQUIRED', reference, tds },
          cancel: status === 'requires_capture' || undefined,
        };
      const payment = {
        reference,
        manyCaptures: takesManyCaptures(intent),
        captured: isCapturedAtOnce(intent),
        method: method?.type,
        increments: takesIncrements(intent),
        captureBefore: captureBeforeOf(intent, method),
      };
      return { outcome: { state: 'approved', payment, credential: credentialOf(intent), tds } };
    }
    case 'requires_action':
      if (method) return { outcome: { state: 'challenge', reference, ...actionAt(url) } };
      if (url) return { outcome: { state: 'challenge', reference, url } };
      // No customer is present for the challenge.
      return { outcome: { state: 'declined', decline: 'TDSECURE_REQUIRED', reference }, cancel: true };
    case 'requires_payment_method': {
      const error = errorOf(intent);
      if (!error) return { outcome: { state: 'absent', reference } };
      return { outcome: { state: 'declined', ...declineIn(intent, error, method), reference, tds } };
    }
    case 'requires_confirmation':
      return { outcome: { state: 'absent', reference } };
    case 'canceled': {
      const error = errorOf(intent);
      const declined: Declined = error
        ? declineIn(intent, error, method)
        : { decline: metadata.tds ? 'TDSECURE_REQUIRED' : 'PAYMENT_REJECTED' };
      return { outcome: { state: 'declined', ...declined, reference, tds } };
    }
    case 'processing':
      // The customer has agreed, and the provider of the method answers later.
      if (method) return { outcome: { state: 'challenge', reference, kind: 'wait' } };
      return { outcome: { state: 'unknown', cause: status } };
    default:
      return { outcome: { state: 'unknown', cause: status } };
  }
}

/** The page of an action, which Stripe names in different fields; undefined for an action without a page. */
const urlOf = (action: NextAction | null | undefined): string | undefined =>
  action?.redirect_to_url?.url ?? action?.swish_handle_redirect_or_display_qr_code?.hosted_instructions_url;

/** A method's page refuses iframes. Without a page, the customer's app asks them. */
const actionAt = (url: string | undefined): CustomerAction =>
  url ? { kind: 'page', url } : { kind: 'wait' };

/** Whether Stripe has captured the whole amount with the approval, because Florin has asked for that. */
export const isCapturedAtOnce = (intent: PaymentIntent | SetupIntent): true | undefined =>
  (!isSetup(intent) && intent.status === 'succeeded' && intent.capture_method === 'automatic') || undefined;

export const isSetup = (intent: PaymentIntent | SetupIntent): intent is SetupIntent =>
  intent.id.startsWith('seti_');

const errorOf = (intent: PaymentIntent | SetupIntent) =>
  isSetup(intent) ? intent.last_setup_error : intent.last_payment_error;

interface Declined {
  decline: Decline;
  advice?: DeclineAdvice;
}

/** Declines that give no specific reason. */
const unspecific: ReadonlySet<Decline> = new Set(['PAYMENT_REJECTED', 'PAYMENT_REJECTED_BY_ISSUER']);

/**
 * The reason of a decline. Many banks decline a wrong security code without a reason, but say that the code was wrong
 * (https://docs.stripe.com/api/charges/object, `checks`). Any other reason stays: it says nothing about the code, so that
 * an attacker learns nothing about it either.
 */
function declineIn(
  intent: PaymentIntent | SetupIntent,
  error: StripeError,
  method: StripeMethod | undefined,
): Declined {
  if (method) return { decline: declineOfMethod(error) };
  const decline = declineOf(error);
  const isWrong = !isSetup(intent) && cardOf(intent)?.checks?.cvc_check === 'fail';
  return isWrong && unspecific.has(decline)
    ? { decline: 'PAYMENT_CARD_SECURITY_CODE_INVALID' }
    : { decline, advice: adviceOf(error) };
}

const chargeOf = ({ latest_charge }: PaymentIntent): Charge | undefined =>
  typeof latest_charge === 'object' ? (latest_charge ?? undefined) : undefined;

/** The card of a charged payment, with the answers of its bank and the abilities of the payment. */
const cardOf = (intent: PaymentIntent) => chargeOf(intent)?.payment_method_details?.card;

const takesManyCaptures = (intent: PaymentIntent | SetupIntent): boolean =>
  !isSetup(intent) && cardOf(intent)?.multicapture?.status === 'available';

const takesIncrements = (intent: PaymentIntent | SetupIntent): true | undefined =>
  (!isSetup(intent) && cardOf(intent)?.incremental_authorization?.status === 'available') || undefined;

/**
 * The time when the bank releases the uncaptured rest (https://docs.stripe.com/api/charges/object, `capture_before`).
 * An unreadable time is omitted, as the payment is valid without it. Stripe tells it for cards alone, and states the
 * days of other methods.
 */
export function captureBeforeOf(
  intent: PaymentIntent | SetupIntent,
  method?: StripeMethod,
): string | undefined {
  if (isSetup(intent) || intent.status !== 'requires_capture') return undefined;
  const { created = Number.NaN } = chargeOf(intent) ?? {};
  const seconds =
    cardOf(intent)?.capture_before ?? (method?.captureDays && created + method.captureDays * daySeconds);
  return Number.isInteger(seconds) && Number(seconds) > 0 && Number(seconds) <= lastSecond
    ? dateOf(Number(seconds))
    : undefined;
}

function tdsOf(intent: PaymentIntent | SetupIntent): 'full' | 'attempt' | undefined {
  const made = isSetup(intent)
    ? typeof intent.latest_attempt === 'object' && intent.latest_attempt?.payment_method_details?.card
    : cardOf(intent);
  return made ? levels[made.three_d_secure?.result ?? ''] : undefined;
}

/** https://docs.stripe.com/api/charges/object, `three_d_secure.result`. */
const levels: Record<NonNullable<ThreeDSecure['result']>, 'full' | 'attempt'> = {
  authenticated: 'full',
  attempt_acknowledged: 'attempt',
};

/** The credential for later charges, if the customer has agreed to them. */
function credentialOf(intent: PaymentIntent | SetupIntent) {
  const kept = isSetup(intent) || intent.setup_future_usage;
  if (!kept || !intent.payment_method) return undefined;
  return { reference: intent.payment_method, customer: intent.customer ?? undefined };
}
