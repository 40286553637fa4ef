import { randomBytes } from 'node:crypto';
import type { Account, CardDetails, Charge, Intent, Method } from './account.ts';
import { enter } from './books.ts';
import { asks, asksFor, customerIn, isWrongCode, type Payer, payerOf, redirect } from './confirm.ts';
import { openDispute, warn } from './disputes.ts';
import { ApiError, cardError, invalid, missing } from './errors.ts';
import { metadataOf, type Params, text } from './form.ts';
import {
  askCustomer,
  type MethodAnswer,
  methodCharge,
  methodReturnUrl,
  newMethod,
  refuseAction,
  rulesOf,
  typesOf,
} from './methods.ts';

/** https://docs.stripe.com/api/payment_intents/create, by card; with `confirm=true` it is confirmed at once. */
export function createIntent(account: Account, params: Params, base: string): Intent {
  const amount = Number(text(params, 'amount'));
  const currency = text(params, 'currency') ?? '';
  if (!Number.isSafeInteger(amount) || amount < 1) throw invalid('parameter_invalid_integer', 'amount');
  // https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
  if (amount < (minimums[currency] ?? 1)) throw invalid('amount_too_small', 'amount');
  if (amount > 99_999_999_999) throw invalid('amount_too_large', 'amount');
  if (!/^[a-z]{3}$/.test(currency)) throw invalid('parameter_invalid_string_empty', 'currency');
  checkSteps(amount, currency);
  if (!account.settings.chargesEnabled) throw invalid('account_invalid');
  const confirms = text(params, 'confirm') === 'true';
  const payer = confirms || text(params, 'payment_method') ? payerOf(account, params) : undefined;
  const capture_method = text(params, 'capture_method') ?? 'automatic_async';
  const types = typesOf(account, params, { amount, currency, capture_method });
  const intent = account.add<Intent>('pi', {
    object: 'payment_intent',
    // https://docs.stripe.com/payments/paymentintents/lifecycle
    status: payer ? 'requires_confirmation' : 'requires_payment_method',
    amount,
    amount_capturable: 0,
    amount_received: 0,
    currency,
    application_fee_amount: feeIn(account, params, amount, currency) ?? null,
    capture_method,
    customer: customerIn(account, params),
    payment_method: payer?.method.id ?? null,
    payment_method_types: types,
    metadata: { ...metadataOf(params) },
    setup_future_usage: text(params, 'setup_future_usage') ?? null,
    statement_descriptor_suffix: suffixIn(params, account.settings.prefix) ?? null,
    statement_descriptor: statementIn(params, types) ?? null,
    description: text(params, 'description') ?? null,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    cancellation_reason: null,
    client_secret: randomBytes(12).toString('hex'),
  });
  return payer && confirms ? pay(account, intent, payer, params, base) : intent;
}

/** https://docs.stripe.com/api/payment_intents/update. The customer cannot be changed. */
export function updateIntent(account: Account, id: string, params: Params): Intent {
  const intent = intentOf(account, id);
  requireOpen(intent);
  const customer = customerIn(account, params);
  if (customer && intent.customer && customer !== intent.customer)
    throw invalid('parameter_invalid', 'customer');
  intent.customer = customer ?? intent.customer;
  intent.metadata = { ...intent.metadata, ...metadataOf(params) };
  return intent;
}

/**
 * https://docs.stripe.com/api/payment_intents/confirm. Refuses an intent that is paid or cancelled, and one that another
 * request is working on (https://docs.stripe.com/rate-limits#object-lock-timeouts).
 */
export function confirmIntent(account: Account, id: string, params: Params, base: string): Intent {
  const intent = intentOf(account, id);
  requireOpen(intent);
  for (const name of ['customer', 'metadata', 'amount', 'statement_descriptor_suffix'])
    if (params[name] !== undefined) throw invalid('parameter_unknown', name);
  const method = newMethod(account, intent, params);
  if (method) {
    intent.last_payment_error = null;
    askCustomer(account, intent, method, params, base);
    intent.payment_method = method.id;
    return intent;
  }
  const payment_method = text(params, 'payment_method') ?? intent.payment_method;
  if (!payment_method) throw invalid('parameter_missing', 'payment_method');
  const payer = payerOf(account, {
    payment_method,
    ...(intent.customer ? { customer: intent.customer } : {}),
  });
  intent.payment_method = payer.method.id;
  intent.setup_future_usage = text(params, 'setup_future_usage') ?? intent.setup_future_usage;
  intent.last_payment_error = null;
  return pay(account, intent, payer, params, base);
}

