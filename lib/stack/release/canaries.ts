import { Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnAlias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { allow } from '../allow.ts';
import { setLogicalId } from '../logical-id.ts';
import type { CanaryMinutes } from '../stage.ts';
import type { Releases } from './releases.ts';

/**
 * Makes CodeDeploy move each alias to a new version: first for a tenth of the requests, after `minutes` for all of
 * them. If one of the alarms goes off in between, CodeDeploy moves the alias back, and CloudFormation rolls the whole
 * deployment back.
 */
export function makeCanaries(
  scope: Construct,
  releases: Releases,
  minutes: CanaryMinutes,
  alarms: readonly Alarm[],
): void {
  const application = new CfnApplication(scope, 'Releases', { computePlatform: 'Lambda' });
  application.overrideLogicalId('Releases');
  const role = makeRole(scope, releases.all);
  for (const [id, live] of releases.entries) {
    // CDK's `LambdaDeploymentGroup` would give the role a managed policy for all functions of the account.
    const group = new CfnDeploymentGroup(live, 'Release', {
      applicationName: application.ref,
      serviceRoleArn: role.roleArn,
      deploymentConfigName: `CodeDeployDefault.LambdaCanary10Percent${minutes}Minutes`,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: { enabled: true, alarms: alarms.map(({ alarmName }) => ({ name: alarmName })) },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    group.overrideLogicalId(`${id}Release`);
    (live.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName: application.ref, deploymentGroupName: group.ref },
    };
  }
}

/** The role with which CodeDeploy moves the aliases and reads the alarm. */
function makeRole(scope: Construct, lives: readonly Alias[]): Role {
  const statements = [
    allow(['cloudwatch:DescribeAlarms'], everyAlarm),
    allow(
      ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
      // A reference to the alias's ARN would be circular, as the alias waits for its deployment group.
      lives.flatMap(({ lambda, aliasName }) => [lambda.functionArn, `${lambda.functionArn}:${aliasName}`]),
    ),
  ];
  const role = new Role(scope, 'ReleasesRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: { least: new PolicyDocument({ statements }) },
  });
  setLogicalId(role, 'ReleasesRole');
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'CodeDeploy lists alarms by their names, for which AWS wants the permission on all alarms.',
  });
  return role;
}

const everyAlarm = '*';
