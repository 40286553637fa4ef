import { RemovalPolicy } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

export interface Stage {
  /** Also the first segment of every URL. */
  name: string;
  /** Whether what is stored outlives the stack. */
  production: boolean;
  removalPolicy: RemovalPolicy;
}

/** The stage that `cdk deploy --context stage=production` names; `sandbox` otherwise. */
export function stageOf(scope: Construct): Stage {
  const name: string = scope.node.tryGetContext('stage') ?? 'sandbox';
  const production = name === 'production';
  return { name, production, removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY };
}
