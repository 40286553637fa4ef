/** A queue of the stack, by its logical id. */
export type QueueName =
  | 'AcquirerEvents'
  | 'Payouts'
  | 'LedgerChecks'
  | 'Reconciliations'
  | 'Deliveries'
  | 'Resends'
  | 'SlowDeliveries'
  | 'Summaries';

/** The queues that a function sends messages to, each with the variable in which it finds the address. */
export type Sends = readonly { queue: QueueName; variable: string }[];
