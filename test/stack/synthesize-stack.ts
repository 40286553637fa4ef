import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nestedStacksIn, wholeTemplateFile } from '../../lib/build/whole-template.ts';
import { jobs } from '../../lib/jobs.ts';
import { isRunning } from '../../lib/local/data-folder.ts';
import { functionRoutes } from '../../lib/routes.ts';
import { logicalIdOf } from '../../lib/stack/logical-id.ts';

/** Any part of a template. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Resource {
  id: string;
  Type: string;
  Properties: Json;
  Metadata?: Json;
  DeletionPolicy?: string;
}

export interface Method {
  api: string;
  /** The name of the route in the route table: `PUT /merchants/{merchantId}`. */
  route: string;
  path: string;
  method: string;
  /**
   * The logical ids of the function behind it, and of the role by which API Gateway calls the function; absent if API
   * Gateway answers itself.
   */
  function?: string;
  invoker?: string;
  /** The security scheme of the API that guards it; absent if anybody may call it. */
  authorizer?: string;
  integration: Json;
}

const certificate = 'arn:aws:acm:eu-west-1:123456789012:certificate/00000000-0000-0000-0000-000000000000';

/** A production stage with every setting. */
export const everySetting = {
  stage: 'production',
  logLevel: 'error',
  requestsPerSecond: '50',
  customerRequestsPerSecond: '40',
  firewallRequests: '2000',
  jobConcurrency: '20',
  architecture: 'x86_64',
  alarmEmail: 'ops@example.com',
  baseDomain: 'api.example.com',
  baseCertificate: certificate,
  posDomain: 'pos.example.com',
  posCertificate: certificate,
  consoleDomain: 'console.example.com',
  consoleCertificate: certificate,
  mailFrom: 'pay@shop.example',
  ratesUrl: 'https://rates.example/daily.xml',
  acquirer: 'stripe',
  canary: '5',
  warmAuthorizer: '1',
  warmPayments: '2',
  smoke: 'yes',
  monthlyBudget: '200',
  payoutMinimum: '5000',
  keepPersonalData: '120',
  unvouchedTestMails: '7',
  unvouchedLiveMails: '8',
  unvouchedTestDays: '30',
  unvouchedAppWrites: '500',
  ownDomainsOnly: 'yes',
  tracing: 'no',
  accessLogs: 'yes',
  unvouchedStageWrites: '9000',
  declineLimits: 'yes',
  schemeThresholds: 'vamp=90/900,ecm=150/100,hecm=300/300,efm=50/50000',
} as const;

/** In milliseconds. On a busy machine, ten stacks may be asked for at the same time. */
const longestWait = 300_000;

const script = `
  import { assemble } from './lib/build/assembly-cache.ts';
  const [, folder, context] = process.argv;
  await assemble(folder, { context: JSON.parse(context) });
`;

/**
 * Returns the stack, synthesized in another process, because aws-cdk-lib takes long to load within Jest. The files of
 * this folder share one such process and its folders. Any other file has its own process, with a folder that is removed
 * after the tests.
 */
