import { shapeVersion } from '../../../functions/core/store/table/shape-version.ts';
import type { Template } from './dangers.ts';
import { type MailFacts, mailFaults, noSender } from './mail.ts';

/** The limits and the state of the account that a stage is deployed to. A fact is absent if it could not be read. */
export interface Facts extends MailFacts {
  /** The most functions that run at the same time, of all stacks of the account and region. */
  concurrency?: number;
  /** Tables that an earlier stack of this stage has left, if this deployment begins with an empty one. */
  leftTables?: string[];
  /** The shape of the items in the table that the stage is to use, and the least shape that a release must know to read them. */
  shape?: { version: number; reader: number };
}

/** A finding that an operator must know before a deployment. */
export interface Finding {
  /** The name that an operator gives to deploy in spite of the finding. */
  name: string;
  says: string;
  /** Set if the deployment must not begin. */
  stops: boolean;
}

/**
 * Compares an account with the needs of a template. In production, a finding stops the deployment if messages would
 * end in dead letters, or data would be lost. In a sandbox, missing mail does not stop it.
 */
export function findingsOf(stage: string, template: Template, facts: Facts): Finding[] {
  const production = stage === 'production';
  const finding = (name: string, says: string, stops = production): Finding => ({ name, says, stops });
  return [
    ...mailFaults(senderOf(template), facts).map(({ name, says, remedy }) =>
      finding(name, `${says}; ${remedy}`),
    ),
    ...concurrencyFindings(template, facts, finding, production),
    ...shapeFindings(facts, finding, stage),
    ...(facts.leftTables ?? []).map((table) =>
      finding(
        `table.${table}`,
        `the table ${table} of an earlier stack is still there, and this deployment would begin with an empty one; import it first (docs/recovery.md)`,
        true,
      ),
    ),
  ];
}

type Make = (name: string, says: string, stops?: boolean) => Finding;

function concurrencyFindings(
  template: Template,
  { concurrency }: Facts,
  finding: Make,
  production: boolean,
): Finding[] {
  if (concurrency === undefined) return [];
  const jobs = jobsAtOnce(template);
  const says = `the account runs ${concurrency} functions at the same time, and jobs take up to ${jobs} of them`;
  const isTight = jobs > concurrency / 2;
  const warm = warmFunctions(template);
  return [
    ...(warm > 0 && concurrency - warm < leftForOthers
      ? [
          finding(
            'warm',
            `\`warmPayments\` and \`warmAuthorizer\` keep ${warm} functions ready, and Lambda refuses to leave fewer than ${leftForOthers} of the account’s ${concurrency} to all others; ask AWS for more, or deploy with fewer`,
            true,
          ),
        ]
      : []),
    finding(
      'concurrency',
      isTight
        ? `${says}, so that payments can be throttled; ask AWS for more, or set \`jobConcurrency\``
        : says,
      production && concurrency < leastForProduction,
    ),
  ];
}

/**
 * With `jobConcurrency=2`, the least that Lambda accepts, jobs take up to 24 functions at once. In a new account, which runs 10,
 * payments would be a 503 whenever the queues are full.
 */
const leastForProduction = 50;

/** The concurrent executions that Lambda keeps for functions without a reservation. */
const leftForOthers = 100;

/** The number of environments that aliases keep ready. */
const warmFunctions = ({ Resources = {} }: Template): number =>
  Object.values(Resources).reduce(
    (sum, { Properties = {} }) =>
      sum + (Properties.ProvisionedConcurrencyConfig?.ProvisionedConcurrentExecutions ?? 0),
    0,
  );

/** @param known the shape of this release */
function shapeFindings({ shape }: Facts, finding: Make, stage: string, known = shapeVersion): Finding[] {
  if (!shape) return [];
  if (shape.reader > known)
    return [
      finding(
        'shape',
        `the items of the table have shape ${shape.version}, which a release must know from shape ${shape.reader} on, and this release knows shape ${known}; deploy a newer one`,
        true,
      ),
    ];
  if (shape.version >= known) return [];
  return [
    finding(
      'backfill',
      `items of earlier releases have shape ${shape.version}, and this release writes shape ${known}; run \`npx florin operator backfill --stage ${stage}\` after the deployment`,
      false,
    ),
  ];
}

/**
 * The most functions that queues and the table's stream run at the same time. A queue without a limit counts as 1000.
 */
export function jobsAtOnce({ Resources = {} }: Template): number {
  const mappings = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping');
  return mappings.reduce((sum, { Properties = {} }) => {
    if (Properties.StartingPosition !== undefined) return sum + (Properties.ParallelizationFactor ?? 1);
    return sum + (Properties.ScalingConfig?.MaximumConcurrency ?? 1000);
  }, 0);
}

export const senderOf = ({ Resources = {} }: Template): string =>
  Resources.SendMail?.Properties?.Environment?.Variables?.MAIL_FROM ?? noSender;
