/** Stripe's statuses of a dispute, and Florin's: https://docs.stripe.com/api/disputes/object#dispute_object-status */
export const disputeStatuses = [
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'inquiry_closed'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['a status of a later version', 'open'],
] as const;
