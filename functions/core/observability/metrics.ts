/** A value to count in CloudWatch. With a dimension, CloudWatch counts separately for each value of the dimension. */
export interface Count {
  name:
    | 'Payments'
    | 'LivePayments'
    | 'Declines'
    | 'DeclinesLimited'
    | 'Conflicts'
    | 'Captured'
    | 'Refunded'
    | 'LedgerMismatch'
    | 'BrokenInvariants'
    | 'OperationsOpen'
    | 'ReconciliationDifferences'
    | 'ForeignEvents'
    | 'EventsOfOtherMode'
    | 'EventsOfOtherVersion'
    | 'AcquirerEvents'
    | 'AcquirerRefusals'
    | 'MailsWithheld'
    | 'FailedMessages'
    | 'PaymentPageChanged'
    | 'PageViolations'
    | 'JobsFinished'
    | 'ServerErrors';
  value: number;
  dimension?: { name: 'code' | 'currency' | 'reason' | 'job'; value: string };
}

export const payment: Count = { name: 'Payments', value: 1 };

/** @param code the code of the processing error, or the code's name on the checkout API */
export const declineCount = (code: number | string): Count => ({
  name: 'Declines',
  value: 1,
  dimension: { name: 'code', value: String(code) },
});

/** A merchant's payments need 3-D Secure for the rest of the day, because too many were declined. */
export const declinesLimited: Count = { name: 'DeclinesLimited', value: 1 };

/** Two requests have needed the same money at the same time. */
export const conflict: Count = { name: 'Conflicts', value: 1 };

/** @param value in minor units of the currency */
export const movementCount = (name: 'Captured' | 'Refunded', value: number, currency: string): Count => ({
  name,
  value,
  dimension: { name: 'currency', value: currency },
});

/** A payment, and the amount captured with it, in minor units of its currency. */
export const paymentCounts = (captured: boolean, amount: number, currency: string): Counts =>
  captured ? [payment, movementCount('Captured', amount, currency)] : payment;

/** Log fields that count an acquirer's event in which one account reports a payment of another account. */
export const foreignEvent = (): Record<string, unknown> =>
  embeddedMetrics({ name: 'ForeignEvents', value: 1 });

/**
 * Log fields that count a new payment of real money. Alarms watch only these, as anybody may make a test merchant and pay
 * there.
 */
export const livePayment = (): Record<string, unknown> => embeddedMetrics({ name: 'LivePayments', value: 1 });

/** Log fields that count an event of a real acquirer. */
export const acquirerEvent = (): Record<string, unknown> =>
  embeddedMetrics({ name: 'AcquirerEvents', value: 1 });

/** Log fields that count an acquirer's event of test mode under a live key, or the reverse. */
export const eventOfOtherMode = (): Record<string, unknown> =>
  embeddedMetrics({ name: 'EventsOfOtherMode', value: 1 });

/**
 * Log fields that count an acquirer's event of an API version that Florin was not written for, whose shapes may differ.
 */
export const eventOfOtherVersion = (): Record<string, unknown> =>
  embeddedMetrics({ name: 'EventsOfOtherVersion', value: 1 });

/** Log fields that count a refusal by the acquirer of Florin's key, its rights, the account or the request. */
export const acquirerRefusal = (): Record<string, unknown> =>
  embeddedMetrics({ name: 'AcquirerRefusals', value: 1 });

/** Log fields that count pages that differ from the pages of this release. */
export const changedPages = (value: number): Record<string, unknown> =>
  embeddedMetrics({ name: 'PaymentPageChanged', value });

/** Log fields that count reports of browsers that something was blocked on the payment page. */
export const pageViolations = (value: number): Record<string, unknown> =>
  embeddedMetrics({ name: 'PageViolations', value });

/** Log fields that count a mail that a quota has withheld. */
export const withheldMail = (reason: string): Record<string, unknown> =>
  embeddedMetrics({ name: 'MailsWithheld', value: 1, dimension: { name: 'reason', value: reason } });

/** 1 for a 5xx answer, otherwise 0. The average is the rate of such answers. */
export const serverError = (status = 500): Count => ({ name: 'ServerErrors', value: status >= 500 ? 1 : 0 });

/** The metrics that one request counts. A payment that is captured at once counts as both. */
export type Counts = Count | readonly Count[];

const counts = new WeakMap<object, Counts>();

/** Stores the counts of a result for the request's log line, separately from the answer itself. */
export function withCounts<T extends object>(result: T, count: Counts | undefined): T {
  if (count) counts.set(result, count);
  return result;
}

export const countOf = (result: object): Counts | undefined => counts.get(result);

/**
 * Returns a count as log fields in CloudWatch's embedded metric format. CloudWatch makes metrics from the log, so that
 * functions need no call to CloudWatch.
 */
export function embeddedMetrics(counts: Counts, now = Date.now()): Record<string, unknown> {
  const namespace = process.env.METRICS ?? 'Florin';
  const all = [counts].flat() as Count[];
  return {
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: all.map(({ name, dimension }) => ({
        Namespace: namespace,
        Dimensions: [dimension ? [dimension.name] : []],
        Metrics: [{ Name: name }],
      })),
    },
    ...Object.fromEntries(
      all.flatMap(({ name, value, dimension }) => [
        ...(dimension ? [[dimension.name, dimension.value]] : []),
        [name, value],
      ]),
    ),
  };
}
