import { execFileSync } from 'node:child_process';
import { functionRoutes } from '../../lib/routes.ts';
import { logicalIdOf } from '../../lib/stack/logical-id.ts';
import { type Json, synthesizeStack } from './synthesize-stack.ts';

const without = synthesizeStack();
const canary = synthesizeStack({ canary: '15' });
const warm = synthesizeStack({ warmPayments: '3' });

/** The functions that take, hold, capture, refund or release money. */
const money = [
  'PostMerchantsMerchantIdTransactions',
  'PostPayments',
  'PostTransactionsTransactionIdCaptures',
  'PostTransactionsTransactionIdIncrements',
  'PostTransactionsTransactionIdRefunds',
  'PostTransactionsTransactionIdVoids',
];

/** The functions that canaries release: those, and the others that a customer waits for. */
const released = [...money, 'PostPaymentsChallengesChallenge', 'PostVault'].sort();

test('the route table names the functions that move money', () => {
  const named = functionRoutes.filter(({ movesMoney }) => movesMoney).map(logicalIdOf);
  expect(named.sort()).toEqual(money);
});

test('without the setting `canary` there is no alias, no version, and no CodeDeploy', () => {
  const types = without.all.map(({ Type }) => Type);
  expect(types.filter((type) => /Alias|Version$|CodeDeploy/.test(type))).toEqual([]);
  expect(without.template.Metadata).toBeUndefined();
});

test('each function that moves money or that a customer waits for has an alias that CodeDeploy moves to a new version step by step', () => {
  expect(
    canary
      .resources('AWS::Lambda::Alias')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(released.map((id) => `${id}Live`).sort());
  for (const id of released) {
    const { Properties, UpdatePolicy } = canary.template.Resources[`${id}Live`];
    const version = Properties.FunctionVersion['Fn::GetAtt'][0];
    expect(Properties).toMatchObject({ Name: 'live', FunctionName: { Ref: id } });
    expect(canary.resource(version)).toMatchObject({
      Type: 'AWS::Lambda::Version',
      Properties: { FunctionName: { Ref: id } },
    });
    expect(UpdatePolicy.CodeDeployLambdaAliasUpdate).toEqual({
      ApplicationName: { Ref: 'Releases' },
      DeploymentGroupName: { Ref: `${id}Release` },
    });
    expect(canary.resource(`${id}Release`).Properties).toMatchObject({
      ApplicationName: { Ref: 'Releases' },
      ServiceRoleArn: { 'Fn::GetAtt': ['ReleasesRole', 'Arn'] },
      DeploymentStyle: { DeploymentType: 'BLUE_GREEN', DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent15Minutes',
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: 'ReleaseErrorsAlarm' } }] },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
  }
});

test('the APIs call these functions by their aliases only, and may call nothing else of them', () => {
  const called = new Set(canary.methods.map((method) => method.function));
  for (const id of released) expect([called.has(`${id}Live`), called.has(id)]).toEqual([true, false]);
  const granted = ['PaymentsInvoker', 'TransactionsInvoker', 'VaultInvoker'].map((role) =>
    JSON.stringify(canary.resource(role).Properties.Policies),
  );
  for (const id of released) {
    expect(granted.some((policy) => policy.includes(`{"Ref":"${id}Live"}`))).toBe(true);
    expect(granted.join()).not.toContain(`"${id}"`);
  }
});

test('the alarm adds crashes of the aliases to counted 5xx responses, and these functions alone count them', () => {
  const { Metrics } = canary.resource('ReleaseErrorsAlarm').Properties;
  expect(Metrics.length).toBeLessThanOrEqual(11); // ten metrics and an expression
  const dimensions = Metrics.flatMap(({ MetricStat }: Json) => MetricStat?.Metric.Dimensions ?? []);
  const aliases = dimensions.filter(({ Name }: Json) => Name === 'Resource').map(({ Value }: Json) => Value);
  expect(aliases).toHaveLength(released.length);
  for (const id of released) {
    expect(aliases).toContainEqual({ 'Fn::Join': ['', [{ Ref: id }, ':live']] });
    expect(without.resource(id).Properties.Environment.Variables.COUNT_SERVER_ERRORS).toBeUndefined();
  }
  const counting = canary
    .resources('AWS::Lambda::Function')
    .filter(({ Properties }) => Properties.Environment.Variables.COUNT_SERVER_ERRORS === 'yes');
  expect(counting.map(({ id }) => id).sort()).toEqual(released);
});

