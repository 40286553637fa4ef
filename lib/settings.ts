/** The kinds of stages that can be deployed. */
export const stageNames = ['sandbox', 'production'] as const;

export type StageName = (typeof stageNames)[number];

/** A variable of a job that `cdk deploy --context name=value` can set. */
export interface Setting {
  context: string;
  fallback: string | Record<StageName, string>;
  /** A pattern that each value must match. */
  pattern: RegExp;
  /** The pattern in words, with an example. */
  form: string;
}

/** An e-mail address alone, without the name of its owner. */
export const mailAddress = /^[^\s@<>*]+@[^\s@<>*]+$/;

/** A mistake in the settings of a stage. The commands print its message alone, without a stack trace. */
export class SettingError extends Error {}

/** The entry of the template's metadata that makes `npm run deploy` make a payment after the deployment. */
export const smokeKey = 'FlorinSmokePayment';

/** The names of all settings of a stage, which docs/settings.md explains. */
export const settingNames: readonly string[] = [
  'accessLogs',
  'acquirer',
  'acquirerMode',
  'alarmEmail',
  'architecture',
  'baseCertificate',
  'baseDomain',
  'canary',
  'consoleCertificate',
  'consoleDomain',
  'customerRequestsPerSecond',
  'declineLimits',
  'firewallRequests',
  'jobConcurrency',
  'keepPersonalData',
  'logLevel',
  'mailFrom',
  'monthlyBudget',
  'multiRegionKey',
  'ownDomainsOnly',
  'payTestMerchants',
  'payoutMinimum',
  'posCertificate',
  'posDomain',
  'ratesUrl',
  'reconciliationSeconds',
  'requestsPerSecond',
  'restoredTable',
  'schemeThresholds',
  'smoke',
  'stage',
  'standby',
  'testAuthorizationDays',
  'tracing',
  'unvouchedAppWrites',
  'unvouchedLiveMails',
  'unvouchedMerchantPosts',
  'unvouchedPosts',
  'unvouchedStageWrites',
  'unvouchedTestDays',
  'unvouchedTestMails',
  'warmAuthorizer',
  'warmPayments',
  'watchedUrl',
];

/**
 * Checks that a setting of this name exists. Otherwise a mistyped setting would have no effect, unnoticed.
 *
 * @param place the place of the setting, for the message
 */
export function checkSettingName(name: string, place: string): void {
  if (!settingNames.includes(name))
    throw new SettingError(`\`${name}\` in ${place} is no setting; settings are ${settingNames.join(', ')}`);
}

/**
 * Returns a warning for each name that Florin does not know, because a mistyped setting has no effect. The names of the CDK's own
 * context contain `:`, `/` or `-`.
 */
export function unknownSettings(context: object): string[] {
  const unknown = Object.keys(context).filter((name) => !/[:/-]/.test(name) && !settingNames.includes(name));
  return unknown.map(
    (name) =>
      `the context \`${name}\` has no effect: no setting has this name; settings are ${settingNames.join(', ')}`,
  );
}
