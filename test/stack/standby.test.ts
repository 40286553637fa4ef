import type { Construct } from 'constructs';
import { jobs } from '../../lib/jobs.ts';
import { stageOf } from '../../lib/stack/stage.ts';
import { everySetting, synthesizeStack } from './synthesize-stack.ts';

const primary = 'arn:aws:kms:eu-west-1:123456789012:key/mrk-0123456789abcdef0123456789abcdef';
const standby = synthesizeStack({ ...everySetting, standby: 'yes', multiRegionKey: primary });
const alone = synthesizeStack();
const first = synthesizeStack({ ...everySetting, multiRegionKey: 'yes' });

const of = (type: string, { resources } = standby) => resources(type).map(({ Properties }) => Properties);

test('no function of a standby may run, so that callers get a 503 and nothing writes', () => {
  const functions = of('AWS::Lambda::Function');
  expect(functions.length).toBe(of('AWS::Lambda::Function', first).length);
  for (const { ReservedConcurrentExecutions } of functions) expect(ReservedConcurrentExecutions).toBe(0);
  for (const made of of('AWS::Lambda::Function', first))
    expect(made.ReservedConcurrentExecutions).toBeUndefined();
  for (const alias of of('AWS::Lambda::Alias')) expect(alias.ProvisionedConcurrencyConfig).toBeUndefined();
  expect(standby.template.Metadata).toBeUndefined();
});

test('schedules, readers of the stream and of queues, and actions of alarms are off in a standby', () => {
  const scheduled = jobs.filter(({ trigger }) => 'schedule' in trigger);
  expect(of('AWS::Events::Rule').map(({ State }) => State)).toEqual(scheduled.map(() => 'DISABLED'));
  for (const { Enabled } of of('AWS::Lambda::EventSourceMapping')) expect(Enabled).toBe(false);
  for (const { ActionsEnabled } of of('AWS::CloudWatch::Alarm')) expect(ActionsEnabled).toBe(false);
  for (const { State } of of('AWS::Events::Rule', first)) expect(State).not.toBe('DISABLED');
  for (const { Enabled } of of('AWS::Lambda::EventSourceMapping', first)) expect(Enabled).not.toBe(false);
  for (const { ActionsEnabled } of of('AWS::CloudWatch::Alarm', first))
    expect(ActionsEnabled).not.toBe(false);
});

test('a standby has no budget, and CloudFormation names each one because its name must be the only one in the account', () => {
  expect(of('AWS::Budgets::Budget')).toEqual([]);
  expect(standby.resource('AlarmsPolicy').Properties.PolicyDocument.Statement[0].Principal).toEqual({
    Service: 'cloudwatch.amazonaws.com',
  });
  const [budget, ...others] = of('AWS::Budgets::Budget', first);
  expect([budget.Budget.BudgetName, others]).toEqual([undefined, []]);
});

test('the first region has the primary key, and its stack outputs the ARN of the key', () => {
  expect(first.resource('SealKey').Properties).toMatchObject({ MultiRegion: true, EnableKeyRotation: true });
  expect(first.template.Outputs.SealKeyArn.Value).toEqual({ 'Fn::GetAtt': ['SealKey', 'Arn'] });
  const policy = JSON.stringify(first.resource('SealKey').Properties.KeyPolicy);
  expect(policy).toContain('["kms:ReplicateKey","kms:UpdatePrimaryRegion"]');
  expect(alone.resource('SealKey').Properties.MultiRegion).toBeUndefined();
  expect(JSON.stringify(alone.resource('SealKey').Properties.KeyPolicy)).not.toContain('Replicate');
  expect(alone.template.Outputs.SealKeyArn).toBeUndefined();
});

test('the second region has a replica of it, which is retained with the stack, and which its functions use', () => {
  expect(of('AWS::KMS::Key').map(({ KeyUsage }) => KeyUsage)).toEqual(['SIGN_VERIFY']);
  expect(standby.resource('SealKeyReplica')).toMatchObject({
    DeletionPolicy: 'Retain',
    Properties: { PrimaryKeyArn: primary, KeyPolicy: first.resource('SealKey').Properties.KeyPolicy },
  });
  const using = of('AWS::Lambda::Function').filter(({ Environment }) => Environment.Variables.SEAL_KEY_ID);
  expect(using.length).toBeGreaterThan(5);
  for (const { Environment } of using)
    expect(Environment.Variables.SEAL_KEY_ID).toEqual({ Ref: 'SealKeyReplica' });
  const roles = JSON.stringify(of('AWS::IAM::Role'));
  expect(roles).toContain('{"Fn::GetAtt":["SealKeyReplica","Arn"]}');
  expect(roles).not.toContain('"SealKey"');
});

test.each([
  ['standby', 'maybe', 'is not one of yes, no'],
  ['multiRegionKey', '', 'is not yes, no, or the ARN of a multi-Region key'],
  ['multiRegionKey', primary.replace('mrk-', ''), 'is not yes, no, or the ARN of a multi-Region key'],
])('the setting %s=%s deploys nothing', (setting, value, says) => {
  const tryGetContext = (name: string) => (name === setting ? value : undefined);
  expect(() => stageOf({ node: { tryGetContext } } as unknown as Construct)).toThrow(says);
});