function requireOpen(intent: Intent): void {
  if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status))
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: { ...intent },
    });
}

function pay(account: Account, intent: Intent, payer: Payer, params: Params, base: string): Intent {
  if (isWrongCode(account, payer.method, params)) account.wrongCodes.add(intent.id);
  if (asksFor('extended_authorization', params)) account.asksExtended.add(intent.id);
  if (asksFor('incremental_authorization', params)) account.increments.set(intent.id, 0);
  if (asksFor('multicapture', params)) account.asksMulticapture.add(intent.id);
  if (!asks(payer, params)) charge(account, intent, undefined);
  // The customer is absent, so 3-D Secure is impossible (https://docs.stripe.com/payments/save-and-reuse, Handle authentication).
  else if (text(params, 'off_session') === 'true')
    decline(account, intent, { code: 'authentication_required', decline_code: 'authentication_required' });
  else redirect(intent, text(params, 'return_url') ?? '', base);
  return intent;
}

/** Some of https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const minimums: Record<string, number> = { eur: 50, usd: 50, gbp: 30, dkk: 250, jpy: 50, huf: 17500 };

/**
 * The account's prefix, `* ` and the suffix have 22 characters together, also when a capture brings its own suffix
 * (https://docs.stripe.com/get-started/account/statement-descriptors#statement-descriptor-requirements).
 */
