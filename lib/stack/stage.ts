import { RemovalPolicy } from 'aws-cdk-lib';
import { Architecture } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

import { type AcquirerName, acquirerNames } from '../../functions/core/acquirer/names.ts';
import { isDecimal } from '../../functions/core/basics/decimal.ts';
import type { UnvouchedLimits } from '../../functions/core/domain/merchants/unvouched-merchant.ts';
import { mailAddress, SettingError, type StageName, stageNames } from '../settings.ts';

/** The settings that differ between stages. Each can be set with `cdk deploy --context name=value`. */
export interface Stage {
  /** The name is also the first segment of every URL. */
  name: StageName;
  /** Whether the stored data stays when the stack is deleted. */
  production: boolean;
  removalPolicy: RemovalPolicy;
  logLevel: LogLevel;
  /** The processor architecture of the functions. The bundles are the same for each. */
  architecture: Architecture;
  logRetention: RetentionDays;
  /** The requests a second that each API accepts, and how many at the same moment. */
  throttle: { rate: number; burst: number };
  /** The requests a second that each route of the checkout API accepts, and how many at the same moment. */
  customerThrottle: { rate: number; burst: number };
  /**
   * The most requests in five minutes from one address to the checkout API, if the stage has a firewall in front of it.
   */
  firewallRequests?: number;
  /**
   * The most mails a day for all apps together that no operator vouches for, for test merchants and for live ones.
   * Anybody can make an app and invite any address.
   */
  unvouchedMails: { test: number; live: number };
  /**
   * Limits on the data of those apps' test merchants. If the days are 0, there are no limits, and the data stays for
   * ever.
   */
  unvouchedTests: UnvouchedLimits;
  /** Whether declines of real money are limited, against people who try stolen cards. */
  declineLimits: boolean;
  /** The most functions that each queue starts at the same time; by default as many as each job says. */
  jobConcurrency?: number;
  /**
   * The minutes for which a new version of a function that moves money serves a tenth of the requests. Absent if a
   * deployment replaces the functions at once.
   */
  canary?: CanaryMinutes;
  /** The number of environments of the authorizer of API keys that Lambda keeps ready; absent for none. */
  warmAuthorizer?: number;
  /** The number of environments of each payment function that Lambda keeps ready; absent for none. */
  warmPayments?: number;
  /** `npm run deploy` makes a payment of a test merchant after each deployment. */
  smoke: boolean;
  /**
   * The ARN of the stream of a table that was restored, which takes the place of the stack's own
   * (docs/adr/0051-a-restored-table-is-a-setting.md).
   */
  restoredTable?: string;
  /** The stage has no traffic, and waits in a region that does not write (docs/adr/0052-one-region-writes.md). */
  standby: boolean;
  /**
   * The key that seals card tokens can be in two regions. In the second region, `primary` is the ARN of the key in
   * the first region.
   */
  multiRegionKey?: { primary?: string };
  /** The acquirer of real money, if the stage has one. */
  acquirer?: AcquirerName;
  /** The address that alarms are mailed to, in addition to the topic's other subscribers. */
  alarmEmail?: string;
  /** The budget of the account for a month, in US dollars. */
  monthlyBudget?: number;
  /** Names of your own for the APIs, instead of `execute-api`'s. */
  domains: { base?: Domain; pos?: Domain; console?: Domain };
  /** An API with a domain has no `execute-api` address. */
  ownDomainsOnly: boolean;
  /** API Gateway and the functions write traces to X-Ray. */
  tracing: boolean;
  /**
   * API Gateway writes a line for each request, also for those that it refuses itself. The lines go to a bucket of the
   * stack, or to the Firehose stream with this ARN.
   */
  accessLogs?: 'bucket' | { stream: string };
}

/** The namespace in which the functions of a stage write their metrics (`functions/core/observability/metrics.ts`). */
export const metricsNamespace = ({ name }: Stage): string => `Florin/${name}`;

/** The possible durations of a canary with a tenth of the requests, in minutes. */
const canaryMinutes = ['5', '10', '15', '30'] as const;
export type CanaryMinutes = (typeof canaryMinutes)[number];

export type LogLevel = 'info' | 'error';

export interface Domain {
  name: string;
  /** The ARN of a certificate in ACM, in the region of the stack. */
  certificateArn: string;
}

/** Functions run on `arm64`, which is cheaper. Laptops that cannot run it use `x86_64`. */
const architectures = { arm64: Architecture.ARM_64, x86_64: Architecture.X86_64 };

