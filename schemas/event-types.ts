/** What a merchant's server can be told of. */
export const eventTypes = [
  'transaction.created',
  'transaction.declined',
  'transaction.captured',
  'transaction.refunded',
  'transaction.voided',
  'dispute.opened',
  'dispute.won',
  'dispute.lost',
  'fraud.reported',
  'payout.created',
  'merchant.updated',
  'user.added',
  'user.removed',
  'app.added',
  'app.removed',
  'webhook.tested',
] as const;