function suffixIn(params: Params, prefix = ''): string | undefined {
  const suffix = text(params, 'statement_descriptor_suffix');
  if (suffix !== undefined && !/^(?=.*[a-z])[ !#-&(-)+-;=?-[\]-~]{1,22}$/i.test(suffix))
    throw invalid('parameter_invalid_string', 'statement_descriptor_suffix');
  if (suffix && prefix && prefix.length + 2 + suffix.length > 22)
    throw invalid('parameter_invalid_string', 'statement_descriptor_suffix');
  return suffix;
}

/** The whole text, which a card may not have (https://docs.stripe.com/api/payment_intents/create). It has 5 to 22 characters. */
function statementIn(params: Params, types: readonly string[]): string | undefined {
  const statement = text(params, 'statement_descriptor');
  if (statement === undefined) return undefined;
  if (types.includes('card') || !/^(?=.*[a-z])[ !#-&(-)+-;=?-[\]-~]{5,22}$/i.test(statement))
    throw invalid('parameter_invalid_string', 'statement_descriptor');
  return statement;
}

/**
 * Reads the platform's fee of a payment on a connected account, which is above 0 and below the payment. The request
 * that makes the payment states it, and a capture can state another one. Stripe never takes a larger fee than the
 * captured amount (https://docs.stripe.com/connect/direct-charges#collect-fees).
 */
function feeIn(account: Account, params: Params, amount: number, currency: string): number | undefined {
  const given = text(params, 'application_fee_amount');
  if (given === undefined) return undefined;
  const fee = Number(given);
  // A platform takes no fee from its own account. A platform outside Brazil takes none from an account there.
  const isTaken = account.id !== '' && account.settings.country !== 'BR';
  if (!isTaken || !Number.isSafeInteger(fee) || fee < 1 || fee >= amount)
    throw new ApiError(400, { type: 'invalid_request_error', param: 'application_fee_amount' });
  checkSteps(fee, currency);
  return fee;
}

/** Three decimals of which the last is 0, and decimals that are always 0 (https://docs.stripe.com/currencies#special-cases). */
function checkSteps(amount: number, currency: string): void {
  const step = ['bhd', 'jod', 'kwd', 'omr', 'tnd'].includes(currency)
    ? 10
    : ['isk', 'ugx'].includes(currency)
      ? 100
      : 1;
  if (amount % step) throw invalid('invalid_amount', 'amount');
}

/** The bank has asked its customer. After a failed challenge the intent needs another card (https://docs.stripe.com/payments/paymentintents/lifecycle). */
export function endAuthentication(account: Account, intent: Intent, passed: boolean): void {
  intent.next_action = null;
  try {
    if (passed) charge(account, intent, 'authenticated');
    else decline(account, intent, { code: 'payment_intent_authentication_failure' });
  } catch {
    // The customer is sent back to Florin, which reads the outcome from the intent.
  }
}

/**
 * Ends the action of a customer who pays by another method than a card.
 *
 * @returns the URL to which their browser goes, which says nothing certain about the outcome
 */
export function answerMethod(account: Account, id: string, answer: MethodAnswer): string | undefined {
  const intent = intentOf(account, id);
  const action = account.actions.get(id);
  if (intent.status !== 'requires_action' || !action) throw invalid('payment_intent_unexpected_state');
  const method = account.get<Method>(intent.payment_method) as Method;
  const passed = answer === 'approve' || answer === 'process';
  const back = action.returnUrl ? methodReturnUrl(account, intent, method.type, passed) : undefined;
  if (!passed) {
    refuseAction(account, intent, answer);
    return back;
  }
  account.actions.delete(id);
  intent.next_action = null;
  const made = methodCharge(account, intent, method);
  intent.latest_charge = made.id;
  if (answer === 'approve') reserve(account, intent, made);
  else {
    intent.status = 'processing';
    account.emit('payment_intent.processing', intent);
  }
  return back;
}

/** The type of a charge's balance transaction (https://docs.stripe.com/reports/balance-transaction-types). */
const kindOf = (made: Charge): 'charge' | 'payment' => (cardOf(made) ? 'charge' : 'payment');

/** The details of a charge by card. */
export const cardOf = ({ payment_method_details: { card } }: Charge): CardDetails | undefined => card;

function charge(account: Account, intent: Intent, tds: string | undefined): void {
  const { card, method, customer } = payerOf(account, {
    payment_method: intent.payment_method ?? '',
    ...(intent.customer ? { customer: intent.customer } : {}),
  });
  const isExtended = account.settings.extended && account.asksExtended.has(intent.id);
  const hours = isExtended ? 30 * 24 : account.settings.holdHours;
  const isWrong = account.wrongCodes.has(intent.id);
  const wrong = account.settings.hidesWrongCodes
    ? { code: 'card_declined', decline_code: 'generic_decline' }
    : { code: 'incorrect_cvc' };
  const refused = isWrong ? wrong : (account.settings.declines ?? card.declined);
  const made = account.add<Charge>('ch', {
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    currency: intent.currency,
    captured: false,
    status: refused ? 'failed' : 'succeeded',
    payment_intent: intent.id,
    balance_transaction: null,
    application_fee_amount: null,
    payment_method_details: {
      type: 'card',
      card: {
        brand: method.card?.brand ?? '',
        checks: { cvc_check: isWrong ? 'fail' : 'pass' },
        three_d_secure: tds ? { result: tds, authentication_flow: 'challenge' } : null,
        multicapture: {
          status:
            account.settings.manyCaptures && account.asksMulticapture.has(intent.id) && !card.oneCapture
              ? 'available'
              : 'unavailable',
        },
        incremental_authorization: {
          status:
            account.settings.increments && account.increments.has(intent.id) ? 'available' : 'unavailable',
        },
        extended_authorization: { status: isExtended ? 'enabled' : 'disabled' },
        // https://docs.stripe.com/payments/place-a-hold-on-a-payment-method: mostly seven days, and up to 30 if extended.
        ...(intent.capture_method === 'manual' && !refused
          ? { capture_before: Math.floor(account.now() / 1000) + hours * 60 * 60 }
          : {}),
      },
    },
  });
  intent.latest_charge = made.id;
  if (refused) decline(account, intent, { ...refused, charge: made.id });
  // The bank answers later (https://docs.stripe.com/payments/paymentintents/lifecycle).
  if (card.processes) intent.status = 'processing';
  if (intent.setup_future_usage && customer) method.customer = customer;
  if (intent.status === 'processing') account.emit('payment_intent.processing', intent);
  else reserve(account, intent, made);
}

function reserve(account: Account, intent: Intent, made: Charge): void {
  if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture';
    intent.amount_capturable = intent.amount;
    account.emit('payment_intent.amount_capturable_updated', intent);
  } else take(account, intent, made, intent.amount, true);
}

/** Ends the processing of a payment with the bank's answer. */
export function answerProcessing(account: Account, id: string, approves: boolean): void {
  const intent = intentOf(account, id);
  if (intent.status !== 'processing') throw invalid('payment_intent_unexpected_state');
  const made = account.get<Charge>(intent.latest_charge) as Charge;
  if (approves) {
    reserve(account, intent, made);
    return;
  }
  made.status = 'failed';
  if (!cardOf(made)) {
    refuseAction(account, intent, 'reject');
    return;
  }
  try {
    decline(account, intent, { code: 'card_declined', decline_code: 'generic_decline', charge: made.id });
  } catch {
    // No request waits for this error. Florin reads the outcome from the intent.
  }
}

/** Removes the card from the declined intent. The error contains the intent, too (https://docs.stripe.com/api/errors). */
function decline(account: Account, intent: Intent, error: { code: string } & Record<string, unknown>): never {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = { type: 'card_error', ...error };
  account.emit('payment_intent.payment_failed', intent);
  throw cardError({ ...error, payment_intent: { ...intent } });
}

/**
 * https://docs.stripe.com/api/payment_intents/increment_authorization: raises the total before the first capture, at most
 * ten times including declined attempts. A decline changes nothing.
 */
export function incrementIntent(account: Account, id: string, params: Params): Intent {
  const intent = intentOf(account, id);
  if (intent.status !== 'requires_capture' || intent.amount_received > 0)
    throw invalid('payment_intent_unexpected_state');
  const made = account.get<Charge>(intent.latest_charge) as Charge;
  if (cardOf(made)?.incremental_authorization.status !== 'available')
    throw invalid('charge_not_incrementable');
  const amount = Number(text(params, 'amount'));
  if (!Number.isSafeInteger(amount) || amount <= intent.amount)
    throw invalid('parameter_invalid_integer', 'amount');
  if (amount > 99_999_999_999) throw invalid('amount_too_large', 'amount');
  checkSteps(amount, intent.currency);
  const fee = feeIn(account, params, amount, intent.currency);
  const attempts = (account.increments.get(id) ?? 0) + 1;
  if (attempts > 10) throw invalid('too_many_increments');
  account.increments.set(id, attempts);
  if (account.settings.declinesIncrements)
    throw cardError({
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { ...intent },
    });
  intent.application_fee_amount = fee ?? intent.application_fee_amount;
  intent.metadata = mergeMetadata(intent.metadata, metadataOf(params));
  intent.amount_capturable += amount - intent.amount;
  intent.amount = amount;
  made.amount = amount;
  account.emit('payment_intent.amount_capturable_updated', intent);
  return intent;
}

/**
 * https://docs.stripe.com/api/payment_intents/capture. One capture, which releases the rest; or at most 50 captures if
 * the payment allows several and `final_capture` is false. A capture of 0 releases the rest
 * (https://docs.stripe.com/payments/multicapture).
 */
export function captureIntent(account: Account, id: string, params: Params): Intent {
  const intent = intentOf(account, id);
  if (intent.status !== 'requires_capture') throw invalid('payment_intent_unexpected_state');
  const made = account.get<Charge>(intent.latest_charge) as Charge;
  const available = cardOf(made)?.multicapture.status === 'available';
  const final = text(params, 'final_capture') !== 'false';
  if (text(params, 'final_capture') !== undefined && !available)
    throw invalid('parameter_unknown', 'final_capture');
  const amount = Number(text(params, 'amount_to_capture') ?? intent.amount_capturable);
  const least = final && intent.amount_received > 0 ? 0 : 1;
  if (!Number.isSafeInteger(amount) || amount < least)
    throw invalid('parameter_invalid_integer', 'amount_to_capture');
  if (amount > intent.amount_capturable) throw invalid('amount_too_large', 'amount_to_capture');
  // https://docs.stripe.com/payments/mobilepay/accept-a-payment: "manual captures of the full amount" only
  const { type } = made.payment_method_details;
  if (type !== 'card' && amount < intent.amount && !rulesOf({ type }).capturesPart)
    throw invalid('parameter_invalid', 'amount_to_capture');
  // A single capture is a charge, to which the minimum amount of a charge applies.
  if (!available && amount < (minimums[intent.currency] ?? 1))
    throw invalid('amount_too_small', 'amount_to_capture');
  checkSteps(amount, intent.currency);
  const fee = feeIn(account, params, amount, intent.currency);
  // https://docs.stripe.com/payments/multicapture#connect
  if (fee === undefined && account.feeOfEach.has(id))
    throw invalid('parameter_missing', 'application_fee_amount');
  const suffix = suffixIn(params, account.settings.prefix);
  const captures = account.all<{ source: string; amount: number }>('balance_transaction');
  if (captures.filter(({ source, amount }) => source === made.id && amount > 0).length >= 50)
    throw invalid('payment_intent_unexpected_state');
  intent.metadata = mergeMetadata(intent.metadata, metadataOf(params));
  intent.statement_descriptor_suffix = suffix ?? intent.statement_descriptor_suffix;
  intent.statement_descriptor =
    statementIn(params, intent.payment_method_types) ?? intent.statement_descriptor;
  if (fee !== undefined) account.feeOfEach.add(id);
  intent.application_fee_amount = fee ?? intent.application_fee_amount;
  take(account, intent, made, amount, final);
  return intent;
}

/** Merges metadata: at most 50 entries; an empty text deletes one (https://docs.stripe.com/api/metadata). */
function mergeMetadata(
  before: Record<string, string>,
  given: Record<string, string>,
): Record<string, string> {
  const all = Object.entries({ ...before, ...given }).filter(([, value]) => value !== '');
  if (all.length > 50) throw invalid('parameter_invalid_integer', 'metadata');
  return Object.fromEntries(all);
}

/**
 * A partial capture has one balance transaction of the captured amount, and no refund of the rest
 * (https://docs.stripe.com/changelog/basil/2025-03-31/remove-refund-from-partial-capture-and-payment-cancellation-flow).
 */
function take(account: Account, intent: Intent, made: Charge, amount: number, final: boolean): void {
  if (amount > 0) {
    const fee = Math.min(intent.application_fee_amount ?? 0, amount);
    if (fee > 0) made.application_fee_amount = (made.application_fee_amount ?? 0) + fee;
    const entry = enter(account, kindOf(made), amount, intent.currency, made.id, { application: fee });
    made.balance_transaction ??= entry.id;
    made.amount_captured += amount;
    intent.amount_received += amount;
  }
  intent.amount_capturable -= amount;
  const isByItself = kindOf(made) === 'payment' && intent.capture_method !== 'manual';
  if (amount > 0) account.emit(isByItself ? 'charge.succeeded' : 'charge.captured', made);
  if (!isByItself) account.emit('payment_intent.amount_capturable_updated', intent);
  if (final || intent.amount_capturable === 0) succeed(account, intent, made);
  const card = account.cards.get(intent.payment_method ?? '');
  if (card?.after?.dispute) openDispute(account, made, card.after.dispute);
  if (card?.after?.warning) warn(account, made, card.after.warning);
}

function succeed(account: Account, intent: Intent, made: Charge): void {
  intent.amount_capturable = 0;
  intent.status = 'succeeded';
  made.captured = true;
  account.emit('payment_intent.succeeded', intent);
}

/** https://docs.stripe.com/api/payment_intents/cancel */
export function cancelIntent(account: Account, id: string, params: Params): Intent {
  const intent = intentOf(account, id);
  const open = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action'];
  if (!open.includes(intent.status) || intent.amount_received > 0)
    throw invalid('payment_intent_unexpected_state');
  close(account, intent, text(params, 'cancellation_reason') ?? null);
  return intent;
}

/** After seven days, or what the card's network allows (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method). */
export function expireIntent(account: Account, id: string): void {
  const intent = intentOf(account, id);
  if (intent.status !== 'requires_capture') throw invalid('payment_intent_unexpected_state');
  if (intent.amount_received > 0)
    succeed(account, intent, account.get<Charge>(intent.latest_charge) as Charge);
  else close(account, intent, 'expired');
}

function close(account: Account, intent: Intent, reason: string | null): void {
  intent.status = 'canceled';
  intent.amount_capturable = 0;
  intent.next_action = null;
  intent.cancellation_reason = reason;
  account.emit('payment_intent.canceled', intent);
}

export function intentOf(account: Account, id: string): Intent {
  const intent = account.get<Intent>(id);
  if (intent?.object !== 'payment_intent') throw missing();
  return intent;
}
