/** A queue of the stack, by its logical id. */
export type QueueName =
  | 'AcquirerEvents'
  | 'Payouts'
  | 'LedgerChecks'
  | 'Reconciliations'
  | 'Deliveries'
  | 'EventRetries'
  | 'MailRetries'
  | 'Resends'
  | 'SlowDeliveries'
  | 'Summaries';

/**
 * The queues that a function sends messages to. `variable` is the environment variable that holds the queue's address.
 */
export type Sends = readonly { queue: QueueName; variable: string }[];
