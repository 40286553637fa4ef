import { isDeepStrictEqual } from 'node:util';

/** The parts of a CloudFormation template that the guard compares. */
export interface Template {
  Resources?: Record<string, Resource>;
}

interface Resource {
  Type: string;
  DeletionPolicy?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type of resource has other properties
  Properties?: Record<string, any>;
}

/** A change that loses data, an address, or live payments. */
export interface Danger {
  /** The name that an operator gives to allow this change. */
  name: string;
  reason: string;
}

/**
 * The types of resources that hold data or are an address that others know, and the properties that CloudFormation can
 * only change by making another resource.
 */
const kept: Record<string, string[]> = {
  'AWS::ApiGateway::DomainName': ['DomainName'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::Cognito::UserPool': [],
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema'],
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion'],
  'AWS::KMS::ReplicaKey': ['PrimaryKeyArn'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SNS::Subscription': ['Endpoint', 'Protocol'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  // CloudFormation would overwrite the text that the owner has stored there.
  'AWS::SecretsManager::Secret': ['Name', 'SecretString', 'GenerateSecretString'],
};

/** The protections of a table, each with the loss that it prevents. */
const protections: [name: string, property: string, reason: string][] = [
  ['stream', 'StreamSpecification', 'webhooks and mails of changes that nobody has read yet'],
  ['recovery', 'PointInTimeRecoverySpecification', 'the backups of 35 days'],
  ['protection', 'DeletionProtectionEnabled', 'the protection from deletion'],
];

/** Returns the changes from a deployed template to the next one that must not happen by mistake. */
export function dangersOf(deployed: Template, next: Template): Danger[] {
  const [before, after] = [deployed.Resources ?? {}, next.Resources ?? {}];
  return [
    ...Object.entries(before).flatMap(([id, resource]) => dangersTo(id, resource, after[id])),
    ...lostAcquirers(before, after),
    ...lostRestoredTable(before, after),
    ...otherRole(before, after),
  ];
}

function dangersTo(id: string, before: Resource, after: Resource | undefined): Danger[] {
  const fixed = kept[before.Type];
  if (!fixed) return [];
  const title = titleOf(before);
  if (after?.Type !== before.Type) return [{ name: id, reason: `${title} would be removed` }];
  const changed = fixed.filter(
    (property) => !isDeepStrictEqual(before.Properties?.[property], after.Properties?.[property]),
  );
  const replaced = changed.map((property) => ({
    name: id,
    reason: `${title} would be replaced by an empty one, as its ${property} changes`,
  }));
  const isLoosened = before.DeletionPolicy === 'Retain' && after.DeletionPolicy !== 'Retain';
  const loosened = isLoosened ? [{ name: id, reason: `${title} would not outlive the stack any more` }] : [];
  return [...replaced, ...loosened, ...(title.includes('Table') ? tableDangers(id, before, after) : [])];
}

/** The name of a resource in words that an operator knows. */
function titleOf({ Type, Properties = {} }: Resource): string {
  const name = Properties.DomainName ?? Properties.Endpoint;
  return typeof name === 'string' ? `${Type} ${name}` : Type;
}

function tableDangers(id: string, before: Resource, after: Resource): Danger[] {
  const [had, has] = [indexesOf(before), indexesOf(after)];
  const removed = had.filter((name) => !has.includes(name));
  const added = has.filter((name) => !had.includes(name));
  const unprotected = protections.filter(
    ([, property]) =>
      isOn(before.Properties?.[property]) &&
      !isDeepStrictEqual(before.Properties?.[property], after.Properties?.[property]),
  );
  return [
    ...removed.map((name) => ({
      name: `${id}.${name}`,
      reason: `the index ${name} of the table would be removed`,
    })),
    ...(removed.length + added.length > 1
      ? [
          {
            name: `${id}.indexes`,
            reason: `CloudFormation changes one index of a table an update, and this one changes ${[...removed, ...added].join(', ')}: deploy the releases between first`,
          },
        ]
      : []),
    ...unprotected.map(([name, , lost]) => ({
      name: `${id}.${name}`,
      reason: `the table would lose ${lost}`,
    })),
  ];
}

const indexesOf = ({ Properties = {} }: Resource): string[] =>
  (Properties.GlobalSecondaryIndexes ?? []).map(({ IndexName }: { IndexName: string }) => IndexName);

/**
 * Finds the restored table that the functions of a stack use in place of the stack's own table. The functions'
 * variable then has the name of the restored table; otherwise the variable refers to the stack's table.
 */
export function restoredTableIn({ Resources = {} }: Template): string | undefined {
  for (const { Type, Properties } of Object.values(Resources)) {
    const name = Type === 'AWS::Lambda::Function' && Properties?.Environment?.Variables?.TABLE_NAME;
    if (typeof name === 'string') return name;
  }
  return undefined;
}

/** Without the setting, the next deployment would make an empty table. */
function lostRestoredTable(before: Record<string, Resource>, after: Record<string, Resource>): Danger[] {
  const name = restoredTableIn({ Resources: before });
  if (name === undefined || name === restoredTableIn({ Resources: after })) return [];
  return [
    {
      name: 'restoredTable',
      reason: `the stage would no longer use the restored table ${name}: the setting restoredTable is missing or has changed`,
    },
  ];
}

const isOn = (value: unknown): boolean => value !== undefined && value !== false;

/**
 * Returns the acquirers whose keys the functions can read now, but not after the deployment. Live payments would
 * stop.
 */
function lostAcquirers(before: Record<string, Resource>, after: Record<string, Resource>): Danger[] {
  const lost = [...acquirersIn(before)].filter((name) => !acquirersIn(after).has(name));
  return lost.map((name) => ({
    name: `acquirer.${name}`,
    reason: `the acquirer ${name} would be removed, and live payments would stop`,
  }));
}

function acquirersIn(resources: Record<string, Resource>): Set<string> {
  const variables = Object.values(resources).flatMap(({ Type, Properties }) =>
    Type === 'AWS::Lambda::Function' ? Object.entries(Properties?.Environment?.Variables ?? {}) : [],
  );
  const secrets = variables.filter(
    ([name, value]) => /^[A-Z]+_SECRET$/.test(name) && typeof value === 'object',
  );
  return new Set(secrets.map(([name]) => name.replace(/_SECRET$/, '').toLowerCase()));
}

/** A writing region becomes a standby, or the reverse. Only one region may write. */
function otherRole(before: Record<string, Resource>, after: Record<string, Resource>): Danger[] {
  const [was, is] = [isStandby(before), isStandby(after)];
  if (Object.keys(before).length === 0 || was === is) return [];
  const reason = is
    ? 'the stage would become a standby: it answers 503 to everybody, and its jobs stop'
    : 'the stage is a standby, and would take payments and run its jobs; fence the other region first (docs/runbooks/failover.md)';
  return [{ name: 'standby', reason }];
}

const isStandby = (resources: Record<string, Resource>): boolean =>
  Object.values(resources).some(
    ({ Type, Properties }) =>
      Type === 'AWS::Lambda::Function' && Properties?.ReservedConcurrentExecutions === 0,
  );