export function synthesizeStack(context: Record<string, string> = {}) {
  const place = process.env.FLORIN_STACKS
    ? askSynthesizer(process.env.FLORIN_STACKS, context)
    : alone(context);
  const read = (file: string): Json => JSON.parse(readFileSync(file, 'utf8'));
  const directory = join(place, 'cdk.out');
  const template = read(join(directory, wholeTemplateFile));
  const all: Resource[] = Object.entries<Omit<Resource, 'id'>>(template.Resources).map(([id, r]) => ({
    ...r,
    id,
  }));
  const resources = (type: string) => all.filter((resource) => resource.Type === type);
  const resource = (id: string): Resource => ({ ...template.Resources[id], id });

  const body = (api: string): Json => resource(api).Properties.Body;
  const operations: Method[] = ['BaseApi', 'PosApi', 'ConsoleApi'].flatMap((api) =>
    Object.entries<Json>(body(api).paths).flatMap(([path, { parameters, ...operations }]) =>
      Object.entries<Json>(operations).map(([name, { security = [], ...operation }]) => {
        const method = name === 'x-amazon-apigateway-any-method' ? 'ANY' : name.toUpperCase();
        const integration = operation['x-amazon-apigateway-integration'];
        return {
          api,
          route: `${method} ${path}`,
          path,
          method,
          function: functionIn(integration.uri),
          invoker: integration.credentials?.['Fn::GetAtt'][0],
          authorizer: Object.keys(security[0] ?? {})[0],
          integration,
        };
      }),
    ),
  );

  return {
    directory,
    /** The stack and its nested stacks as one template. */
    template,
    /** The templates that are deployed: of the parent stack, and of each nested one. */
    stacks: stacksIn(directory),
    all,
    resources,
    resource,
    /** The document that API Gateway imports as an API. */
    body,
    methods: operations.filter(({ method }) => method !== 'ANY'),
    /** The answers to any other method, by API and path. */
    refusals: operations.filter(({ method }) => method === 'ANY'),
    /** The contents of each bundle, by esbuild. */
    metafile: read(join(place, 'build/meta.json')),
  };
}

/** Reads the templates of an assembly by the logical ids of the nested stacks; that of their parent is `parent`. */
export function stacksIn(directory: string): Record<string, Json> {
  const read = (file: string): Json => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const parent = read('Florin.template.json');
  const nested = nestedStacksIn(parent).map((id) => [
    id,
    read(parent.Resources[id].Metadata['aws:asset:path']),
  ]);
  return { parent, ...Object.fromEntries(nested) };
}

function alone(context: Record<string, string>): string {
  const place = mkdtempSync(join(tmpdir(), 'florin-stack-'));
  afterAll(() => rmSync(place, { recursive: true }));
  const node = ['--import', 'tsx', '--input-type=module', '--eval', script];
  execFileSync(process.execPath, [...node, place, JSON.stringify(context)], { stdio: 'pipe' });
  return place;
}

/** Asks the process of `synthesizer.ts`, and waits until it has answered. @returns the folder of the stack */
function askSynthesizer(stacks: string, context: Record<string, string>): string {
  const asked = JSON.stringify(context);
  const place = join(stacks, createHash('sha256').update(asked).digest('hex'));
  const part = `${place}.${process.pid}`;
  writeFileSync(part, asked);
  renameSync(part, `${place}.json`);
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const deadline = Date.now() + longestWait;
  while (!existsSync(join(place, 'answer'))) {
    if (!isRunning(Number(process.env.FLORIN_SYNTHESIZER)) || Date.now() > deadline)
      throw new Error(`The synthesizer does not answer: ${asked}`);
    Atomics.wait(clock, 0, 0, 20);
  }
  const error = readFileSync(join(place, 'answer'), 'utf8');
  if (error) throw new Error(error);
  return place;
}

/** The logical id of the log group of a function: all functions of a folder share one. */
export function logOf(functionId: string): string {
  const refusal = { name: 'RefuseWrongRoute', entry: 'wrong-routes/refuse' };
  const named = [
    refusal,
    ...jobs,
    ...functionRoutes.map((route) => ({ ...route, name: logicalIdOf(route) })),
  ];
  const entry = named.find(({ name }) => name === functionId)?.entry ?? `authorizers/${functionId}`;
  const [folder = ''] = entry.split('/');
  return `${folder.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase())}Log`;
}

/** The logical id of the function, or of the alias of one, that a URI of API Gateway calls. */
export const functionIn = (uri: Json): string | undefined => {
  const parts: Json[] = uri?.['Fn::Join'][1] ?? [];
  return (
    parts.find((part) => part['Fn::GetAtt'])?.['Fn::GetAtt'][0] ??
    parts.find((part) => part.Ref && !part.Ref.startsWith('AWS::'))?.Ref
  );
};
