import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

export function allow(
  actions: string[],
  resources: string | string[],
  conditions?: Record<string, object>,
): PolicyStatement {
  return new PolicyStatement({ actions, resources: [resources].flat(), conditions });
}
