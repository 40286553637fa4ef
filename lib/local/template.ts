import { createHash } from 'node:crypto';

/** The parts of a CloudFormation template that the runner reads. */
export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown }>;
  Parameters?: Record<string, { Default?: unknown }>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  /**
   * The address at which this machine stands in for AWS, below which the queues have their URLs. The runner adds it to the
   * template.
   */
  endpoint?: string;
}

/** Any JSON of a template. */
// biome-ignore lint/suspicious/noExplicitAny: each type of resource has other properties
export type Properties = Record<string, any>;

export interface Resource {
  Type: string;
  Properties?: Properties;
  Metadata?: Record<string, unknown>;
}

export const region = 'eu-west-1';
export const accountId = '000000000000';

const pseudoParameters: Record<string, unknown> = {
  'AWS::AccountId': accountId,
  'AWS::NoValue': undefined,
  'AWS::NotificationARNs': [],
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::StackId': `arn:aws:cloudformation:${region}:${accountId}:stack/florin/local`,
  'AWS::StackName': 'florin',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** The resources of one type, or of several, by their logical ids. */
export function resourcesOf(template: Template, ...types: string[]): [string, Resource][] {
  return Object.entries(template.Resources).filter(([, { Type }]) => types.includes(Type));
}

/** `value` with its intrinsic functions evaluated, as if the stack were deployed on this machine. */
export function resolve(template: Template, value: unknown): unknown {
  const recur = (inner: unknown) => resolve(template, inner);

  if (Array.isArray(value)) return value.map(recur).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;

  const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
  const intrinsic = others.length === 0 ? intrinsics[name] : undefined;
  if (intrinsic) return intrinsic(template, argument, recur);
  if (name.startsWith('Fn::') && others.length === 0) throw new Error(`${name} is not supported locally`);

  const entries = Object.entries(value).map(([key, inner]) => [key, recur(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}

type Anything = Properties[string];

type Intrinsic = (template: Template, argument: Anything, recur: (value: unknown) => Anything) => unknown;

const intrinsics: Record<string, Intrinsic> = {
  Ref: (template, name) => reference(template, name),
  'Fn::GetAtt': (template, argument) => {
    const [id, ...path] = typeof argument === 'string' ? argument.split('.') : argument;
    return attribute(template, id, path.join('.'));
  },
  'Fn::Join': (_template, [separator, parts], recur) => recur(parts).join(separator),
  'Fn::Select': (_template, [index, items], recur) => recur(items)[Number(recur(index))],
  'Fn::Split': (_template, [separator, text], recur) => recur(text).split(separator),
  'Fn::FindInMap': (template, keys, recur) => {
    const [map, first, second] = recur(keys);
    return template.Mappings?.[map]?.[first]?.[second];
  },
  'Fn::Sub': (_template, argument, recur) => {
    const [text, variables] = typeof argument === 'string' ? [argument, {}] : argument;
    return text.replace(/\$\{(!?)([^}]+)\}/g, (_whole: string, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in variables) return recur(variables[name]);
      return recur(name.includes('.') ? { 'Fn::GetAtt': name } : { Ref: name });
    });
  },
};

function reference(template: Template, name: string): unknown {
  if (name in pseudoParameters) return pseudoParameters[name];
  const parameter = template.Parameters?.[name];
  if (parameter) return parameter.Default;
  if (template.Resources[name]?.Type === 'AWS::SQS::Queue') {
    return queueUrl(template, physicalId(template, name));
  }
  return physicalId(template, name);
}

export const queueUrl = ({ endpoint = '' }: Template, name: string): string =>
  `${endpoint}/${accountId}/${name}`;

/**
 * The name of a resource: its name in the template, or else one that the runner makes, which is the same at every
 * start.
 */
export function physicalId(template: Template, id: string): string {
  const resource = resourceOf(template, id);
  const properties = resource.Properties ?? {};
  switch (resource.Type) {
    case 'AWS::DynamoDB::Table':
    case 'AWS::DynamoDB::GlobalTable':
      return String(resolve(template, properties.TableName) ?? 'florin');
    case 'AWS::Lambda::Function':
      return String(resolve(template, properties.FunctionName) ?? id);
    case 'AWS::SQS::Queue':
      return String(resolve(template, properties.QueueName) ?? id);
    case 'AWS::ApiGateway::RestApi':
      return steadyId(id, 10);
    case 'AWS::ApiGateway::Stage':
      return String(resolve(template, properties.StageName));
    default:
      return id;
  }
}

/** The logical ids of each template's functions, by their names. */
const functionIds = new WeakMap<Template, Map<string, string>>();

/** Returns the logical id of the function with this name or ARN. */
export function functionOf(template: Template, nameOrArn: string): string {
  const ids =
    functionIds.get(template) ??
    new Map(resourcesOf(template, 'AWS::Lambda::Function').map(([id]) => [physicalId(template, id), id]));
  functionIds.set(template, ids);
  const id = ids.get(nameOrArn.replace(/^arn:[^:]*:lambda:[^:]*:[^:]*:function:/, '').replace(/:.*$/, ''));
  if (id === undefined) throw new Error(`There is no function ${nameOrArn}`);
  return id;
}

function attribute(template: Template, id: string, name: string): string {
  const { Type } = resourceOf(template, id);
  const [, service = '', kind = ''] = Type.split('::');
  const ref = physicalId(template, id);

  const arn = (resource: string) => `arn:aws:${service.toLowerCase()}:${region}:${accountId}:${resource}`;
  if (name === 'QueueUrl') return queueUrl(template, ref);
  if (name === 'StreamArn') return `${arn(`table/${ref}`)}/stream/local`;
  if (name === 'Arn') {
    if (service === 'Lambda') return arn(`function:${ref}`);
    if (service === 'SQS') return arn(ref);
    return arn(`${kind === 'GlobalTable' ? 'table' : kind.toLowerCase()}/${ref}`);
  }
  return ref;
}

function resourceOf(template: Template, id: string): Resource {
  const resource = template.Resources[id];
  if (!resource) throw new Error(`The template has no resource ${id}`);
  return resource;
}

/** Makes an id of letters and digits, as API Gateway's ids are. The same name gives the same id at every start. */
export function steadyId(name: string, length: number): string {
  return BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
    .toString(36)
    .slice(0, length);
}
