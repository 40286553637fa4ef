import { Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Stage } from '../stage.ts';
import { cors } from './cors.ts';

/**
 * Rule groups of AWS that refuse no valid request: known bad addresses, and requests that exploit known errors. The core rule
 * set is not among them, as it refuses bodies above 8 KB.
 */
const managed = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'];

const tooMany = 'TooMany';

/** The firewall answers before API Gateway. Without these headers, scripts of other sites could not read its answer. */
const responseHeaders = Object.entries({ ...cors, 'Retry-After': "'60'" }).map(([name, value]) => ({
  name,
  value: value.replace(/^'|'$/g, ''),
}));

/** Puts a firewall in front of an API, if the stage has one. It limits the requests of each address by itself. */
export function addFirewall(api: SpecRestApi, { name, firewallRequests }: Stage): void {
  if (firewallRequests === undefined) return;
  const visibility = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    metricName,
    sampledRequestsEnabled: true,
  });
  const firewall = new CfnWebACL(api, 'Firewall', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(`florin-${name}`),
    customResponseBodies: {
      [tooMany]: {
        contentType: 'APPLICATION_JSON',
        content:
          '{"code":"THROTTLED","message":"Too many requests from this address, try again in some minutes"}\n',
      },
    },
    rules: [
      {
        name: 'RateByAddress',
        priority: 0,
        statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: firewallRequests } },
        action: {
          block: {
            customResponse: { responseCode: 429, customResponseBodyKey: tooMany, responseHeaders },
          },
        },
        visibilityConfig: visibility('RateByAddress'),
      },
      ...managed.map((group, i) => ({
        name: group,
        priority: 1 + i,
        statement: { managedRuleGroupStatement: { vendorName: 'AWS', name: group } },
        overrideAction: { none: {} },
        visibilityConfig: visibility(group),
      })),
    ],
  });
  firewall.overrideLogicalId('Firewall');
  const { partition, region } = Stack.of(api);
  const association = new CfnWebACLAssociation(api, 'FirewallAssociation', {
    webAclArn: firewall.attrArn,
    resourceArn: `arn:${partition}:apigateway:${region}::/restapis/${api.restApiId}/stages/${api.deploymentStage.stageName}`,
  });
  association.overrideLogicalId('FirewallAssociation');
}
