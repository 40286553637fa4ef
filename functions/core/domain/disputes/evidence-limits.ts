/** The kinds of evidence files. A dispute can have one file of each. */
export const evidenceKinds = ['receipt', 'shipping', 'communication', 'signature', 'other'] as const;

export type EvidenceKind = (typeof evidenceKinds)[number];

export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;

export type EvidenceType = (typeof evidenceTypes)[number];

/** The most characters of all texts, and the most bytes of all files. */
export const evidenceLimits = { texts: 20_000, files: 3 * 1024 * 1024 } as const;
