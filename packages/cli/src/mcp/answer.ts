/** The result of a tool: Florin's own words, and texts of others only below fields named `untrusted`. */
export type Answer = Record<string, unknown>;

/** The tool itself refuses, and has sent nothing that can have an effect. */
export class Refusal extends Error {}