const stages = {
  sandbox: {
    removalPolicy: RemovalPolicy.DESTROY,
    logRetention: RetentionDays.ONE_MONTH,
    requestsPerSecond: 500,
    unvouchedMails: { test: 200, live: 200 },
    unvouchedTests: { days: 0, appWrites: 2_000, stageWrites: 100_000 },
    // Developers pay with the same declining test cards again and again.
    declineLimits: 'no',
  },
  production: {
    removalPolicy: RemovalPolicy.RETAIN,
    logRetention: RetentionDays.ONE_YEAR,
    // A tenth of an account's default limit for each API, so that no API uses up the limit of the others.
    requestsPerSecond: 1000,
    unvouchedMails: { test: 0, live: 200 },
    unvouchedTests: { days: 90, appWrites: 2_000, stageWrites: 100_000 },
    declineLimits: 'yes',
  },
} satisfies Record<StageName, object>;

/**
 * The stage that `cdk deploy --context stage=production` names; `sandbox` otherwise.
 *
 * @throws for an unknown stage or setting, so that a mistyped one deploys nothing
 */
export function stageOf(scope: Construct): Stage {
  const get = (name: string): string | undefined => scope.node.tryGetContext(name);
  const name = oneOf('stage', get('stage') ?? 'sandbox', stageNames);
  const stage = stages[name];
  const { removalPolicy, logRetention, requestsPerSecond, unvouchedMails, unvouchedTests } = stage;
  const customerRate = positive('customerRequestsPerSecond', get('customerRequestsPerSecond') ?? 100);
  const rate = positive('requestsPerSecond', get('requestsPerSecond') ?? requestsPerSecond);
  const domains = distinct({
    base: domain('base', get('baseDomain'), get('baseCertificate')),
    pos: domain('pos', get('posDomain'), get('posCertificate')),
    console: domain('console', get('consoleDomain'), get('consoleCertificate')),
  });
  return {
    name,
    production: name === 'production',
    removalPolicy,
    logLevel: oneOf('logLevel', get('logLevel') ?? 'info', ['info', 'error']),
    architecture:
      architectures[oneOf('architecture', get('architecture') ?? 'arm64', ['arm64', 'x86_64'] as const)],
    logRetention,
    throttle: { rate, burst: 2 * rate },
    customerThrottle: { rate: customerRate, burst: 2 * customerRate },
    firewallRequests:
      get('firewallRequests') === undefined
        ? undefined
        : count('firewallRequests', get('firewallRequests') ?? '', leastFirewallRequests),
    unvouchedMails: {
      test: count('unvouchedTestMails', get('unvouchedTestMails') ?? unvouchedMails.test),
      live: count('unvouchedLiveMails', get('unvouchedLiveMails') ?? unvouchedMails.live),
    },
    unvouchedTests: {
      days: count('unvouchedTestDays', get('unvouchedTestDays') ?? unvouchedTests.days),
      appWrites: positive('unvouchedAppWrites', get('unvouchedAppWrites') ?? unvouchedTests.appWrites),
      stageWrites: positive(
        'unvouchedStageWrites',
        get('unvouchedStageWrites') ?? unvouchedTests.stageWrites,
      ),
    },
    declineLimits: isYes('declineLimits', get('declineLimits') ?? stage.declineLimits),
    jobConcurrency:
      get('jobConcurrency') === undefined
        ? undefined
        : count('jobConcurrency', get('jobConcurrency') ?? '', ...concurrency),
    canary: get('canary') === undefined ? undefined : oneOf('canary', String(get('canary')), canaryMinutes),
    warmAuthorizer:
      get('warmAuthorizer') === undefined
        ? undefined
        : positive('warmAuthorizer', get('warmAuthorizer') ?? ''),
    warmPayments:
      get('warmPayments') === undefined ? undefined : positive('warmPayments', get('warmPayments') ?? ''),
    smoke: isYes('smoke', get('smoke') ?? 'no'),
    restoredTable: streamArn('restoredTable', get('restoredTable')),
    standby: isYes('standby', get('standby') ?? 'no'),
    multiRegionKey: multiRegionKey('multiRegionKey', get('multiRegionKey')),
    acquirer:
      get('acquirer') === undefined ? undefined : oneOf('acquirer', get('acquirer') ?? '', acquirerNames),
    alarmEmail:
      get('alarmEmail') === undefined
        ? undefined
        : requireMatch('alarmEmail', get('alarmEmail') ?? '', mailAddress, 'not an e-mail address'),
    monthlyBudget:
      get('monthlyBudget') === undefined ? undefined : positive('monthlyBudget', get('monthlyBudget') ?? ''),
    domains,
    ownDomainsOnly: onlyWithDomain(isYes('ownDomainsOnly', get('ownDomainsOnly') ?? 'no'), domains),
    tracing: isYes('tracing', get('tracing') ?? 'yes'),
    accessLogs: accessLogs('accessLogs', get('accessLogs')),
  };
}

function oneOf<T extends string>(setting: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (!found) throw new SettingError(`The context ${setting}=${value} is not one of ${allowed.join(', ')}`);
  return found;
}

