/** The names in evidence. Requests, answers and the form in the console share these lists. */

export const evidenceTexts = [
  'explanation',
  'productDescription',
  'customerName',
  'shippingCarrier',
  'shippingTrackingNumber',
  'shippingDate',
  'serviceDate',
  'refundPolicy',
  'cancellationPolicy',
] as const;

export type EvidenceText = (typeof evidenceTexts)[number];

/** The kinds of files. A dispute can have one file of each. */
export const evidenceKinds = ['receipt', 'shipping', 'communication', 'signature', 'other'] as const;

export type EvidenceKind = (typeof evidenceKinds)[number];

/** The details that are missing before earlier payments can count as proof. */
export const missingProofs = [
  'earlier_payments',
  'earlier_descriptions',
  'description',
  'goods_or_services',
  'customer_identifiers',
  'other',
] as const;

export const eligibilityStates = ['qualified', 'requires_action', 'not_qualified'] as const;
