import {
  type EvidenceKind,
  type EvidenceText,
  type eligibilityStates,
  evidenceKinds,
  evidenceTexts,
  type missingProofs,
} from '#schemas/evidence-names.ts';

export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;

export type EvidenceType = (typeof evidenceTypes)[number];

/** Florin's own limits: the most characters of all texts, and the most bytes of all files. */
export const evidenceLimits = { texts: 20_000, files: 3 * 1024 * 1024 } as const;

/** The rules of an acquirer for the evidence of a dispute now. */
export interface EvidenceRules {
  /** Absent if it takes none. */
  accepts?: AcceptedEvidence;
  /**
   * Whether earlier undisputed payments with the same card can prove that the cardholder has made this one; absent if
   * the card scheme has no such programme for the dispute.
   */
  eligibility?: {
    status: (typeof eligibilityStates)[number];
    missing: readonly (typeof missingProofs)[number][];
  };
  /**
   * The fee that the card scheme charges for contesting the dispute, in minor units. Absent if contesting costs nothing.
   * Its amount is absent if the acquirer does not tell it.
   */
  fee?: { isAcknowledged: boolean; amount?: number; currency?: string };
}

/** The evidence that an acquirer takes for a dispute now. Its limits are not above Florin's own. */
export interface AcceptedEvidence {
  texts: readonly EvidenceText[];
  files: readonly EvidenceKind[];
  /** The most characters of all texts together. */
  mostCharacters: number;
  /** The most bytes of all files together. */
  mostBytes: number;
}

/** All evidence that Florin knows. */
export const allEvidence: AcceptedEvidence = {
  texts: evidenceTexts,
  files: evidenceKinds,
  mostCharacters: evidenceLimits.texts,
  mostBytes: evidenceLimits.files,
};