const isYes = (setting: string, value: string): boolean => oneOf(setting, value, ['yes', 'no']) === 'yes';

/** The least and the most that Lambda accepts as the limit of a queue. */
const concurrency = [2, 1000] as const;

/** The least that AWS WAF accepts as the limit of an address. */
const leastFirewallRequests = 10;

const positive = (setting: string, value: string | number): number => count(setting, value, 1);

function count(setting: string, value: string | number, least = 0, most = Number.POSITIVE_INFINITY): number {
  const number = isDecimal(String(value)) ? Number(value) : Number.NaN;
  if (!Number.isInteger(number) || number < least || number > most)
    throw new SettingError(
      `The context ${setting}=${value} is no integer from ${least} ${most < Number.POSITIVE_INFINITY ? `to ${most}` : 'on'}`,
    );
  return number;
}

function requireMatch(setting: string, value: string, pattern: RegExp, what: string): string {
  if (!pattern.test(value)) throw new SettingError(`The context ${setting}=${value} is ${what}`);
  return value;
}

/** The file of a second region says `no` if the stage's file names a table of the first region. */
function streamArn(setting: string, value?: string): string | undefined {
  if (value === undefined || value === 'no') return undefined;
  const what =
    "neither `no` nor the ARN of a table's stream in the region of the stack, which `npm run restore` prints";
  return requireArn(setting, value, 'dynamodb', 'table/[\\w.-]+/stream/[\\w:.-]+', what);
}

/** Requires the ARN of a service's resource in the region of the stack, which the `cdk` command passes on. */
function requireArn(setting: string, value: string, service: string, resource: string, what: string): string {
  const pattern = new RegExp(`^arn:[\\w-]+:${service}:([\\w-]+):\\d{12}:${resource}$`);
  const [, region] = pattern.exec(requireMatch(setting, value, pattern, what)) ?? [];
  const { CDK_DEFAULT_REGION: own } = process.env;
  if (own && region !== own)
    throw new SettingError(
      `The context ${setting}=${value} is in the region ${region}, and the stack is in ${own}. Set the ARN of one in ${own}, or deploy with AWS_REGION=${region}`,
    );
  return value;
}

function multiRegionKey(setting: string, value?: string): Stage['multiRegionKey'] {
  if (value === undefined || value === 'no') return undefined;
  if (value === 'yes') return {};
  if (/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/mrk-[\da-f]{32}$/.test(value)) return { primary: value };
  throw new SettingError(
    `The context ${setting}=${value} is not yes, no, or the ARN of a multi-Region key, which the first region's stack has as its output SealKeyArn`,
  );
}

function domain(api: string, name?: string, certificateArn?: string): Domain | undefined {
  if (name && certificateArn)
    return {
      name: requireMatch(`${api}Domain`, name, domainName, 'not a domain name such as pay.example.com'),
      certificateArn: certificateOf(`${api}Certificate`, certificateArn),
    };
  if (!name && !certificateArn) return undefined;
  throw new SettingError(`A domain needs both ${api}Domain and ${api}Certificate`);
}

/** Refuses a domain that is named twice, as API Gateway takes it only once. */
function distinct(domains: Stage['domains']): Stage['domains'] {
  const names = Object.values(domains).flatMap((domain) => domain?.name ?? []);
  if (new Set(names).size < names.length)
    throw new SettingError(`Each API needs a domain of its own; got ${names.join(', ')}`);
  return domains;
}

/** Refuses to close addresses of a stage that has no domain, as nobody could reach it. */
function onlyWithDomain(ownDomainsOnly: boolean, domains: Stage['domains']): boolean {
  if (ownDomainsOnly && Object.values(domains).every((domain) => !domain))
    throw new SettingError('ownDomainsOnly=yes needs a domain: set baseDomain, posDomain or consoleDomain');
  return ownDomainsOnly;
}

function accessLogs(setting: string, value = 'no'): Stage['accessLogs'] {
  if (value === 'no') return undefined;
  if (value === 'yes') return 'bucket';
  const what = `neither yes, no, nor the ARN of a Firehose stream in the region of the stack, with a name that begins with ${logStreamPrefix}`;
  return {
    stream: requireArn(setting, value, 'firehose', `deliverystream/${logStreamPrefix}[\\w.-]+`, what),
  };
}

/** API Gateway writes only to Firehose streams whose names begin like this, and needs no role for them. */
export const logStreamPrefix = 'amazon-apigateway-';

const domainName = /^[a-z\d-]+(\.[a-z\d-]+)+$/;

/** Requires a certificate of the stack's region, as API Gateway takes no other. */
const certificateOf = (setting: string, arn: string): string =>
  requireArn(
    setting,
    arn,
    'acm',
    'certificate/[\\w-]+',
    'not the ARN of a certificate in ACM, in the region of the stack',
  );
