/** Something to count in CloudWatch; with a dimension, separately for each value of it. */
export interface Count {
  name:
    | 'Payments'
    | 'Declines'
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
    | 'AcquirerRefusals'
    | 'MailsWithheld'
    | 'FailedMessages'
    | 'JobsFinished';
  value: number;
  dimension?: { name: 'code' | 'currency' | 'reason' | 'job'; value: string };
}

export const payment: Count = { name: 'Payments', value: 1 };

/** @param code the processing error, or its name on the customer's side */
export const decline = (code: number | string): Count => ({
  name: 'Declines',
  value: 1,
  dimension: { name: 'code', value: String(code) },
});

/** Two requests wanted the same money. */
export const conflict: Count = { name: 'Conflicts', value: 1 };

/** @param value in minor units of the currency */
export const moved = (name: 'Captured' | 'Refunded', value: number, currency: string): Count => ({
  name,
  value,
  dimension: { name: 'currency', value: currency },
});

/** A payment, and what was captured with it: minor units of its currency. */
export const paid = (captured: boolean, amount: number, currency: string): Counts =>
  captured ? [payment, moved('Captured', amount, currency)] : payment;

/** An acquirer's event about a payment of another account than the event's own, as fields of a log line. */
export const foreignEvent = (): Record<string, unknown> => embedded({ name: 'ForeignEvents', value: 1 });

/** An acquirer's event of its test mode where the key is live, or the reverse, as fields of a log line. */
export const eventOfOtherMode = (): Record<string, unknown> =>
  embedded({ name: 'EventsOfOtherMode', value: 1 });

/** An acquirer's event of an API version whose shapes may differ from ours, as fields of a log line. */
export const eventOfOtherVersion = (): Record<string, unknown> =>
  embedded({ name: 'EventsOfOtherVersion', value: 1 });

/** The acquirer refused our key, our rights, the account or our request, as fields of a log line. */
export const acquirerRefusal = (): Record<string, unknown> =>
  embedded({ name: 'AcquirerRefusals', value: 1 });

/** A mail that a quota kept from being sent, as fields of a log line. */
export const withheld = (reason: string): Record<string, unknown> =>
  embedded({ name: 'MailsWithheld', value: 1, dimension: { name: 'reason', value: reason } });

/** The metrics that one request counts. A payment that is captured at once counts as both. */
export type Counts = Count | readonly Count[];

const counts = new WeakMap<object, Counts>();

/** Remembers what a result counts, for the request's log line; it is not part of the answer. */
export function counting<T extends object>(result: T, count: Counts | undefined): T {
  if (count) counts.set(result, count);
  return result;
}

export const countOf = (result: object): Counts | undefined => counts.get(result);

/**
 * A count as fields of a log line, in CloudWatch's embedded metric format: CloudWatch makes metrics of what it finds
 * in the log, and no function has to call it.
 */
export function embedded(counts: Counts, now = Date.now()): Record<string, unknown> {
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
