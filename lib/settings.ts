/** The kinds of stages that can be deployed. */
export type StageName = 'sandbox' | 'production';

/** A variable of a job that `cdk deploy --context name=value` can set. */
export interface Setting {
  context: string;
  fallback: string | Record<StageName, string>;
  /** A pattern that each value must match. */
  pattern: RegExp;
}
