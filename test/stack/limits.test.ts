import { synthesized } from './synthesized.ts';

/** A template has no type worth writing down. */
type Json = ReturnType<typeof JSON.parse>;

const usual = synthesized();
const set = synthesized({ customerRequestsPerSecond: '300', firewallRequests: '2000' });

/** The limit of a method: the rate and the burst. */
function limitOf({ resources }: typeof usual, api: string, path: string, method: string) {
  const stage = resources('AWS::ApiGateway::Stage').find(
    ({ Properties }) => Properties.RestApiId.Ref === api,
  );
  const settings: Json[] = stage?.Properties.MethodSettings;
  const found = settings.find(
    ({ ResourcePath, HttpMethod }) =>
      ResourcePath === `/${path.replaceAll('/', '~1')}` && HttpMethod === method,
  );
  return [found?.ThrottlingRateLimit, found?.ThrottlingBurstLimit];
}

test('the limit of the customer’s side is a setting, and those of the other APIs stay', () => {
  expect(limitOf(usual, 'PosApi', '/payments', 'POST')).toEqual([100, 200]);
  expect(limitOf(set, 'PosApi', '/payments', 'POST')).toEqual([300, 600]);
  for (const stack of [usual, set]) expect(limitOf(stack, 'BaseApi', '/apps', 'POST')).toEqual([5, 20]);
});

test('without its setting there is no firewall', () => {
  expect(usual.all.filter(({ Type }) => Type.startsWith('AWS::WAFv2::'))).toEqual([]);
});

test('the firewall limits each address by itself, and guards the stage of the customer’s side', () => {
  const { Scope, DefaultAction, Rules } = set.resource('Firewall').Properties;
  expect([Scope, DefaultAction]).toEqual(['REGIONAL', { Allow: {} }]);
  expect(Rules.map(({ Name }: Json) => Name)).toEqual([
    'RateByAddress',
    'AWSManagedRulesAmazonIpReputationList',
    'AWSManagedRulesKnownBadInputsRuleSet',
  ]);
  expect(Rules[0]).toMatchObject({
    Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 2000 } },
    Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
  });
  const { WebACLArn, ResourceArn } = set.resource('FirewallAssociation').Properties;
  expect(WebACLArn).toEqual({ 'Fn::GetAtt': ['Firewall', 'Arn'] });
  expect(JSON.stringify(ResourceArn)).toMatch(/"Ref":"PosApi".*"Ref":"PosApiDeploymentStage/);
});
