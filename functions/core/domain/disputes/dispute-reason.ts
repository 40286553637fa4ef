/** The kinds of reasons of disputes that Florin explains in its own words, in the console and in mails. */
export type DisputeReason =
  | 'fraud'
  | 'missing'
  | 'quality'
  | 'duplicate'
  | 'credit'
  | 'cancelled'
  | 'unrecognized'
  | 'amount'
  | 'other';

/** The words in the titles of acquirers and card schemes that tell the kind. The first match counts. */
const known: readonly [RegExp, DisputeReason][] = [
  [/fraud|unauthori[sz]ed/i, 'fraud'],
  [/not received|non.?receipt/i, 'missing'],
  [/unacceptable|not as described|defective/i, 'quality'],
  [/duplicate/i, 'duplicate'],
  [/credit not processed|refund/i, 'credit'],
  [/cancell?ed|subscription/i, 'cancelled'],
  [/unrecogni[sz]ed/i, 'unrecognized'],
  [/amount|currency/i, 'amount'],
];

/** The kind of a reason, by the title that the acquirer gives to it. */
export const kindOfReason = (title: string): DisputeReason =>
  known.find(([pattern]) => pattern.test(title))?.[1] ?? 'other';
