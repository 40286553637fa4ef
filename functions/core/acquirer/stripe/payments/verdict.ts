import type { DeclineAdvice } from '#domain/processing-error.ts';
import type { AuthorizationOutcome } from '../../acquirer.ts';
import type { Decline } from '../../decline.ts';
import { declineOf } from '../api/classify-refusal.ts';
import type { StripeError } from '../api/client.ts';
import { adviceOf } from '../api/decline-advice.ts';
import {
  dateOf,
  lastSecond,
  type PaymentIntent,
  type SetupIntent,
  type ThreeDSecure,
} from '../api/shapes.ts';

/** The outcome that an intent's state means, and whether the intent must be cancelled first. */
export interface Verdict {
  outcome: AuthorizationOutcome;
  cancel?: true;
}

/**
 * Returns the outcome of an intent's state. Florin makes, confirms and later captures an intent
 * (https://docs.stripe.com/payments/paymentintents/lifecycle).
 */
export function verdictOf(intent: PaymentIntent | SetupIntent): Verdict {
  const { id: reference, status, metadata } = intent;
  const tds = tdsOf(intent);
  const url = intent.next_action?.redirect_to_url?.url;
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
        increments: takesIncrements(intent),
        captureBefore: captureBeforeOf(intent),
      };
      return { outcome: { state: 'approved', payment, credential: credentialOf(intent), tds } };
    }
    case 'requires_action':
      if (url) return { outcome: { state: 'challenge', reference, url } };
      // No customer is present for the challenge.
      return { outcome: { state: 'declined', decline: 'TDSECURE_REQUIRED', reference }, cancel: true };
    case 'requires_payment_method': {
      const error = errorOf(intent);
      if (!error) return { outcome: { state: 'absent', reference } };
      return { outcome: { state: 'declined', ...declineIn(intent, error), reference, tds } };
    }
    case 'requires_confirmation':
      return { outcome: { state: 'absent', reference } };
    case 'canceled': {
      const error = errorOf(intent);
      const declined: Declined = error
        ? declineIn(intent, error)
        : { decline: metadata.tds ? 'TDSECURE_REQUIRED' : 'PAYMENT_REJECTED' };
      return { outcome: { state: 'declined', ...declined, reference, tds } };
    }
    default:
      return { outcome: { state: 'unknown', cause: status } };
  }
}

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
function declineIn(intent: PaymentIntent | SetupIntent, error: StripeError): Declined {
  const decline = declineOf(error);
  const isWrong = !isSetup(intent) && cardOf(intent)?.checks?.cvc_check === 'fail';
  return isWrong && unspecific.has(decline)
    ? { decline: 'PAYMENT_CARD_SECURITY_CODE_INVALID' }
    : { decline, advice: adviceOf(error) };
}

/** The card of a charged payment, with the answers of its bank and the abilities of the payment. */
const cardOf = (intent: PaymentIntent) =>
  typeof intent.latest_charge === 'object' ? intent.latest_charge?.payment_method_details?.card : undefined;

const takesManyCaptures = (intent: PaymentIntent | SetupIntent): boolean =>
  !isSetup(intent) && cardOf(intent)?.multicapture?.status === 'available';

const takesIncrements = (intent: PaymentIntent | SetupIntent): true | undefined =>
  (!isSetup(intent) && cardOf(intent)?.incremental_authorization?.status === 'available') || undefined;

/**
 * The time when the bank releases the uncaptured rest (https://docs.stripe.com/api/charges/object, `capture_before`).
 * An unreadable time is omitted, as the payment is valid without it.
 */
export function captureBeforeOf(intent: PaymentIntent | SetupIntent): string | undefined {
  if (isSetup(intent) || intent.status !== 'requires_capture') return undefined;
  const seconds = cardOf(intent)?.capture_before;
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
