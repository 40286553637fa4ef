import type { PayerField } from '#domain/merchants/payer.ts';
import type { PageData } from '../../page-data.ts';
import { withIsolatedName } from '../basics/dom.ts';
import { Refused } from '../basics/wire.ts';
import { schemesOnly } from '../form/input-faults.ts';
import type { FieldName } from '../form/inputs.ts';
import { Cancelled, TimedOut } from './challenge-frame.ts';

/**
 * The text that the customer reads if nothing was paid: at a field that can be corrected, or above the form. `hint` replaces
 * the text that nothing was charged.
 */
export type Refusal =
  | { field: FieldName | `payer-${PayerField}`; message: string }
  | { words: (string | Node)[]; hint?: string };

/** The refusal that an error means; undefined if after the error it is unknown whether the customer has paid. */
export function refusalOf(
  error: unknown,
  { merchant, schemes, payer, saved, messages: { errors } }: PageData,
): Refusal | undefined {
  if (error instanceof Cancelled) return { words: [errors.cancelled] };
  if (error instanceof TimedOut) return { words: [errors.tdsTimeout] };
  if (!(error instanceof Refused) || isOvertaken.test(error.code)) return undefined;

  const ofField: Record<string, [field: FieldName, message: string]> = {
    PAYMENT_CARD_NUMBER_INVALID: ['number', errors.numberInvalid],
    PAYMENT_CARD_SCHEME_UNKNOWN: ['number', schemesOnly(errors, schemes)],
    PAYMENT_CARD_SCHEME_UNSUPPORTED: ['number', schemesOnly(errors, schemes)],
    PAYMENT_CARD_EXPIRED: ['expiry', errors.expired],
    PAYMENT_CARD_SECURITY_CODE_INVALID: ['code', errors.codeInvalid],
  };
  const ofPayment: Record<string, string> = {
    PAYMENT_INSUFFICIENT_FUNDS: errors.funds,
    PAYMENT_AMOUNT_LIMIT: errors.limit,
    PAYMENT_CARD_DISABLED: errors.disabled,
    TDSECURE_REQUIRED: errors.tds,
    TDSECURE_FAILED: errors.tds,
    TOKEN_INVALID: errors.tooOld,
    TOO_MANY_DECLINES: errors.tooMany,
  };
  const [field, message = ''] = ofField[error.code] ?? [];
  if (field) return { field, message };
  const [, name] = /\bpayer\.(name|email): /.exec(error.reason) ?? [];
  const words = payer?.[name as PayerField];
  if (words) return { field: `payer-${name as PayerField}`, message: words.invalid };
  if (saved && error.code === 'REQUEST_INVALID') return { words: [saved.gone] };
  if (ofMerchant.test(error.code)) return { words: withIsolatedName(errors.merchant, merchant) };
  // The text for a lost card is that of a general rejection: its holder may be a thief, who must not learn that it
  // was reported.
  return { words: [ofPayment[error.code] ?? errors.rejected] };
}

/**
 * Matches refusals of an outdated step, for example after the customer has answered in the bank's app. Sending the
 * same payment again returns its outcome.
 */
const isOvertaken = /KEY_REUSED|CHALLENGE/;

/** Matches the codes of errors that only the merchant can correct. */
const ofMerchant = /^(PAYMENT_(INTEGRATION|METHOD|RECEIVER)_|TEST_MODE|(REQUEST|BODY)_INVALID)/;