test('CodeDeploy may read alarms and move these aliases, and nothing else', () => {
  const { AssumeRolePolicyDocument, ManagedPolicyArns, Policies } =
    canary.resource('ReleasesRole').Properties;
  expect(AssumeRolePolicyDocument.Statement[0].Principal).toEqual({ Service: 'codedeploy.amazonaws.com' });
  expect(ManagedPolicyArns).toBeUndefined();
  const [alarms, aliases, ...others] = Policies[0].PolicyDocument.Statement;
  expect([alarms.Action, alarms.Resource, others]).toEqual(['cloudwatch:DescribeAlarms', '*', []]);
  expect(aliases.Action).toEqual([
    'lambda:GetAlias',
    'lambda:UpdateAlias',
    'lambda:GetProvisionedConcurrencyConfig',
  ]);
  const functions = JSON.stringify(aliases.Resource);
  expect([...new Set([...functions.matchAll(/"(\w+)","Arn"/g)].map(([, id]) => id))].sort()).toEqual(
    released,
  );
  expect(functions).not.toContain('*');
});

test('`warmPayments` keeps environments of the functions ready that a customer waits for, without canaries', () => {
  const aliases = warm.resources('AWS::Lambda::Alias');
  expect(aliases.map(({ id }) => id).sort()).toEqual([
    'PostPaymentsChallengesChallengeLive',
    'PostPaymentsLive',
    'PostVaultLive',
  ]);
  for (const { id, Properties } of aliases) {
    const of = { FunctionName: { Ref: id.replace(/Live$/, '') } };
    const warmth = { ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 3 } };
    const { FunctionVersion, ...alias } = Properties;
    expect(alias).toEqual({ Name: 'live', ...of, ...warmth });
    const version = warm.resource(FunctionVersion['Fn::GetAtt'][0]);
    expect(version).toMatchObject({ Type: 'AWS::Lambda::Version', Properties: of });
  }
  expect(warm.all.filter(({ Type }) => Type.startsWith('AWS::CodeDeploy::'))).toEqual([]);
  const called = new Set(warm.methods.map((method) => method.function));
  expect([called.has('PostPaymentsLive'), called.has('PostPayments')]).toEqual([true, false]);
});

test('`warmAuthorizer` keeps environments of the authorizer of API keys ready, which every call of a server meets first', () => {
  const warm = synthesizeStack({ warmAuthorizer: '1' });
  const [alias, ...others] = warm.resources('AWS::Lambda::Alias');
  expect([alias?.id, alias?.Properties, others]).toMatchObject([
    'KeyAuthorizerLive',
    { Name: 'live', ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 1 } },
    [],
  ]);
  expect(JSON.stringify(warm.resource('AuthorizersInvoker'))).toContain('KeyAuthorizerLive');
  expect(synthesizeStack({ warmAuthorizer: '1', standby: 'yes' }).resources('AWS::Lambda::Alias')).toEqual(
    [],
  );
});

/** Prints the logical ids of the versions of stacks, each with some settings and perhaps one changed function. */
const script = `
  import { readFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { App } from 'aws-cdk-lib';
  import { FlorinStack } from './lib/stack/stack.ts';
  const versionsOf = ({ changed, ...settings }) => {
    const context = { '@aws-cdk/aws-lambda:recognizeVersionProps': true, canary: '5', ...settings };
    const app = new App({ context, analyticsReporting: false, builtinCloudFormationValidation: false });
    const stack = new FlorinStack(app, 'Florin', (entry) => (entry === changed ? 'stages' : 'schemas'));
    const payments = stack.node.findChild('Payments');
    const { Resources } = JSON.parse(readFileSync(join(app.synth().directory, payments.templateFile), 'utf8'));
    return Object.keys(Resources).filter((id) => Resources[id].Type === 'AWS::Lambda::Version');
  };
  process.stdout.write(JSON.stringify(JSON.parse(process.argv[1]).map(versionsOf)));
`;

function versions(...stacks: Record<string, string>[]): string[][] {
  const node = ['--import', 'tsx', '--input-type=module', '--eval', script, JSON.stringify(stacks)];
  return JSON.parse(execFileSync(process.execPath, node, { encoding: 'utf8', stdio: 'pipe' }));
}

test('a version is published when the code or the configuration of its function changes, and at no other time', () => {
  const [before = [], again, other, changed = [], quiet = []] = versions(
    {},
    {},
    { canary: '30', alarmEmail: 'ops@example.com' },
    { changed: 'transactions/capture' },
    { logLevel: 'error' },
  );
  expect(before).toHaveLength(released.length);
  expect([again, other]).toEqual([before, before]);
  expect(changed.filter((id) => !before.includes(id))).toEqual([
    expect.stringMatching(/^PostTransactionsTransactionIdCaptures/),
  ]);
  expect(quiet.filter((id) => before.includes(id))).toEqual([]);
});

test.each(['7', 'yes', ''])('the value "%s" of `canary` deploys nothing', (value) => {
  expect(() => versions({ canary: value })).toThrow(
    `The context canary=${value} is not one of 5, 10, 15, 30`,
  );
});
